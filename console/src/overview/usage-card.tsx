import { type ReactNode, useEffect, useState } from "react";
import { ChoiceField } from "../design/choice-field.tsx";
import { Figures } from "../design/figures.tsx";
import { ProblemNotice } from "../design/notice.tsx";
import { Card, Empty, Loading } from "../design/page.tsx";
import { shownNumber } from "../design/shown.ts";
import styles from "./overview.module.css";
import { DayChart } from "./day-chart.tsx";
import { ShareChart } from "./share-chart.tsx";
import { type Measure, type Usage, useUsage } from "./usage.ts";

const SPANS = [
  { id: "7", label: "Last 7 days" },
  { id: "30", label: "Last 30 days" },
  { id: "90", label: "Last 90 days" },
  { id: "365", label: "Last 365 days" },
] as const;

const MEASURES: readonly { readonly id: Measure; readonly label: string }[] = [
  { id: "requests", label: "Calls" },
  { id: "pages", label: "Pages" },
  { id: "credits", label: "Credits" },
];

/** The usage of the account over time, by operation and by key, as charts. */
export function UsageCard(): ReactNode {
  const [span, setSpan] = useState("30");
  const [measure, setMeasure] = useState<Measure>("requests");
  const usage = useUsage(Number(span));
  const known = useLast(usage.data);
  return (
    <Card
      title="Usage"
      actions={
        <div className={styles["choices"]}>
          <ChoiceField label="Time" options={SPANS} value={span} onChange={setSpan} />
          <ChoiceField
            label="Measure"
            options={MEASURES}
            value={measure}
            onChange={(id) => setMeasure(MEASURES.find((offered) => offered.id === id)?.id ?? "requests")}
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
  const { label } = MEASURES.find(({ id }) => id === measure) ?? { label: measure };
  return (
    <>
      <Figures facts={MEASURES.map(({ id, label: name }) => ({ label: name, value: shownNumber(usage.totals[id]) }))} />
      {usage.totals.requests === 0 ? (
        <Empty title="No calls in this time">Choose a longer time, or make a call in the playground.</Empty>
      ) : (
        <>
          <DayChart title={`${label} by day`} days={usage.days} measure={measure} />
          <div className={styles["columns"]}>
            <ShareChart title={`${label} by operation`} of="Operation" shares={usage.operations} measure={measure} />
            <ShareChart title={`${label} by key`} of="Key" shares={usage.keys} measure={measure} />
          </div>
        </>
      )}
    </>
  );
}

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
