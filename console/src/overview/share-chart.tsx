import type { ReactNode } from "react";
import { shownNumber } from "../design/shown.ts";
import styles from "./chart.module.css";
import { ChartTable } from "./chart-table.tsx";
import type { Measure, Share } from "./usage.ts";

interface ShareChartProps {
  readonly title: string;
  /** What a bar is, such as `Operation`. */
  readonly of: string;
  readonly shares: readonly Share[];
  readonly measure: Measure;
}

/** The bars that are drawn; all others are in the table. */
const MOST_BARS = 8;

/** A bar for each operation or key, the longest first; each has its name and its figure beside it. */
export function ShareChart({ title, of, shares, measure }: ShareChartProps): ReactNode {
  const sorted = shares.toSorted((one, other) => other.figures[measure] - one.figures[measure]);
  const most = Math.max(1, sorted[0]?.figures[measure] ?? 0);
  const more = sorted.length - MOST_BARS;
  return (
    <figure className={styles["chart"]}>
      <figcaption>
        <h3>{title}</h3>
      </figcaption>
      <ul className={styles["shares"]}>
        {sorted.slice(0, MOST_BARS).map(({ name, figures }) => (
          <li key={name}>
            <span className={styles["name"]}>{name}</span>
            <span className={styles["figure"]}>{shownNumber(figures[measure])}</span>
            <svg viewBox={`0 0 ${most} 1`} preserveAspectRatio="none" aria-hidden="true">
              <rect className={styles["bar"]} width={figures[measure]} height={1} />
            </svg>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles["told"]}>{shownNumber(more)} more in the table</p>}
      <ChartTable title={title} of={of} shares={sorted} shownName={(name) => name} />
    </figure>
  );
}
