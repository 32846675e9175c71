import { createContext, type ReactNode, use, useCallback, useMemo, useState } from "react";
import { type ApiClient, bodyOf, createClient } from "../api/client.ts";
import type { components } from "../api/schema.d.ts";

type Limits = components["schemas"]["Limits"];

/** A key that the service has accepted, and what it may do. */
export interface Session {
  readonly apiKey: string;
  readonly client: ApiClient;
  readonly limits: Limits;
  /** Returns whether the key has a scope, such as `jobs`, or one that begins so, such as `templates`. */
  may(scope: string): boolean;
  signOut(): void;
  /** Ends the session because the service has refused the key; `client` does so by itself. */
  endRefused(): void;
}

interface SessionState {
  readonly session: Session | undefined;
  /** Why the last session ended, when it was not ended by the user. */
  readonly ended: string | undefined;
  /** Asks the service whether it accepts a key, and keeps the key; throws a `Problem`. */
  signIn(apiKey: string, options: { readonly isRemembered: boolean }): Promise<void>;
}

const STORED_AS = "quire.api-key";

const SessionContext = createContext<SessionState | undefined>(undefined);

/** Holds the session of this tab. The key is in memory, and in the storage of the tab if the user asked for it. */
export function SessionProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [known, setKnown] = useState<{ readonly apiKey: string; readonly limits: Limits }>();
  const [ended, setEnded] = useState<string>();
  const end = useCallback((why?: string) => {
    sessionStorage.removeItem(STORED_AS);
    setKnown(undefined);
    setEnded(why);
  }, []);
  const signIn = useCallback(async (apiKey: string, { isRemembered }: { readonly isRemembered: boolean }) => {
    const limits = bodyOf(await createClient(apiKey, () => undefined).GET("/api/v1/limits"));
    if (isRemembered) {
      sessionStorage.setItem(STORED_AS, apiKey);
    }
    setEnded(undefined);
    setKnown({ apiKey, limits });
  }, []);
  const endRefused = useCallback(
    () => end("The service does not accept this key any more. Sign in with another one."),
    [end],
  );
  const state = useMemo<SessionState>(
    () => ({
      session: known && {
        ...known,
        client: createClient(known.apiKey, endRefused),
        endRefused,
        may: (scope) => grants(known.limits.key_scopes, scope),
        signOut: () => end(),
      },
      ended,
      signIn,
    }),
    [known, ended, signIn, end, endRefused],
  );
  return <SessionContext value={state}>{children}</SessionContext>;
}

/** Returns the key that this tab was asked to keep. */
export const rememberedKey = (): string | undefined => sessionStorage.getItem(STORED_AS) ?? undefined;

export function useSessionState(): SessionState {
  const state = use(SessionContext);
  if (state === undefined) {
    throw new Error("There is no SessionProvider.");
  }
  return state;
}

/** Returns the session; for components that are shown to those who have signed in alone. */
export function useSession(): Session {
  const { session } = useSessionState();
  if (session === undefined) {
    throw new Error("Nobody has signed in.");
  }
  return session;
}

/** Returns whether scopes include one; `*` is all but `admin`. */
const grants = (scopes: readonly string[], wanted: string): boolean =>
  scopes.includes(wanted) ||
  (wanted !== "admin" && scopes.includes("*")) ||
  scopes.some((scope) => scope.startsWith(`${wanted}:`));
