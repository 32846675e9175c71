import type { Clock } from "../../../kernel/clock.ts";

export interface TestClock extends Clock {
  /** Delays that were asked for, in that order; those that were called off as well. */
  readonly delays: readonly number[];
  /** Delays that are neither over nor called off. */
  readonly pending: readonly number[];
  /** Lets time pass: what is due is called, in the order in which it is due. */
  advance(byMs: number): void;
}

interface Alarm {
  readonly delayMs: number;
  readonly at: number;
  readonly callback: () => void;
}

/** A clock that stands still until it is told otherwise; delays that `skips` takes are over at once, time passing. */
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

/** A clock on which no wait takes time, and no deadline is met. */
export const patientClock = (): TestClock => createTestClock({ skips: (delayMs) => delayMs < FAR_AWAY_MS / 2 });

/** A time for a page that is never over by `patientClock`. */
export const FAR_AWAY_MS = 1e9;
