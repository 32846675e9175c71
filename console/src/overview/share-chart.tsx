import type { ReactNode } from "react";
import { shownNumber } from "../design/shown.ts";
import styles from "./chart.module.css";
import { ChartTable } from "./chart-table.tsx";
import { factsOf, lengthOf, type Measure, partsOf } from "./measures.ts";
import type { Share } from "./usage.ts";

interface ShareChartProps {
  readonly title: string;
  /** What a bar is, such as `Operation`. */
  readonly of: string;
  readonly shares: readonly Share[];
  readonly measure: Measure;
}

/** The bars that are drawn; all others are in the table. */
const MOST_BARS = 8;

/** A bar for each operation or key, the longest first; each has its name and its figures beside it. */
export function ShareChart({ title, of, shares, measure }: ShareChartProps): ReactNode {
  const length = ({ figures }: Share): number => lengthOf(measure, figures);
  const sorted = shares.toSorted((one, other) => length(other) - length(one));
  const most = Math.max(1, ...sorted.slice(0, 1).map(length));
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
            <span className={styles["figure"]}>{factsOf(measure).tell(figures)}</span>
            <svg viewBox={`0 0 ${most} 1`} preserveAspectRatio="none" aria-hidden="true">
              {partsOf(measure, figures).map(({ name: part, tone, from, to }) => (
                <rect key={part} className={styles["bar"]} data-tone={tone} x={from} width={to - from} height={1} />
              ))}
            </svg>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles["told"]}>{shownNumber(more)} more in the table</p>}
      <ChartTable title={title} of={of} shares={sorted} shownName={(name) => name} />
    </figure>
  );
}
