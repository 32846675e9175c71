import { useCallback, useEffect, useRef, useState } from "react";
import { asProblem, type Problem } from "./problem.ts";

/** What is known of something that is read from the API: `data` stays while it is read again. */
export interface Resource<T> {
  readonly data: T | undefined;
  readonly problem: Problem | undefined;
  readonly isLoading: boolean;
  /** Reads it again. */
  reload(): void;
}

/** How often a place that got no answer is read again. */
const RETRY_MS = 5000;

/**
 * Reads something from the API when a component is shown, whenever `read` changes (make it by `useCallback`), and, where
 * `everyMs` is given, again and again while the page is seen. Where the service did not answer or is away for a while, it
 * is asked again until it does, and at once when the browser is connected again: nobody has to reload a page after a
 * service has been started anew. A read that is no longer wanted is aborted.
 */
export function useResource<T>(
  read: (signal: AbortSignal) => Promise<T>,
  { everyMs }: { readonly everyMs?: number } = {},
): Resource<T> {
  const [state, setState] = useState<Omit<Resource<T>, "reload">>({
    data: undefined,
    problem: undefined,
    isLoading: true,
  });
  const [turn, setTurn] = useState(0);
  const latest = useRef(read);
  useEffect(() => {
    const controller = new AbortController();
    const isOther = latest.current !== read;
    latest.current = read;
    setState(({ data, problem }) => ({ data: isOther ? undefined : data, problem, isLoading: true }));
    read(controller.signal).then(
      (data) => {
        if (!controller.signal.aborted) {
          setState({ data, problem: undefined, isLoading: false });
        }
      },
      (error: unknown) => {
        if (!controller.signal.aborted) {
          setState(({ data }) => ({ data, problem: asProblem(error), isLoading: false }));
        }
      },
    );
    return () => controller.abort();
  }, [read, turn]);
  const reload = useCallback(() => setTurn((known) => known + 1), []);
  const isAway = state.problem?.status === 0 || state.problem?.status === 503;
  const intervalMs = isAway ? Math.min(everyMs ?? RETRY_MS, RETRY_MS) : everyMs;
  useEffect(() => {
    if (intervalMs === undefined) {
      return;
    }
    const timer = setInterval(() => document.visibilityState === "visible" && reload(), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs, reload]);
  useEffect(() => {
    if (!isAway) {
      return;
    }
    window.addEventListener("online", reload);
    return () => window.removeEventListener("online", reload);
  }, [isAway, reload]);
  return { ...state, reload };
}
