import { type ReactNode, useCallback } from "react";
import { bodyOf } from "../api/client.ts";
import { useSession } from "../session/session.tsx";
import { Deliveries, type DeliveryQuery } from "./deliveries.tsx";

/** What was sent to one endpoint. */
export function EndpointDeliveries({ id, turn }: { readonly id: string; readonly turn: number }): ReactNode {
  const { client } = useSession();
  const read = useCallback(
    async (query: DeliveryQuery, signal: AbortSignal) =>
      bodyOf(
        await client.GET("/api/v1/webhooks/{id}/deliveries", {
          params: { path: { id }, query: { limit: 20, ...query } },
          signal,
        }),
      ),
    [client, id],
  );
  const redeliver = useCallback(
    async (deliveryId: string) => {
      await client.POST("/api/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver", {
        params: { path: { id, delivery_id: deliveryId } },
      });
    },
    [client, id],
  );
  return <Deliveries read={read} redeliver={redeliver} turn={turn} />;
}
