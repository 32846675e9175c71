import { useCallback } from "react";
import { bodyOf } from "../api/client.ts";
import type { components } from "../api/schema.d.ts";
import { type Resource, useResource } from "../api/use-resource.ts";
import { useSession } from "../session/session.tsx";

/** Versions, settings, engines and queues of the service. */
export type System = components["schemas"]["System"];

const EVERY_MS = 5000;

/** Reads the state of the service again and again; undefined for keys that may not see it. */
export function useSystem(): Resource<System | undefined> {
  const { client, may } = useSession();
  const isAdmin = may("admin");
  const read = useCallback(
    async (signal: AbortSignal) => (isAdmin ? bodyOf(await client.GET("/api/v1/system", { signal })) : undefined),
    [client, isAdmin],
  );
  return useResource(read, isAdmin ? { everyMs: EVERY_MS } : {});
}
