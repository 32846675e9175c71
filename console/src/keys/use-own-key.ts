import { useCallback } from "react";
import { bodyOf } from "../api/client.ts";
import type { components } from "../api/schema.d.ts";
import { useResource } from "../api/use-resource.ts";
import { useSession } from "../session/session.tsx";

type Key = components["schemas"]["Key"];

/** Returns the key that one is signed in with; undefined before it is known, and for keys that may not ask for it. */
export function useOwnKey(): Key | undefined {
  const { client, may } = useSession();
  const mayAsk = may("account");
  const { data } = useResource(
    useCallback(
      async (signal: AbortSignal) => (mayAsk ? bodyOf(await client.GET("/api/v1/account", { signal })).key : undefined),
      [client, mayAsk],
    ),
  );
  return data;
}
