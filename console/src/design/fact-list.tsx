import type { ReactNode } from "react";
import styles from "./fact-list.module.css";

/** A fact of a list: what it is, and what it amounts to. */
export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
  /** What is worth knowing about it, in a few words. */
  readonly hint?: ReactNode;
}

/** A list of facts: each has its name before its value, and is a block of its own where there is little width. */
export const FactList = ({ facts }: { readonly facts: readonly Fact[] }): ReactNode => (
  <dl className={styles["facts"]}>
    {facts.map(({ label, value, hint }) => (
      <div key={label} className={styles["fact"]}>
        <dt>{label}</dt>
        <dd>
          {value}
          {hint !== undefined && <span className={styles["hint"]}>{hint}</span>}
        </dd>
      </div>
    ))}
  </dl>
);
