import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Resource } from "../api/use-resource.ts";
import { Badge } from "../design/badge.tsx";
import { ProblemNotice } from "../design/notice.tsx";
import { Card, Empty, Loading } from "../design/page.tsx";
import { shownTime } from "../design/shown.ts";
import { Table } from "../design/table.tsx";
import { type Endpoint, EVENTS } from "./events.ts";
import styles from "./webhooks.module.css";

const COLUMNS = [
  { id: "url", label: "Address" },
  { id: "events", label: "Events" },
  { id: "state", label: "State" },
  { id: "changed", label: "Changed" },
] as const;

/** The endpoints of the account. */
export function EndpointList({ endpoints }: { readonly endpoints: Resource<readonly Endpoint[]> }): ReactNode {
  const { data, problem, reload } = endpoints;
  return (
    <Card title="Endpoints">
      {problem !== undefined && <ProblemNotice problem={problem} onRetry={reload} />}
      <div className={styles["list"]}>
        {data === undefined ? (
          problem === undefined && <Loading lines={4} />
        ) : data.length === 0 ? (
          <Empty title="No endpoints yet">
            <p>Make one with the address that is to be told, and send it a test.</p>
          </Empty>
        ) : (
          <Table label="Endpoints" columns={COLUMNS} rows={data} keyOf={({ endpoint_id: id }) => id}>
            {(endpoint) => ({
              url: (
                <div className={styles["name"]}>
                  <Link href={`/webhooks/${endpoint.endpoint_id}`}>{endpoint.url}</Link>
                  {endpoint.description !== "" && <span className={styles["soft"]}>{endpoint.description}</span>}
                </div>
              ),
              events: (
                <div className={styles["tags"]}>
                  {endpoint.events.length === EVENTS.length ? (
                    <Badge>all events</Badge>
                  ) : (
                    endpoint.events.map((event) => <Badge key={event}>{event}</Badge>)
                  )}
                </div>
              ),
              state: <EndpointState endpoint={endpoint} />,
              changed: shownTime(endpoint.updated_at),
            })}
          </Table>
        )}
      </div>
    </Card>
  );
}

/** Whether an endpoint is told of events, in a word. */
export const EndpointState = ({ endpoint }: { readonly endpoint: Endpoint }): ReactNode =>
  endpoint.enabled ? (
    <Badge kind="good">enabled</Badge>
  ) : (
    <Badge kind={endpoint.disabled_reason === "by_request" ? "plain" : "bad"}>
      {endpoint.disabled_reason === null ? "disabled" : `disabled: ${endpoint.disabled_reason}`}
    </Badge>
  );
