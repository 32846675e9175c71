import { useCallback } from "react";
import { bodyOf } from "../api/client.ts";
import { type Resource, useResource } from "../api/use-resource.ts";
import { useSession } from "../session/session.tsx";
import type { Endpoint } from "./events.ts";

/** Reads the endpoints of the account, of which there are at most twenty. */
export function useEndpoints(): Resource<readonly Endpoint[]> {
  const { client } = useSession();
  return useResource(
    useCallback(
      async (signal: AbortSignal) =>
        bodyOf(await client.GET("/api/v1/webhooks", { params: { query: { limit: 200 } }, signal })).items,
      [client],
    ),
  );
}
