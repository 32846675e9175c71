import { type ReactNode, useCallback } from "react";
import { bodyOf } from "../api/client.ts";
import { useSession } from "../session/session.tsx";
import { Deliveries, type DeliveryQuery } from "./deliveries.tsx";

/** What was sent to all endpoints, and to the `webhook_url` of single requests. */
export function AllDeliveries(): ReactNode {
  const { client } = useSession();
  const read = useCallback(
    async (query: DeliveryQuery, signal: AbortSignal) =>
      bodyOf(
        await client.GET("/api/v1/webhooks/deliveries", {
          params: { query: { limit: 20, ...query } },
          signal,
        }),
      ),
    [client],
  );
  const redeliver = useCallback(
    async (id: string) => {
      await client.POST("/api/v1/webhooks/deliveries/{delivery_id}/redeliver", {
        params: { path: { delivery_id: id } },
      });
    },
    [client],
  );
  return <Deliveries read={read} redeliver={redeliver} hasAddress />;
}
