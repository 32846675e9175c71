import type { ReactNode } from "react";
import { Badge } from "../design/badge.tsx";
import { shownNumber, shownTime } from "../design/shown.ts";
import { Table } from "../design/table.tsx";
import { ACTIONS, ACTORS, type AuditEntry } from "./audit-filter.ts";
import { AuditChanges } from "./audit-changes.tsx";
import styles from "./settings.module.css";

/** Entries of the audit log: when, who, what and of which account, and what differs since. */
export const AuditTable = ({ entries }: { readonly entries: readonly AuditEntry[] }): ReactNode => (
  <Table
    label="Audit log"
    columns={[
      { id: "time", label: "Time" },
      { id: "action", label: "What was done" },
      { id: "actor", label: "By whom" },
      { id: "object", label: "Of what" },
      { id: "changes", label: "Changes" },
    ]}
    rows={entries}
    keyOf={({ entry_id: id }) => String(id)}
  >
    {(entry) => ({
      time: shownTime(entry.created_at),
      action: <Action entry={entry} />,
      actor: <Lines lines={[ACTORS[entry.actor], entry.key_id, entry.address, entry.request_id]} />,
      object: (
        <Lines lines={[entry.object_id ?? "–", entry.account_id === entry.object_id ? null : entry.account_id]} />
      ),
      changes: <AuditChanges entry={entry} />,
    })}
  </Table>
);

const Action = ({ entry: { action, outcome, credits } }: { readonly entry: AuditEntry }): ReactNode => (
  <>
    {ACTIONS[action]} {outcome === "refused" && <Badge kind="warn">refused</Badge>}
    {credits !== null && (
      <span className={styles["change"]}>
        {credits > 0 && "+"}
        {shownNumber(credits)} credits
      </span>
    )}
  </>
);

/** A first line, and those below it that are known. */
const Lines = ({ lines }: { readonly lines: readonly (string | null)[] }): ReactNode =>
  lines
    .filter((line) => line !== null)
    .map((line, index) => (
      <span
        key={line}
        className={index === 0 ? styles["change"] : `${styles["change"]} ${styles["small"]} ${styles["soft"]}`}
      >
        {line}
      </span>
    ));
