import { type ReactNode, useEffect, useState } from "react";
import { ChoiceField } from "../design/choice-field.tsx";
import type { Fact } from "../design/fact-list.tsx";
import { Figures } from "../design/figures.tsx";
import { ProblemNotice } from "../design/notice.tsx";
import { Card, Empty, Loading } from "../design/page.tsx";
import { shownNumber } from "../design/shown.ts";
import { shownLatency } from "./chart-table.tsx";
import { factsOf, MEASURES, type Measure } from "./measures.ts";
import styles from "./overview.module.css";
import { SPANS, type Span } from "./periods.ts";
import { ShareChart } from "./share-chart.tsx";
import { TimeChart } from "./time-chart.tsx";
import { type Figures as UsageFigures, type Usage, useUsage } from "./usage.ts";

/** The usage of the account over time, by operation and by key, as charts. */
export function UsageCard(): ReactNode {
  const [span, setSpan] = useState<Span>(SPANS[2]);
  const [measure, setMeasure] = useState<Measure>("calls");
  const usage = useUsage(span);
  const known = useLast(usage.data);
  return (
    <Card
      title="Usage"
      actions={
        <div className={styles["choices"]}>
          <ChoiceField
            label="Time"
            options={SPANS}
            value={span.id}
            onChange={(id) => setSpan(SPANS.find((offered) => offered.id === id) ?? span)}
          />
          <ChoiceField
            label="Measure"
            options={MEASURES}
            value={measure}
            onChange={(id) => setMeasure(MEASURES.find((offered) => offered.id === id)?.id ?? measure)}
          />
        </div>
      }
    >
      {usage.problem !== undefined && <ProblemNotice problem={usage.problem} onRetry={usage.reload} />}
      {known !== undefined ? (
        <Charts usage={known} measure={measure} />
      ) : (
        usage.problem === undefined && (
          <div className={styles["waiting"]}>
            <Loading lines={12} />
          </div>
        )
      )}
    </Card>
  );
}

function Charts({ usage, measure }: { readonly usage: Usage; readonly measure: Measure }): ReactNode {
  const { label } = factsOf(measure);
  return (
    <>
      <Figures facts={totalsOf(usage.totals)} />
      {usage.totals.requests + usage.totals.errors === 0 ? (
        <Empty title="No calls in this time">Choose a longer time, or make a call in the playground.</Empty>
      ) : (
        <>
          <TimeChart title={`${label} by ${usage.unit}`} unit={usage.unit} periods={usage.periods} measure={measure} />
          <div className={styles["columns"]}>
            <ShareChart title={`${label} by operation`} of="Operation" shares={usage.operations} measure={measure} />
            <ShareChart title={`${label} by key`} of="Key" shares={usage.keys} measure={measure} />
          </div>
        </>
      )}
    </>
  );
}

const totalsOf = ({
  requests,
  errors,
  server_errors: ofService,
  latency_ms: { p50, p95 },
  pages,
  credits,
}: UsageFigures): readonly Fact[] => [
  { label: "Calls", value: shownNumber(requests), hint: "delivered" },
  { label: "Errors", value: shownNumber(errors), hint: `${shownNumber(ofService)} of the service` },
  { label: "Latency p50", value: shownLatency(p50), hint: "half of the calls" },
  { label: "Latency p95", value: shownLatency(p95), hint: "19 of 20 calls" },
  { label: "Pages", value: shownNumber(pages) },
  { label: "Credits", value: shownNumber(credits) },
];

/** Returns a value, or the last one that there was, so that charts stay while others are read. */
function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  useEffect(() => {
    if (value !== undefined) {
      setLast(value);
    }
  }, [value]);
  return value ?? last;
}
