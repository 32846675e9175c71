/**
 * Yields the results of `work` for each of `items`, in the order of the items, of which up to `atOnce` are worked on at
 * the same time. The first error ends it: the signal of `work` is aborted, and no work goes on any more when this ends,
 * which also holds when the caller stops early.
 */
export async function* mapInOrder<Item, Result>(
  items: readonly Item[],
  { atOnce, signal }: { readonly atOnce: number; readonly signal: AbortSignal },
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const stop = new AbortController();
  const stopped = AbortSignal.any([signal, stop.signal]);
  const waiting = items.values();
  const results: Promise<Result>[] = [];
  let running = 0;
  const run = async (item: Item): Promise<Result> => {
    running += 1;
    try {
      return await work(item, stopped);
    } catch (error) {
      stop.abort(error);
      throw error;
    } finally {
      running -= 1;
      begin();
    }
  };
  // Results that wait for one before them are limited too: a slow one must not let all the others pile up.
  const isFull = (): boolean => running === atOnce || results.length >= ITEMS_AHEAD * atOnce || stopped.aborted;
  const begin = (): void => {
    if (isFull()) {
      return;
    }
    for (const item of waiting) {
      const result = run(item);
      // An error is met where the item's turn comes.
      result.catch(() => undefined);
      results.push(result);
      if (isFull()) {
        return;
      }
    }
  };
  try {
    for (;;) {
      begin();
      const [next] = results;
      if (next === undefined) {
        signal.throwIfAborted();
        return;
      }
      const result = await next.catch((error: unknown) => {
        // The first failure is preferred to those that it caused.
        signal.throwIfAborted();
        stop.signal.throwIfAborted();
        throw error;
      });
      void results.shift();
      yield result;
    }
  } finally {
    stop.abort();
    await Promise.allSettled(results);
  }
}

const ITEMS_AHEAD = 3;
