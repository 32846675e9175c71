import { describe, expect, test } from "vitest";
import { followedBy, inverseOf, mapBox } from "./affine.ts";
import { backgroundOf, histogramOf, onEvenPaper, otsu, quantile, stretch } from "./background.ts";
import { componentsOf } from "./components.ts";
import { inkOutside } from "./coverage.ts";
import { despeckle } from "./despeckle.ts";
import type { GreyImage } from "./grey-image.ts";
import { withoutLeaders } from "./leaders.ts";
import { lineDirectionOf } from "./line-direction.ts";
import { lineSlopesOf } from "./line-slopes.ts";
import { median3 } from "./median.ts";
import { noiseOf } from "./noise.ts";
import { resize, scale } from "./resize.ts";
import { rotate, turn } from "./rotate.ts";
import { withoutRules } from "./rules.ts";
import { blurOf, deblur } from "./sharpen.ts";
import { skewOf } from "./skew.ts";
import { box, gauss } from "./smooth.ts";
import { straightened } from "./straighten.ts";
import { converted, differenceOf, drawnPage, prose } from "./testing/drawn-page.ts";

const page = drawnPage(prose, { dpi: 150 });
const { widthPx, heightPx } = page;

describe("skew", () => {
  test.each([-4.5, -1, 0.5, 3, 6])("of a page that ImageMagick turned by %d degrees is found to a tenth", (degrees) => {
    const skewed = converted(page, ["-rotate", String(degrees)]);
    const { degrees: found, gain } = skewOf(skewed);
    expect(Math.abs(found + degrees)).toBeLessThan(0.1);
    expect(gain).toBeGreaterThan(1.08);
  });

  test("of a level page is none, and its lines run along rows", () => {
    const { degrees, rowsToColumns } = skewOf(page);
    expect(Math.abs(degrees)).toBeLessThan(0.1);
    expect(rowsToColumns).toBeGreaterThan(1.5);
  });

  test("of a page on its side is found along columns", () => {
    const { degrees, rowsToColumns } = skewOf(converted(page, ["-rotate", "92"]));
    expect(Math.abs(degrees + 2)).toBeLessThan(0.1);
    expect(rowsToColumns).toBeLessThan(0.5);
  });

  test("of an empty page is none", () => {
    expect(skewOf({ widthPx: 40, heightPx: 30, pixels: new Uint8Array(1200).fill(255) }).degrees).toBe(0);
    expect(skewOf({ widthPx: 1, heightPx: 1, pixels: new Uint8Array(1) }).degrees).toBe(0);
  });
});

/** Lays dark edges beside a page, as scanners do whose glass is wider. */
const framed = (given: GreyImage): GreyImage => ({
  ...given,
  pixels: given.pixels.map((level, at) => {
    const x = at % given.widthPx;
    return x < 20 || x >= given.widthPx - 25 ? 10 : level;
  }),
});

describe("the direction of lines", () => {
  test("is that of the nearest neighbours of letters", () => {
    expect(lineDirectionOf(page).alongRows).toBeGreaterThan(0.9);
    expect(lineDirectionOf(page).letters).toBeGreaterThan(200);
    expect(lineDirectionOf(turn(page, 90).image).alongRows).toBeLessThan(0.1);
    expect(lineDirectionOf(rotate(page, 3).image).alongRows).toBeGreaterThan(0.9);
  });

  test("is seen beside the edges of a page, which have the sharper profile", () => {
    const few = framed(drawnPage(prose.slice(0, 8), { dpi: 150 }));
    expect(skewOf(few).rowsToColumns).toBeLessThan(0.7);
    expect(lineDirectionOf(few).alongRows).toBeGreaterThan(0.9);
    expect(lineDirectionOf(turn(few, 270).image).alongRows).toBeLessThan(0.1);
  });

  test("of an empty page is none", () => {
    const empty = { widthPx: 40, heightPx: 30, pixels: new Uint8Array(1200).fill(255) };
    expect(lineDirectionOf(empty)).toEqual({ alongRows: 0.5, letters: 0 });
  });
});

