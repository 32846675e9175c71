import type { ReactNode } from "react";
import type { Fact } from "./fact-list.tsx";
import styles from "./figures.module.css";

/** A row of the few figures that a page is about, large enough to be read at a glance. */
export const Figures = ({ facts }: { readonly facts: readonly Fact[] }): ReactNode => (
  <dl className={styles["figures"]}>
    {facts.map(({ label, value, hint }) => (
      <div key={label} className={styles["figure"]}>
        <dt>{label}</dt>
        <dd>
          <strong>{value}</strong>
          {hint !== undefined && <span className={styles["hint"]}>{hint}</span>}
        </dd>
      </div>
    ))}
  </dl>
);
