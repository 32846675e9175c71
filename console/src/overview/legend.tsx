import type { ReactNode } from "react";
import styles from "./chart.module.css";
import { factsOf, type Measure } from "./measures.ts";

/** What the colours of a chart mean, where it has more than one. */
export function Legend({ measure }: { readonly measure: Measure }): ReactNode {
  const { legend } = factsOf(measure);
  return (
    legend.length > 1 && (
      <ul className={styles["legend"]} aria-label="Legend">
        {legend.map(({ name, tone }) => (
          <li key={name}>
            <svg viewBox="0 0 1 1" aria-hidden="true">
              <rect className={styles["bar"]} data-tone={tone} width={1} height={1} />
            </svg>
            {name}
          </li>
        ))}
      </ul>
    )
  );
}
