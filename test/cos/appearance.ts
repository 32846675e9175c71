import type { RenderedPage, Rendering, RenderRequest } from "./render-process.ts";
import { isLoss, type Loss, WorkingProcess } from "./working-process.ts";

/** A comparison of the pages of one file, as drawn, with those of another. */
export interface Comparison {
  readonly pages: number;
  /** The pages that are different, each with the difference; empty when there is none. */
  readonly different: readonly string[];
}

/**
 * The time within which a document has to be drawn. A page may have millions of patterns, and the machine other work.
 */
const DRAWN_WITHIN_MS = 180_000;

type Drawing = Rendering | Loss;
type Pdfium = WorkingProcess<RenderRequest, Rendering>;

/** Draws documents with PDFium and remembers the results, until a file may have changed and its result is forgotten. */
export class Appearance implements Disposable {
  readonly #pdfium: Pdfium = new WorkingProcess("render-process.ts");
  readonly #drawn = new Map<string, Drawing>();

  forget(): void {
    this.#drawn.clear();
  }

  /** Draws both documents, or the pages of them that are asked for, and compares them. */
  async compare(expected: RenderRequest, actual: RenderRequest): Promise<Comparison> {
    const comparison = compareDrawings(await this.#draw(expected), await this.#draw(actual));
    if (comparison.different.length === 0) {
      return comparison;
    }
    // The font that PDFium uses for one that is not embedded depends on the fonts it met before: in a separate process
    // for each document it is the same.
    return compareDrawings(await drawAlone(expected), await drawAlone(actual));
  }

  [Symbol.dispose](): void {
    this.#pdfium[Symbol.dispose]();
  }

  async #draw(request: RenderRequest): Promise<Drawing> {
    const key = JSON.stringify([request.path, request.pages]);
    const rendering = this.#drawn.get(key) ?? (await draw(this.#pdfium, request));
    this.#drawn.set(key, rendering);
    return rendering;
  }
}

async function drawAlone(request: RenderRequest): Promise<Drawing> {
  using pdfium: Pdfium = new WorkingProcess("render-process.ts");
  // Awaited here: the process ends with this function.
  return await draw(pdfium, request);
}

async function draw(pdfium: Pdfium, { path, password, pages }: RenderRequest): Promise<Drawing> {
  return pdfium.ask({ path, password, pages }, DRAWN_WITHIN_MS);
}

function compareDrawings(expected: Drawing, actual: Drawing): Comparison {
  if (isDrawn(expected) && isDrawn(actual)) {
    return comparePages(expected.pages, actual.pages);
  }
  const [before, after] = [outcomeOf(expected), outcomeOf(actual)];
  const isSame = before === after && !isLoss(expected);
  return { pages: 0, different: isSame ? [] : [`${before}; ours: ${after}`] };
}

function comparePages(expected: readonly RenderedPage[], actual: readonly RenderedPage[]): Comparison {
  const pages = Math.max(expected.length, actual.length);
  const different = Array.from({ length: pages }, (_, index) => {
    const [before, after] = [expected[index], actual[index]];
    const isSame = before?.digest === after?.digest;
    return isSame ? [] : [`page ${index + 1}: ink ${before?.ink ?? "none"}; ours: ${after?.ink ?? "none"}`];
  });
  return { pages, different: different.flat() };
}

const isDrawn = (drawing: Drawing): drawing is Rendering & { kind: "pages" } =>
  !isLoss(drawing) && drawing.kind === "pages";

function outcomeOf(drawing: Drawing): string {
  if (isLoss(drawing)) {
    return drawing.lost;
  }
  return drawing.kind === "pages" ? `${drawing.pages.length} pages` : drawing.reason;
}
