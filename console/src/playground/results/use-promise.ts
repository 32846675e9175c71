import { useEffect, useState } from "react";

interface Settled<T> {
  readonly value: T | undefined;
  readonly fault: string | undefined;
}

/** Returns what a function (made by `useCallback`) promises, once it is there, or why it is not. */
export function usePromise<T>(make: () => Promise<T>): Settled<T> {
  const [state, setState] = useState<Settled<T>>({ value: undefined, fault: undefined });
  useEffect(() => {
    let isWanted = true;
    setState({ value: undefined, fault: undefined });
    make().then(
      (value) => isWanted && setState({ value, fault: undefined }),
      (error: unknown) =>
        isWanted && setState({ value: undefined, fault: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [make]);
  return state;
}
