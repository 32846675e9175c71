import type { ReactNode } from "react";
import { shownNumber, shownTime } from "../design/shown.ts";
import { Table } from "../design/table.tsx";
import type { System } from "./use-system.ts";
import styles from "./system.module.css";

/** The queues in front of the engines, and the jobs and deliveries that wait. */
export const QueueTable = ({ system }: { readonly system: System }): ReactNode => (
  <>
    <Table
      label="Queues"
      columns={[
        { id: "name", label: "Queue" },
        { id: "busy", label: "Busy", align: "end" },
        { id: "workers", label: "Workers", align: "end" },
        { id: "waiting", label: "Waiting", align: "end" },
        { id: "limit", label: "Limit", align: "end" },
        { id: "restarts", label: "Restarts", align: "end" },
      ]}
      rows={system.queues}
      keyOf={({ name }) => name}
    >
      {(queue) => ({
        name: <span className={styles["name"]}>{queue.name}</span>,
        busy: shownNumber(queue.busy),
        workers: shownNumber(queue.workers),
        waiting: shownNumber(queue.waiting),
        limit: shownNumber(queue.limit),
        restarts: shownNumber(queue.restarts),
      })}
    </Table>
    <p className={styles["waiting"]}>
      Jobs: {shownNumber(system.jobs.pending)} waiting, {shownNumber(system.jobs.processing)} in work
      {system.jobs.oldest_pending_at !== null &&
        `; the oldest has waited since ${shownTime(system.jobs.oldest_pending_at)}`}
      . Webhook deliveries: {shownNumber(system.webhooks.pending)} waiting
      {system.webhooks.oldest_due_at !== null && `; the oldest was due at ${shownTime(system.webhooks.oldest_due_at)}`}.
    </p>
  </>
);