test("a page's skew is that of its lines, also where its edges are sharper and level", () => {
  const skewed = framed(converted(drawnPage(prose.slice(0, 8), { dpi: 150 }), ["-rotate", "2"]));
  expect(Math.abs(skewOf(skewed, { along: "rows" }).degrees + 2)).toBeLessThan(0.1);
});

describe("a page that a camera looked at askew", () => {
  /** The left side of the page keeps its height, the right one is squeezed: lines fall above and rise below. */
  const corners = `0,0 0,0 ${widthPx},0 ${widthPx},160 ${widthPx},${heightPx} ${widthPx},${heightPx - 160} 0,${heightPx} 0,${heightPx}`;
  const full = drawnPage([...prose, ...prose, ...prose], { dpi: 150 });
  const askew = converted(full, ["-virtual-pixel", "white", "-distort", "Perspective", corners]);

  test("has its lines made straight, as none of its slopes shows", () => {
    expect(lineSlopesOf(askew)?.spreadDegrees).toBeGreaterThan(4);
    const straight = straightened(askew);
    expect(straight).toBeDefined();
    expect(lineSlopesOf(straight?.image ?? askew)?.spreadDegrees).toBeLessThan(1);
  });

  test("tells where what it shows was", () => {
    const marked = { ...askew, pixels: new Uint8Array(askew.pixels) };
    const mark = { xMin: 1150, yMin: 180, xMax: 1170, yMax: 196 };
    for (let y = mark.yMin; y < mark.yMax; y++) {
      marked.pixels.fill(128, y * widthPx + mark.xMin, y * widthPx + mark.xMax);
    }
    const straight = straightened(marked);
    const { heightPx: rows, pixels } = straight?.image ?? askew;
    const found = Array.from({ length: rows }, (_, y) => y).filter((y) => pixels[y * widthPx + 1160] === 128);
    const [yMin, yMax] = [found[0] ?? 0, (found.at(-1) ?? 0) + 1];
    expect(Math.abs(yMin - mark.yMin)).toBeGreaterThan(8);
    const was = straight?.boxAsWas({ ...mark, yMin, yMax });
    expect(Math.abs((was?.yMin ?? 0) - mark.yMin)).toBeLessThan(4);
    expect(Math.abs((was?.yMax ?? 0) - mark.yMax)).toBeLessThan(4);
  });

  test("is told from pages that are flat, turned, or empty", () => {
    const empty = { widthPx: 400, heightPx: 300, pixels: new Uint8Array(400 * 300).fill(255) };
    for (const flat of [full, page, rotate(full, 2).image, converted(full, ["-rotate", "90"]), empty]) {
      expect(straightened(flat)).toBeUndefined();
    }
  });
});

describe("connected pieces of ink", () => {
  test("touch at sides or corners, and join where a later row connects them", () => {
    const rows = ["#..#.....#", "#..#....#.", "####......", "..........", "...##.....", ".....#...."];
    const pixels = Uint8Array.from(rows.join(""), (sign) => (sign === "#" ? 0 : 255));
    expect(componentsOf({ widthPx: 10, heightPx: 6, pixels }, 128)).toEqual([
      { xMin: 0, yMin: 0, xMax: 4, yMax: 3 },
      { xMin: 8, yMin: 0, xMax: 10, yMax: 2 },
      { xMin: 3, yMin: 4, xMax: 6, yMax: 6 },
    ]);
  });
});

