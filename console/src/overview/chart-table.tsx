import { type ReactNode, useMemo } from "react";
import { Download } from "../design/download.tsx";
import { shownDuration, shownNumber } from "../design/shown.ts";
import { Table } from "../design/table.tsx";
import styles from "./chart.module.css";
import { csvOf } from "./usage-csv.ts";
import type { Share } from "./usage.ts";

interface ChartTableProps {
  readonly title: string;
  /** What a row is, such as `Day`. */
  readonly of: string;
  readonly shares: readonly Share[];
  shownName(name: string): string;
}

/** The figures behind a chart, folded away until they are asked for. */
export const ChartTable = ({ title, of, shares, shownName }: ChartTableProps): ReactNode => (
  <details className={styles["details"]}>
    <summary>
      Table<span className="visually-hidden"> of {title}</span>
    </summary>
    <div className={styles["scrolled"]} tabIndex={0} role="region" aria-label={`Table of ${title}`}>
      <Table
        label={title}
        columns={[
          { id: "name", label: of },
          { id: "requests", label: "Calls", align: "end" },
          { id: "errors", label: "Errors", align: "end" },
          { id: "p50", label: "p50", align: "end" },
          { id: "p95", label: "p95", align: "end" },
          { id: "pages", label: "Pages", align: "end" },
          { id: "credits", label: "Credits", align: "end" },
        ]}
        rows={shares}
        keyOf={({ name }) => name}
      >
        {({ name, figures }) => ({
          name: shownName(name),
          requests: shownNumber(figures.requests),
          errors: shownNumber(figures.errors),
          p50: shownLatency(figures.latency_ms.p50),
          p95: shownLatency(figures.latency_ms.p95),
          pages: shownNumber(figures.pages),
          credits: shownNumber(figures.credits),
        })}
      </Table>
    </div>
    <UsageDownload of={of} shares={shares} />
  </details>
);

function UsageDownload({ of, shares }: Pick<ChartTableProps, "of" | "shares">): ReactNode {
  const csv = useMemo(() => csvOf(of, shares), [of, shares]);
  return <Download blob={csv} filename={`usage-by-${of.toLowerCase()}.csv`} />;
}

/** Returns a latency, or a dash where nothing was delivered. */
export const shownLatency = (ms: number | null): string => (ms === null ? "–" : shownDuration(ms));
