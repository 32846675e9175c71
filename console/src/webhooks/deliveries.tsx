import { type ReactNode, useCallback, useEffect, useState } from "react";
import type { components } from "../api/schema.d.ts";
import { useResource } from "../api/use-resource.ts";
import { Button } from "../design/button.tsx";
import { ChoiceField } from "../design/choice-field.tsx";
import { ProblemNotice } from "../design/notice.tsx";
import { Card, Empty, Loading } from "../design/page.tsx";
import { Pager } from "../design/pager.tsx";
import { shownTime } from "../design/shown.ts";
import { Table } from "../design/table.tsx";
import { usePages } from "../design/use-pages.ts";
import { DeliveryDialog } from "./delivery-dialog.tsx";
import { DeliveryState } from "./delivery-state.tsx";
import { type Delivery, DELIVERY_STATES, isUnderWay } from "./events.ts";
import styles from "./webhooks.module.css";

type DeliveryPage = components["schemas"]["WebhookDeliveryPage"];

/** While something is on its way, the list is read this often; else rarely. */
const SOON_MS = 2000;
const LATER_MS = 15_000;

const ANY = "any";
const EVENT = { id: "event", label: "Event" } as const;
const ADDRESS = { id: "url", label: "Address" } as const;
const OTHERS = [
  { id: "state", label: "State" },
  { id: "attempts", label: "Attempts", align: "end" },
  { id: "next", label: "Next try" },
  { id: "created", label: "Since" },
  { id: "actions", label: "Look at it" },
] as const;

/** Which deliveries are read; what is absent stands for any, and for the first page. */
export interface DeliveryQuery {
  readonly status?: Delivery["status"];
  readonly cursor?: string;
}

interface DeliveriesProps {
  readonly hasAddress?: boolean;
  /** Changes when something was sent, so that the list is read at once. */
  readonly turn?: number;
  read(query: DeliveryQuery, signal: AbortSignal): Promise<DeliveryPage>;
  redeliver(id: string): Promise<void>;
}

/** What was sent in the last 30 days, newest first, as it goes on. */
export function Deliveries({ read, redeliver, hasAddress = false, turn = 0 }: DeliveriesProps): ReactNode {
  const pages = usePages();
  const { cursor } = pages;
  const [status, setStatus] = useState<Delivery["status"]>();
  const [opened, setOpened] = useState<string>();
  const [everyMs, setEveryMs] = useState(LATER_MS);
  const { data, problem, reload } = useResource(
    useCallback(
      (signal: AbortSignal) =>
        read({ ...(status !== undefined && { status }), ...(cursor !== undefined && { cursor }) }, signal),
      [read, status, cursor],
    ),
    { everyMs },
  );
  useEffect(() => setEveryMs(data?.items.some(isUnderWay) === true ? SOON_MS : LATER_MS), [data]);
  useEffect(() => {
    if (turn > 0) {
      reload();
    }
  }, [turn, reload]);
  const shown = data?.items.find(({ delivery_id: id }) => id === opened);
  return (
    <Card title="Deliveries">
      <div className={styles["filter"]} role="group" aria-label="Filter">
        <ChoiceField
          label="State"
          options={[{ id: ANY, label: "Any state" }, ...DELIVERY_STATES.map((state) => ({ id: state, label: state }))]}
          value={status ?? ANY}
          onChange={(value) => {
            setStatus(DELIVERY_STATES.find((state) => state === value));
            pages.restart();
          }}
        />
      </div>
      {problem !== undefined && <ProblemNotice problem={problem} onRetry={reload} />}
      <div className={styles["list"]}>
        {data === undefined ? (
          problem === undefined && <Loading lines={4} />
        ) : data.items.length === 0 && status !== undefined ? (
          <Empty title="None in this state">
            <p>Choose another state, or any.</p>
          </Empty>
        ) : data.items.length === 0 ? (
          <Empty title="Nothing sent yet">
            <p>Send a test to an endpoint, or start a job with a webhook_url.</p>
          </Empty>
        ) : (
          <Table
            label="Deliveries"
            columns={hasAddress ? [EVENT, ADDRESS, ...OTHERS] : [EVENT, ...OTHERS]}
            rows={data.items}
            keyOf={({ delivery_id: id }) => id}
          >
            {(delivery) => ({
              event: <code>{delivery.event}</code>,
              url: delivery.url,
              state: <DeliveryState delivery={delivery} />,
              attempts: delivery.attempts.length,
              next: shownTime(delivery.next_attempt_at),
              created: shownTime(delivery.created_at),
              actions: (
                <Button
                  kind="quiet"
                  aria-label={`Open the delivery of ${delivery.event}, ${shownTime(delivery.created_at)}`}
                  onPress={() => setOpened(delivery.delivery_id)}
                >
                  Open
                </Button>
              ),
            })}
          </Table>
        )}
      </div>
      <Pager pages={pages} nextCursor={data?.next_cursor} of="deliveries" />
      {shown !== undefined && (
        <DeliveryDialog
          delivery={shown}
          redeliver={async () => {
            await redeliver(shown.delivery_id);
            reload();
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Card>
  );
}
