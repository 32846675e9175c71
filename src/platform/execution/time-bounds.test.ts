import { expect, test } from "vitest";
import { engineTimeMs, syncTimeoutMs } from "./time-bounds.ts";

const longWork = { syncTimeoutMs: 600, engineTimePerPageMs: 90 };

test.each([
  { operation: {}, workPages: 100, expected: [60, 25] },
  { operation: { longWork }, workPages: 2, expected: [600, 180] },
  // The selection is empty, or no page is long work.
  { operation: { longWork }, workPages: 0, expected: [60, 25] },
  { operation: { longWork: { syncTimeoutMs: 5, engineTimePerPageMs: 1 } }, workPages: 2, expected: [60, 25] },
])(
  "what an operation needs counts where it is more than what all may take: $expected",
  ({ operation, workPages, expected }) => {
    const found = [
      syncTimeoutMs(operation, { limitMs: 60, workPages }),
      engineTimeMs(operation, { limitMs: 25, workPages }),
    ];
    expect(found).toEqual(expected);
  },
);

test("while it is not known how many pages are long work, what the operation needs counts", () => {
  expect(syncTimeoutMs({ longWork }, { limitMs: 60 })).toBe(600);
});
