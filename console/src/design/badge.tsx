import type { ReactNode } from "react";
import styles from "./badge.module.css";

/** What a badge says beside its word: nothing, work under way, good, a caution, or bad. */
export type BadgeKind = "plain" | "info" | "good" | "warn" | "bad";

/** A state in a word, such as `complete`; the colour only underlines what the word says. */
export const Badge = ({
  kind = "plain",
  children,
}: {
  readonly kind?: BadgeKind;
  readonly children: ReactNode;
}): ReactNode => <span className={`${styles["badge"]} ${styles[kind]}`}>{children}</span>;
