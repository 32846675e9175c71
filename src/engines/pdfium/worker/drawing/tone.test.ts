import { expect, test } from "vitest";
import { isContinuousTone, isGrey } from "./tone.ts";

/** Returns a row of pixels, each made by `pixel`. */
function row(count: number, pixel: (index: number) => readonly [number, number, number]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Array.from({ length: count }, (_, index) => pixel(index)).flat());
}

const grey = (value: number): readonly [number, number, number] => [value, value, value];

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])(
  "any other value in any channel of %i grey pixels is colour",
  (count) => {
    const pixels = row(count, (index) => grey((index * 37) % 256));
    expect(isGrey(pixels)).toBe(true);
    for (let index = 0; index < pixels.length; index++) {
      const value = pixels[index] ?? 0;
      pixels[index] = value ^ 1;
      expect(isGrey(pixels)).toBe(false);
      pixels[index] = value;
    }
  },
);

test("white is grey, and so is black", () => {
  expect(isGrey(new Uint8Array(3000).fill(255))).toBe(true);
  expect(isGrey(new Uint8Array(3000))).toBe(true);
});

test("neighbours that differ a little are a continuous tone; flat, noisy and empty images are none", () => {
  let state = 1;
  const random = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % 256;
  };
  expect(isContinuousTone(row(50_000, (index) => grey(Math.floor(128 + 100 * Math.sin(index / 20)))))).toBe(true);
  expect(isContinuousTone(row(50_000, () => grey(random())))).toBe(false);
  expect(isContinuousTone(row(50_000, (index) => grey(index % 10 === 0 ? 0 : 255)))).toBe(false);
  expect(isContinuousTone(row(1, () => grey(7)))).toBe(false);
  expect(isContinuousTone(new Uint8Array())).toBe(false);
});
