import { useCallback } from "react";
import type { ApiClient } from "../api/client.ts";
import { type Resource, useResource } from "../api/use-resource.ts";
import { useSession } from "../session/session.tsx";

/** Reads something with the session's client. `read` is a function of a module, so that it stays the same. */
export function useRead<T>(read: (client: ApiClient, signal: AbortSignal) => Promise<T>): Resource<T> {
  const { client } = useSession();
  return useResource(useCallback(async (signal: AbortSignal) => await read(client, signal), [client, read]));
}
