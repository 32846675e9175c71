import type { Clock } from "../../../kernel/timing/clock.ts";

export interface TestClock extends Clock {
  /** The delays that were requested, in that order, including those that were cancelled. */
  readonly delays: readonly number[];
  /** The delays that are neither over nor cancelled. */
  readonly pending: readonly number[];
  /** Advances the time: callbacks that are due are called, in the order in which they are due. */
  advance(byMs: number): void;
}

interface Alarm {
  readonly delayMs: number;
  readonly at: number;
  readonly callback: () => void;
}

/**
 * Creates a clock that stands still until it is advanced; delays that `skips` accepts are over at once, and advance the
 * time.
 */
export function createTestClock({
  skips = () => false,
  startsAt = Date.UTC(2026, 0, 1),
}: {
  readonly skips?: (delayMs: number) => boolean;
  readonly startsAt?: number;
} = {}): TestClock {
  let now = startsAt;
  const delays: number[] = [];
  const alarms = new Set<Alarm>();
  return {
    delays,
    get pending() {
      return [...alarms].map(({ delayMs }) => delayMs);
    },
    now: () => now,
    after(delayMs, callback) {
      delays.push(delayMs);
      const alarm = { delayMs, at: now + delayMs, callback };
      alarms.add(alarm);
      if (skips(delayMs)) {
        now += delayMs;
        queueMicrotask(() => alarms.delete(alarm) && callback());
      }
      return () => void alarms.delete(alarm);
    },
    advance(byMs) {
      now += byMs;
      const due = [...alarms].filter(({ at }) => at <= now).toSorted((one, other) => one.at - other.at);
      for (const alarm of due) {
        if (alarms.delete(alarm)) {
          alarm.callback();
        }
      }
    },
  };
}

/** Creates a clock on which no wait takes time, and no deadline is met. */
export const patientClock = (): TestClock => createTestClock({ skips: (delayMs) => delayMs < FAR_AWAY_MS / 2 });

/** A page's time limit, in milliseconds, that is never reached with `patientClock`. */
export const FAR_AWAY_MS = 1e9;