describe("turning", () => {
  test.each([90, 180, 270] as const)("by %d degrees is what ImageMagick makes of it", (degrees) => {
    const turned = turn(page, degrees);
    expect(differenceOf(turned.image, converted(page, ["-rotate", String(degrees)]))).toBe(0);
  });

  test("by any angle is what ImageMagick makes of it, up to interpolation", () => {
    const turned = rotate(page, 3).image;
    const theirs = converted(page, [
      "-rotate",
      "3",
      "-gravity",
      "center",
      "-extent",
      `${turned.widthPx}x${turned.heightPx}`,
    ]);
    const moved = converted(theirs, ["-roll", "+3+0"]);
    expect(differenceOf(turned, theirs)).toBeLessThan(differenceOf(turned, moved) / 2);
  });

  test("and mapping boxes back ends where they came from", () => {
    const given = { xMin: 120, yMin: 340, xMax: 260, yMax: 372 };
    const small = rotate(page, -2.5);
    const large = scale(small.image, 1.5);
    const transform = followedBy(followedBy(small.transform, large.transform), turn(large.image, 270).transform);
    const there = mapBox(transform, { xMin: 150, yMin: 200, xMax: 150, yMax: 200 });
    const back = mapBox(inverseOf(transform), there);
    expect(back.xMin).toBeCloseTo(150, 6);
    expect(back.yMax).toBeCloseTo(200, 6);
    const around = mapBox(inverseOf(transform), mapBox(transform, given));
    expect(around.xMin).toBeLessThanOrEqual(given.xMin);
    expect(around.yMax).toBeGreaterThanOrEqual(given.yMax);
    expect(around.xMax - around.xMin).toBeLessThan(given.xMax - given.xMin + 20);
  });

  test("follows a mark on the page to where its transform says", () => {
    const marked = { ...page, pixels: new Uint8Array(page.pixels.length).fill(255) };
    for (let y = 300; y < 310; y++) {
      marked.pixels.fill(0, y * widthPx + 700, y * widthPx + 710);
    }
    for (const { image, transform } of [turn(marked, 90), turn(marked, 270), rotate(marked, 4), scale(marked, 1.7)]) {
      const { xMin, yMin, xMax, yMax } = mapBox(transform, { xMin: 700, yMin: 300, xMax: 710, yMax: 310 });
      const middle = Math.floor((yMin + yMax) / 2) * image.widthPx + Math.floor((xMin + xMax) / 2);
      expect(image.pixels[middle]).toBe(0);
      expect(image.pixels[middle + Math.ceil(xMax - xMin)]).toBe(255);
    }
  });

  test("what has no area cannot be inverted", () => {
    expect(() => inverseOf({ xx: 0, xy: 0, x0: 1, yx: 0, yy: 0, y0: 1 })).toThrow(RangeError);
  });
});

describe("resizing", () => {
  test("down is the mean of areas, as ImageMagick's -scale", () => {
    const half = resize(page, { widthPx: 400, heightPx: 500 }).image;
    expect(differenceOf(half, converted(page, ["-scale", "400x500!"]))).toBeLessThan(1);
  });

  test("up is cubic, as ImageMagick's Catrom filter", () => {
    const large = scale(page, 2).image;
    const theirs = converted(page, ["-filter", "Catrom", "-resize", "200%"]);
    expect(differenceOf(large, theirs)).toBeLessThan(0.5);
  });

  test("keeps white white and black black", () => {
    for (const level of [0, 255]) {
      const plain = { widthPx: 31, heightPx: 17, pixels: new Uint8Array(31 * 17).fill(level) };
      for (const size of [
        { widthPx: 1, heightPx: 1 },
        { widthPx: 13, heightPx: 90 },
      ]) {
        expect(new Set(resize(plain, size).image.pixels)).toEqual(new Set([level]));
      }
    }
  });
});

