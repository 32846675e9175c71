import type { Concurrency, ConcurrencyBounds, ConcurrencySlot } from "./concurrency.ts";
import type { FixedWindows } from "./fixed-windows.ts";

/** The window that counts a request: whose it is, and how many it takes. */
export interface CallerWindow {
  readonly windows: FixedWindows;
  readonly caller: string;
  readonly limit: number;
}

type Admission =
  | { readonly kind: "admitted"; readonly slot: ConcurrencySlot }
  | { readonly kind: "window_used_up" }
  | { readonly kind: "exhausted"; readonly whose: "key" | "account" };

/** Counts the requests of keys: by this process alone, or together with the other nodes of the service. */
export interface RequestCounts {
  /** Counts a request; resolves to false, and counts nothing, when its window has none left. */
  count(window: CallerWindow): boolean | Promise<boolean>;
  /** Counts an operation in its window and as under way, or does neither. */
  admit(window: CallerWindow, bounds: ConcurrencyBounds): Admission | Promise<Admission>;
}

/** Returns counts in the memory of this process. */
export const ownCounts = (concurrency: Concurrency): RequestCounts => ({
  count: ({ windows, caller, limit }) => windows.take(caller, limit),
  admit({ windows, caller, limit }, bounds) {
    if (windows.peek(caller, limit).remaining === 0) {
      return { kind: "window_used_up" };
    }
    const whose = concurrency.exhausted(bounds);
    if (whose !== undefined) {
      return { kind: "exhausted", whose };
    }
    windows.take(caller, limit);
    return { kind: "admitted", slot: concurrency.take(bounds) };
  },
});
