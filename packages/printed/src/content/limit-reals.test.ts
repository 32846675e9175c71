import { Bounds } from "@quire/cos";
import { expect, test } from "vitest";
import { withLimitedReals } from "./limit-reals.ts";

const limited = (content: string): string | undefined => {
  const bytes = withLimitedReals(Buffer.from(content), new Bounds());
  return bytes && Buffer.from(bytes).toString("latin1");
};

test.each([
  ["q 3 0 0 3 300 -34612.5 cm Q", "q 1 0 0 1 0 -34612 cm 3 0 0 3 300 -0.5 cm Q"],
  ["BT 1 0 0 -1 8 40000.25 Tm (a) Tj ET", "BT 1 0 0 -1 8 40000 Tm 0 -0.25 Td (a) Tj ET"],
  ["BT 5 -40000.5 Td (a) Tj ET", "BT 0 -40000 Td 5 -0.5 Td (a) Tj ET"],
  ["0 40000.5 m 9 40010.25 l S", "1 0 0 1 0 40000 cm 0 0.5 m 9 10.25 l S 1 0 0 1 0 -40000 cm"],
  ["0 40000.5 10 5.5 re W* n", "1 0 0 1 0 40000 cm 0 0.5 10 5.5 re W* n 1 0 0 1 0 -40000 cm"],
  ["1 2 m 399945.69 3.5 l f", "1 2 m 399946 3.5 l f"],
])("%s", (content, expected) => {
  expect(limited(content)).toBe(expected);
});

test.each(["q 3 0 0 3 300 -34612 cm Q", "0 0 m 32767 1.5 l S", "BI /W 1 ID x EI 0 40000.5 m", ""])(
  "stays as it is: %s",
  (content) => {
    expect(limited(content)).toBeUndefined();
  },
);