describe("noise", () => {
  test("is measured, and a clean page has none", () => {
    expect(noiseOf(page)).toMatchObject({ sigma: 0 });
    const grey = { ...page, pixels: page.pixels.map((value) => 60 + value / 2) };
    for (const sigma of [10, 20]) {
      const measured = noiseOf({ ...page, pixels: grey.pixels.map((value, at) => value + sigma * normal(at)) });
      expect(measured.sigma / sigma).toBeGreaterThan(0.85);
      expect(measured.sigma / sigma).toBeLessThan(1.2);
    }
  });

  test("of single pixels is measured by their share and removed, and print stays", () => {
    const speckled = { ...page, pixels: page.pixels.slice() };
    for (let at = 0; at < speckled.pixels.length; at += 199) {
      speckled.pixels[at] = 255 - speckled.pixels[at]!;
    }
    expect(noiseOf(speckled).specks).toBeGreaterThan(0.002);
    expect(noiseOf(page).specks).toBeLessThan(0.0005);
    const clean = despeckle(speckled, 64);
    expect(noiseOf(clean).specks).toBeLessThan(0.0005);
    expect(differenceOf(clean, page)).toBeLessThan(differenceOf(speckled, page) / 4);
    expect(differenceOf(clean, page)).toBeLessThan(differenceOf(median3(speckled), page));
    // Made a per cent smaller or larger, a speck is four fainter pixels.
    for (const factor of [0.99, 1.01]) {
      const share = noiseOf(scale(speckled, factor).image).specks / noiseOf(speckled).specks;
      expect(Math.abs(share - 1)).toBeLessThan(0.1);
      expect(noiseOf(scale(page, factor).image).specks).toBeLessThan(0.0005);
    }
  });

  test("the median of nine is ImageMagick's", () => {
    const theirs = converted(page, ["-statistic", "Median", "3x3"]);
    expect(differenceOf(median3(page), theirs)).toBe(0);
  });

  test("smoothing is ImageMagick's", () => {
    expect(differenceOf(gauss(page, 1.5), converted(page, ["-gaussian-blur", "0x1.5"]))).toBeLessThan(0.6);
    const mean = converted(page, ["-define", "convolve:scale=!", "-morphology", "Convolve", "Square:2"]);
    expect(differenceOf(box(page, 2), mean)).toBeLessThan(0.6);
  });
});

describe("light", () => {
  const shadow = {
    ...page,
    pixels: page.pixels.map((value, at) => value * (0.3 + (0.7 * (at % widthPx)) / widthPx)),
  };

  test("that falls off is found and evened out", () => {
    const light = backgroundOf(shadow, { windowPx: 38, edges: "smooth" });
    expect(light.darkest / light.brightest).toBeLessThan(0.5);
    expect(differenceOf(onEvenPaper(shadow, light), page)).toBeLessThan(3);
    expect(differenceOf(shadow, page)).toBeGreaterThan(50);
  });

  test("on a flat page is even", () => {
    const light = backgroundOf(page, { windowPx: 38, edges: "smooth" });
    expect(light).toMatchObject({ darkest: 255, median: 255, brightest: 255 });
  });

  test("of a tinted cell is evened out up to its edge", () => {
    const tinted = { ...page, pixels: page.pixels.slice() };
    for (let y = 300; y < 420; y++) {
      for (let at = y * widthPx + 400; at < y * widthPx + 700; at++) {
        tinted.pixels[at]! *= 0.5;
      }
    }
    const light = backgroundOf(tinted, { windowPx: 19, edges: "sharp" });
    expect(light.median).toBe(255);
    expect(quantile(histogramOf(onEvenPaper(tinted, light)), 0.03)).toBeGreaterThan(
      quantile(histogramOf(tinted), 0.03),
    );
    expect(differenceOf(onEvenPaper(tinted, light), page)).toBeLessThan(differenceOf(tinted, page) / 4);
  });

  test("is stretched over all levels, and print is separated from paper", () => {
    const pale = { ...page, pixels: page.pixels.map((value) => 170 + value / 10) };
    expect(otsu(histogramOf(pale))).toBeGreaterThan(170);
    expect(otsu(histogramOf(pale))).toBeLessThan(195);
    expect(differenceOf(stretch(pale, 170, 195), page)).toBeLessThan(3);
  });
});

describe("blur", () => {
  test("is measured and undone", () => {
    expect(blurOf(page).sigmaPx).toBeLessThan(1);
    const blurred = converted(page, ["-gaussian-blur", "0x1.6"]);
    const { sigmaPx, edges } = blurOf(blurred);
    expect(edges).toBeGreaterThan(500);
    expect(sigmaPx).toBeGreaterThan(1.2);
    expect(sigmaPx).toBeLessThan(1.8);
    const sharp = deblur(blurred, 1.6);
    expect(differenceOf(sharp, page)).toBeLessThan(0.8 * differenceOf(blurred, page));
  });
});

