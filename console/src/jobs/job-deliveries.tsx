import { type ReactNode, useCallback } from "react";
import { bodyOf } from "../api/client.ts";
import { useResource } from "../api/use-resource.ts";
import { Badge, type BadgeKind } from "../design/badge.tsx";
import { ProblemNotice } from "../design/notice.tsx";
import { Card } from "../design/page.tsx";
import { shownTime } from "../design/shown.ts";
import { Table } from "../design/table.tsx";
import { useSession } from "../session/session.tsx";
import type { Job } from "./follow-job.ts";

const EVERY_MS = 5000;

const KINDS: Readonly<Record<string, BadgeKind>> = { delivered: "good", failed: "bad", delivering: "info" };

/** The events that were sent to webhooks about a job; nothing where there are none. */
export function JobDeliveries({ job }: { readonly job: Job }): ReactNode {
  const { client } = useSession();
  const { job_id: id, status } = job;
  const { data, problem, reload } = useResource(
    useCallback(
      async (signal: AbortSignal) =>
        bodyOf(await client.GET("/api/v1/webhooks/deliveries", { params: { query: { job_id: id } }, signal })),
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- the end of a job makes events
      [client, id, status],
    ),
    { everyMs: EVERY_MS },
  );
  if (problem !== undefined && data === undefined) {
    return (
      <Card title="Webhooks">
        <ProblemNotice problem={problem} onRetry={reload} />
      </Card>
    );
  }
  if (data === undefined || data.items.length === 0) {
    return null;
  }
  return (
    <Card title="Webhooks">
      <Table
        label="Deliveries to webhooks"
        columns={[
          { id: "event", label: "Event" },
          { id: "url", label: "Sent to" },
          { id: "status", label: "Status" },
          { id: "attempts", label: "Attempts", align: "end" },
          { id: "time", label: "Ended, or next attempt" },
        ]}
        rows={data.items}
        keyOf={(delivery) => delivery.delivery_id}
      >
        {(delivery) => ({
          event: <code>{delivery.event}</code>,
          url: delivery.url,
          status: (
            <>
              <Badge kind={KINDS[delivery.status] ?? "plain"}>{delivery.status}</Badge> {delivery.reason}
            </>
          ),
          attempts: delivery.attempts.length,
          time: shownTime(delivery.completed_at ?? delivery.next_attempt_at),
        })}
      </Table>
    </Card>
  );
}
