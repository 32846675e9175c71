import { randomUUID } from "node:crypto";
import type { AdmissionStore, CountedWindow } from "../store/admission-store.ts";
import type { ConcurrencySlot } from "./concurrency.ts";
import type { CallerWindow, RequestCounts } from "./request-counts.ts";

interface SharedCountsOptions {
  readonly store: AdmissionStore;
  readonly instance: string;
  /** Runs what must not be forgotten although the store refuses it now. */
  readonly attempt: (task: () => Promise<unknown>) => Promise<void>;
}

/**
 * Returns counts in a store that nodes share: windows and numbers of operations are exact over all of them. What a node
 * knows of a window is what it saw last, which its answers' headers report.
 */
export function sharedCounts({ store, instance, attempt }: SharedCountsOptions): RequestCounts {
  // The slots that have been given back; all that come while one group is written are the next.
  let ended: string[] = [];
  let leaving: Promise<void> | undefined;
  const leaveAll = async (): Promise<void> => {
    while (ended.length > 0) {
      const ids = ended;
      ended = [];
      // oxlint-disable-next-line eslint/no-await-in-loop -- one group after the other is the point
      await attempt(() => store.leave({ ids }));
    }
    leaving = undefined;
  };
  const slotOf = (id: string): ConcurrencySlot => {
    let isHeld = true;
    return {
      release() {
        if (isHeld) {
          isHeld = false;
          ended.push(id);
          leaving ??= leaveAll();
        }
      },
    };
  };
  return {
    async count(window) {
      const { isCounted, count } = await store.count(countedWindow(window));
      window.windows.note(window.caller, count);
      return isCounted;
    },
    async admit(window, { keyId, ofKey, accountId, ofAccount }) {
      const id = randomUUID();
      const operation = { id, keyId, ofKey, accountId, ofAccount, instance };
      const admission = { window: countedWindow(window), operation };
      let outcome = await store.admit(admission);
      if (outcome.kind === "exhausted" && leaving !== undefined) {
        // A client that has its whole answer may use its slot again at once, and that may not have been written yet.
        await leaving;
        outcome = await store.admit(admission);
      }
      window.windows.note(window.caller, outcome.count);
      if (outcome.kind === "exhausted") {
        return { kind: "exhausted", whose: outcome.whose };
      }
      return outcome.kind === "admitted" ? { kind: "admitted", slot: slotOf(id) } : { kind: "window_used_up" };
    },
  };
}

const countedWindow = ({ windows, caller, limit }: CallerWindow): CountedWindow => ({
  caller: `${windows.name}:${caller}`,
  limit,
  endsAt: windows.peek(caller, limit).resetSeconds * 1000,
});