describe("print outside of boxes", () => {
  const all = { xMin: 0, yMin: 0, xMax: widthPx, yMax: heightPx };

  test("is measured by its share", () => {
    expect(inkOutside(page, [all], 30)).toBe(0);
    expect(inkOutside(page, [], 30)).toBe(1);
    // The box covers the upper four of eight lines.
    const half = inkOutside(page, [{ ...all, yMax: (150 / 72) * (792 - 700 + 4 * 18 - 14) }], 30);
    expect(half).toBeGreaterThan(0.4);
    expect(half).toBeLessThan(0.6);
  });

  test("does not count pictures, nor a page without any", () => {
    const dark = { ...page, pixels: new Uint8Array(page.pixels) };
    dark.pixels.fill(0, widthPx * (heightPx - 200));
    expect(inkOutside(dark, [{ ...all, yMax: heightPx - 200 }], 30)).toBe(0);
    expect(inkOutside({ widthPx: 9, heightPx: 9, pixels: new Uint8Array(81).fill(255) }, [], 30)).toBe(0);
  });
});

describe("rules", () => {
  const table = "0.7 w 60 690 m 560 690 l S 60 715 m 560 715 l S 60 600 m 60 715 l S 300 600 m 300 715 l S";

  test("of a table go, and the letters that they touch stay", () => {
    const ruled = drawnPage(prose, { dpi: 150, content: table });
    const { image, rulePixels } = withoutRules(ruled, { leastLengthPx: 75, mostThicknessPx: 5 });
    expect(rulePixels).toBeGreaterThan(2000);
    expect(differenceOf(image, page)).toBeLessThan(differenceOf(ruled, page) / 5);
  });

  test("are not found in text", () => {
    expect(withoutRules(page, { leastLengthPx: 75, mostThicknessPx: 5 })).toEqual({ image: page, rulePixels: 0 });
  });
});

const uniform = (seed: number): number => {
  let state = (seed ^ 0x9e37_79b9) >>> 0;
  for (let round = 0; round < 3; round++) {
    state = (Math.imul(state ^ (state >>> 15), 0x85eb_ca6b) + 0xc2b2_ae35) >>> 0;
  }
  return (state + 1) / 4_294_967_297;
};

/** Returns normal noise that is the same in each run (Box and Muller's method over a linear congruential generator). */
function normal(at: number): number {
  return Math.sqrt(-2 * Math.log(uniform(2 * at))) * Math.cos(2 * Math.PI * uniform(2 * at + 1));
}

describe("leaders", () => {
  const entries = ["Harbour", "Lighthouse and quay", "Nets", "Ice"];
  const led = entries.map((entry) => `${entry} ${".".repeat(80 - entry.length)}`);
  const most = 150 / 25;

  test("go, and titles stay", () => {
    const list = drawnPage(led, { dpi: 150 });
    const titles = drawnPage(entries, { dpi: 150 });
    const { image, leaders } = withoutLeaders(list, most);
    expect(leaders).toHaveLength(entries.length);
    expect(differenceOf(image, titles)).toBeLessThan(differenceOf(list, titles) / 10);
    for (const { xMin, xMax, yMin, yMax } of leaders) {
      expect(xMax - xMin).toBeGreaterThan(300);
      expect(yMax - yMin).toBeLessThan(12);
    }
  });

  test("are not found in prose, full stops, colons and ellipses included", () => {
    const text = drawnPage([...prose, "One... two... three... four: five; six. Seven. i i i i i i i i i i i"], {
      dpi: 150,
    });
    expect(withoutLeaders(text, most)).toEqual({ image: text, leaders: [] });
    expect(withoutLeaders({ widthPx: 2, heightPx: 2, pixels: new Uint8Array(4) }, most).leaders).toEqual([]);
  });
});

test("pages are as large as they are drawn", () => {
  expect([widthPx, heightPx]).toEqual([1275, 1650]);
});
