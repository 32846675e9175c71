import type { ReactNode } from "react";
import type { AuditEntry } from "./audit-filter.ts";
import styles from "./settings.module.css";

/** What differs since an entry of the audit log: each member as it was, and as it is; folded away until it is asked for. */
export function AuditChanges({ entry: { entry_id: id, before, after } }: { readonly entry: AuditEntry }): ReactNode {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) {
    return "–";
  }
  return (
    <details className={styles["details"]}>
      <summary>
        {names.length === 1 ? names[0] : `${names.length} members`}
        <span className="visually-hidden"> of entry {id}</span>
      </summary>
      {names.map((name) => (
        <span key={name} className={`${styles["change"]} ${styles["small"]}`}>
          <code>{name}</code>: {before !== null && Object.hasOwn(before, name) && `${shown(before[name])} → `}
          {after !== null && Object.hasOwn(after, name) ? shown(after[name]) : "nothing"}
        </span>
      ))}
    </details>
  );
}

const shown = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
