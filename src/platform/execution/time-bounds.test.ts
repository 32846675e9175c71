import { expect, test } from "vitest";
import { engineTimeMs, syncTimeoutMs } from "./time-bounds.ts";

const longWork = { syncTimeoutMs: 600, engineTimePerPageMs: 90 };

test.each([
  { operation: {}, pages: 100, expected: [60, 25] },
  { operation: { longWork }, pages: 2, expected: [600, 180] },
  // An empty selection.
  { operation: { longWork }, pages: 0, expected: [600, 25] },
  { operation: { longWork: { syncTimeoutMs: 5, engineTimePerPageMs: 1 } }, pages: 2, expected: [60, 25] },
])(
  "what an operation needs counts where it is more than what all may take: $expected",
  ({ operation, pages, expected }) => {
    const found = [syncTimeoutMs(operation, { syncTimeoutMs: 60 }), engineTimeMs(operation, { limitMs: 25, pages })];
    expect(found).toEqual(expected);
  },
);
