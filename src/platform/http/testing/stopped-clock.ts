import { onTestFinished, vi } from "vitest";

/**
 * Stops the clock of this process at the beginning of a minute until the test has ended: the windows of the rate limits are
 * aligned with minutes, and none may end between two requests that are counted.
 */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Math.floor(Date.now() / 60_000) * 60_000 });
  onTestFinished(() => void vi.useRealTimers());
}
