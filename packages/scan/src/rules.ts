import { histogramOf, otsu } from "./background.ts";
import type { GreyImage } from "./grey-image.ts";

export interface RuleSizes {
  /** The length, in pixels, from which thin ink along a row or a column is a rule. */
  readonly leastLengthPx: number;
  readonly mostThicknessPx: number;
}

/** A picture without its rules, and how many pixels they had. */
export interface WithoutRules {
  readonly image: GreyImage;
  readonly rulePixels: number;
}

/**
 * Removes the rules of tables and forms and the lines under words, and leaves the strokes of letters that touch or
 * cross them: of a long run of ink, only those places are removed where it is thin across (run-length analysis, as for
 * music staves: Fujinaga, Staff Detection and Removal, 2004). Lines should be level within about half a degree.
 */
export function withoutRules(image: GreyImage, sizes: RuleSizes): WithoutRules {
  const { widthPx, heightPx } = image;
  const threshold = otsu(histogramOf(image));
  // A Buffer's slice would share its memory.
  const pixels = new Uint8Array(image.pixels.subarray(0, widthPx * heightPx));
  const page: Page = { from: image.pixels, to: pixels, threshold, sizes };
  let rulePixels = 0;
  for (let y = 0; y < heightPx; y++) {
    rulePixels += clearLine(
      page,
      { start: y * widthPx, step: 1, count: widthPx },
      { at: y, step: widthPx, count: heightPx },
    );
  }
  for (let x = 0; x < widthPx; x++) {
    rulePixels += clearLine(page, { start: x, step: widthPx, count: heightPx }, { at: x, step: 1, count: widthPx });
  }
  return { image: { widthPx, heightPx, pixels }, rulePixels };
}

interface Page {
  readonly from: Uint8Array;
  readonly to: Uint8Array;
  readonly threshold: number;
  readonly sizes: RuleSizes;
}

interface Line {
  readonly start: number;
  readonly step: number;
  readonly count: number;
}

/** The direction across a line: the line's place on it, the distance to the next pixel, and the number of pixels. */
interface Across {
  readonly at: number;
  readonly step: number;
  readonly count: number;
}

function clearLine(page: Page, line: Line, across: Across): number {
  const { from, threshold, sizes } = page;
  let cleared = 0;
  let run = 0;
  for (let i = 0, at = line.start; i <= line.count; i++, at += line.step) {
    if (i < line.count && from[at]! <= threshold) {
      run++;
      continue;
    }
    if (run >= sizes.leastLengthPx) {
      cleared += clearRun(page, { start: at - run * line.step, step: line.step, count: run }, across);
    }
    run = 0;
  }
  return cleared;
}

function clearRun({ from, to, threshold, sizes }: Page, run: Line, across: Across): number {
  let cleared = 0;
  for (let i = 0, at = run.start; i < run.count; i++, at += run.step) {
    let before = 0;
    let after = 0;
    const limit = sizes.leastLengthPx;
    while (before < limit && before < across.at && from[at - (before + 1) * across.step]! <= threshold) {
      before++;
    }
    while (
      after < limit &&
      across.at + after + 1 < across.count &&
      from[at + (after + 1) * across.step]! <= threshold
    ) {
      after++;
    }
    const thickness = before + 1 + after;
    // What is thin is a rule; what is as long as a rule is where it meets another.
    if (thickness > sizes.mostThicknessPx && thickness < sizes.leastLengthPx) {
      continue;
    }
    to[at] = 255;
    cleared++;
    // The soft edges of a rule are brighter than ink.
    if (before === 0 && across.at > 0) {
      to[at - across.step] = 255;
    }
    if (after === 0 && across.at + 1 < across.count) {
      to[at + across.step] = 255;
    }
  }
  return cleared;
}
