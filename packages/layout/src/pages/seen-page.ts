import type { PageContent } from "../content.ts";
import { withFormulas } from "../formulas/with-formulas.ts";
import { rotationOfPage, turnedPage } from "../geometry/turned-page.ts";
import { type Rotation } from "../geometry/turning.ts";
import { withoutPlotMarks } from "../glyphs/plot-marks.ts";
import { visibleGlyphs } from "../glyphs/visible-glyphs.ts";
import { findRunningHeaders } from "../running-headers/running-headers.ts";
import { withInlineFractions } from "../words/inline-fractions.ts";
import { linesOfPage } from "../words/lines-of-page.ts";
import type { Line, PageLines } from "../words.ts";

/** A page turned upright, with its words in lines. */
export interface SeenPage extends PageLines {
  readonly original: PageContent;
  readonly rotation: Rotation;
  /** The visible glyphs in the order of the content, without the points of plots. */
  readonly visible: readonly number[];
}

interface SeeingOptions {
  /** Whether invisible text counts as text. */
  readonly keepInvisible: boolean;
  /** Whether formulas are found, each as one word. */
  readonly hasFormulas: boolean;
}

export function seenPage(original: PageContent, { keepInvisible, hasFormulas }: SeeingOptions): SeenPage {
  const rotation = rotationOfPage(original.glyphs);
  const content = turnedPage(original, rotation);
  const visible = withoutPlotMarks(content, visibleGlyphs(content, { keepInvisible }).glyphs);
  const lines = linesOfPage(content, visible);
  return {
    content,
    lines: hasFormulas ? withFormulas(content, lines) : withInlineFractions(lines, content.rules),
    original,
    rotation,
    visible,
  };
}

/** A page whose running headers and footers are known. */
export interface ReadPage extends SeenPage {
  readonly running: ReadonlySet<Line>;
}

/** Finds the running headers and footers of pages that follow each other, by what the pages repeat. */
export function withRunningHeaders(
  pages: readonly SeenPage[],
  known: { readonly bodySizePt: number; readonly isTagged: boolean },
): ReadPage[] {
  const runningHeaders = findRunningHeaders(pages, known);
  return pages.map((page, index) => ({ ...page, running: runningHeaders[index] ?? new Set() }));
}
