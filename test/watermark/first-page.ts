import type { RenderedPage, Rendering, RenderRequest } from "../cos/render-process.ts";
import { isLoss, type Loss, WorkingProcess } from "../cos/working-process.ts";
import { marginPt } from "./mark.ts";

/** A comparison of the first page with what it was before it was marked. Counts are of pixels that changed. */
export type FirstPage =
  | ({ readonly kind: "drawn" } & Changes)
  /** PDFium does not open the document, marked or not, or does not find the page. */
  | { readonly kind: "none" }
  /** PDFium draws only one of the two, or draws them in different sizes. */
  | { readonly kind: "other"; readonly what: string };

interface Changes {
  readonly inside: number;
  readonly outside: number;
  /** The box in which the mark is expected. */
  readonly box: Box;
  /** Whether the whole box is on the page, which may be too small for it. */
  readonly isOnPage: boolean;
}

/** A box in pixels from the top left. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The ink of the mark, in points from the corner of the page at the bottom right, without the margins. */
export type MarkBox = Box;

/** The tolerance for blurred edges and rounding, in pixels. */
const SLACK_PX = 2;
const DRAWN_WITHIN_MS = 180_000;

type Bitmap = NonNullable<RenderedPage["bitmap"]>;
type Drawing = Rendering | Loss;
type Pdfium = WorkingProcess<RenderRequest, Rendering>;

interface Pair {
  readonly before: RenderRequest;
  readonly after: RenderRequest;
}

export interface Expected {
  readonly mark: MarkBox;
  /** The number of the page's points, as PDFium counts, to one point in which the mark is measured. */
  readonly scale: number;
}

/** Draws first pages with PDFium. */
export class FirstPages implements Disposable {
  readonly #pdfium: Pdfium = new WorkingProcess("render-process.ts");

  async compare(pair: Pair, expected: Expected): Promise<FirstPage> {
    const together = compareDrawings(
      await firstPage(this.#pdfium, pair.before),
      await firstPage(this.#pdfium, pair.after),
      expected,
    );
    if (together.kind === "none" || (together.kind === "drawn" && together.outside === 0)) {
      return together;
    }
    // In a separate process each: what PDFium uses for a font depends on those it met before (see Appearance).
    return compareDrawings(await drawAlone(pair.before), await drawAlone(pair.after), expected);
  }

  [Symbol.dispose](): void {
    this.#pdfium[Symbol.dispose]();
  }
}

/**
 * Finds the mark on a page that is otherwise blank.
 * @throws when there is no mark.
 */
export async function measureMark(request: RenderRequest): Promise<MarkBox> {
  const page = pageIn(await drawAlone(request));
  if (page?.bitmap === undefined) {
    throw new Error("The marked page is not drawn.");
  }
  const { widthPx, heightPx, pixels } = page.bitmap;
  const blank = { ...page.bitmap, pixels: new Uint8Array(pixels.length).fill(0xff) };
  const changed = [...changedPixels(blank, page.bitmap)];
  if (changed.length === 0) {
    throw new Error("The mark is not to be seen.");
  }
  const [xs, ys] = [changed.map(({ x }) => x), changed.map(({ y }) => y)];
  // One pixel is one point here.
  const [right, bottom] = [widthPx - marginPt(widthPx), heightPx - marginPt(heightPx)];
  return {
    left: least(xs) - right,
    top: least(ys) - bottom,
    right: 1 - least(xs.map((x) => -x)) - right,
    bottom: 1 - least(ys.map((y) => -y)) - bottom,
  };
}

const least = (values: readonly number[]): number => values.reduce((one, other) => Math.min(one, other));

async function drawAlone(request: RenderRequest): Promise<Drawing> {
  using pdfium: Pdfium = new WorkingProcess("render-process.ts");
  // Awaited here: the process ends with this function.
  return await firstPage(pdfium, request);
}

const firstPage = (pdfium: Pdfium, request: RenderRequest): Promise<Drawing> =>
  pdfium.ask({ ...request, pages: { from: 1, count: 1 }, keepsPixels: true }, DRAWN_WITHIN_MS);

const pageIn = (drawing: Drawing): RenderedPage | undefined =>
  isLoss(drawing) || drawing.kind !== "pages" ? undefined : drawing.pages[0];

function compareDrawings(before: Drawing, after: Drawing, expected: Expected): FirstPage {
  if (isLoss(before) || isLoss(after)) {
    return { kind: "other", what: JSON.stringify([before, after].map((one) => (isLoss(one) ? one.lost : one.kind))) };
  }
  const [one, other] = [pageIn(before), pageIn(after)];
  if (one?.bitmap === undefined || other?.bitmap === undefined) {
    const isSame = (one?.digest ?? "") === (other?.digest ?? "");
    return isSame ? { kind: "none" } : { kind: "other", what: `${one?.digest ?? "none"}; ours: ${other?.digest}` };
  }
  const [size, otherSize] = [one.digest, other.digest].map((digest) => digest.split(" ")[0] ?? "") as [string, string];
  return size === otherSize
    ? { kind: "drawn", ...countChanges(one.bitmap, other.bitmap, boxOn(one.bitmap, size, expected)) }
    : { kind: "other", what: `${size}; ours: ${otherSize}` };
}

/** Returns the box in which the mark is expected on a bitmap of a page of so many points. */
function boxOn({ widthPx, heightPx }: Bitmap, size: string, { mark, scale }: Expected): Box {
  const [widthPt, heightPt] = size.split("x").map(Number) as [number, number];
  const [pxPerX, pxPerY] = [widthPx / widthPt, heightPx / heightPt];
  const right = widthPt - marginPt(widthPt / scale) * scale;
  const bottom = heightPt - marginPt(heightPt / scale) * scale;
  return {
    left: Math.floor((right + mark.left * scale) * pxPerX) - SLACK_PX,
    top: Math.floor((bottom + mark.top * scale) * pxPerY) - SLACK_PX,
    right: Math.ceil((right + mark.right * scale) * pxPerX) + SLACK_PX,
    bottom: Math.ceil((bottom + mark.bottom * scale) * pxPerY) + SLACK_PX,
  };
}

function countChanges(before: Bitmap, after: Bitmap, box: Box): Changes {
  const { widthPx, heightPx } = before;
  let [inside, outside] = [0, 0];
  for (const { x, y } of changedPixels(before, after)) {
    if (x >= box.left && x < box.right && y >= box.top && y < box.bottom) {
      inside += 1;
    } else {
      outside += 1;
    }
  }
  const isOnPage = box.left >= 0 && box.top >= 0 && box.right <= widthPx && box.bottom <= heightPx;
  return { inside, outside, box, isOnPage };
}

/** Yields the pixels that differ; both bitmaps have the same size and three channels. */
function* changedPixels(one: Bitmap, other: Bitmap): Generator<{ x: number; y: number }> {
  const { widthPx, pixels } = one;
  for (let offset = 0; offset < pixels.length; offset += 3) {
    const isSame =
      pixels[offset] === other.pixels[offset] &&
      pixels[offset + 1] === other.pixels[offset + 1] &&
      pixels[offset + 2] === other.pixels[offset + 2];
    if (!isSame) {
      const index = offset / 3;
      yield { x: index % widthPx, y: Math.floor(index / widthPx) };
    }
  }
}
