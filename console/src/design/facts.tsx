import type { ReactNode } from "react";
import styles from "./facts.module.css";

/** Names with their values, such as those of one record. */
export const Facts = ({
  facts,
}: {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}): ReactNode => (
  <dl className={styles["facts"]}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
