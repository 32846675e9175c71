import { expect, test } from "vitest";
import { withoutGrain } from "./grain.ts";
import type { GreyImage } from "./grey-image.ts";

const WIDTH = 600;
const HEIGHT = 800;

/** Paper whose pixels differ by a dozen levels, with bars as dark as asked for. */
function grainy(level: number, bars: readonly { readonly x: number; readonly y: number }[]): GreyImage {
  const pixels = new Uint8Array(WIDTH * HEIGHT);
  let state = 7;
  for (let at = 0; at < pixels.length; at++) {
    let sum = 0;
    for (let part = 0; part < 4; part++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      sum += state / 2 ** 32 - 0.5;
    }
    pixels[at] = Math.round(220 + 10 * sum);
  }
  for (const { x, y } of bars) {
    for (let row = y; row < y + 5; row++) {
      for (let at = row * WIDTH + x; at < row * WIDTH + x + 40; at++) {
        pixels[at] = pixels[at]! - (220 - level);
      }
    }
  }
  return { widthPx: WIDTH, heightPx: HEIGHT, pixels };
}

test("paper that has nothing but grain is blank", () => {
  expect(withoutGrain(grainy(220, []))).toMatchObject({ isBlank: true });
});

test("a faint word stays on paper that is even then", () => {
  const image = grainy(180, [{ x: 200, y: 300 }]);
  const clean = withoutGrain(image);
  expect(clean?.isBlank).toBe(false);
  const levelAt = (x: number, y: number): number | undefined => clean?.image.pixels[y * WIDTH + x];
  expect(levelAt(220, 302)).toBe(image.pixels[302 * WIDTH + 220]);
  expect(new Set([levelAt(20, 20), levelAt(500, 700), levelAt(90, 310)]).size).toBe(1);
});

test("a page of faint print is left as it is", () => {
  const bars = [...Array(60).keys()].map((at) => ({ x: 40 + 50 * (at % 10), y: 100 + 60 * Math.floor(at / 10) }));
  expect(withoutGrain(grainy(180, bars))).toBeUndefined();
});
