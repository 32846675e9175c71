import type { Block, Span } from "../blocks.ts";
import type { Glyphs } from "../content.ts";

/* The certainty of a block's text, whatever kind the block is of. */

/** The letters of a text, and how sure they are on average: 0 to 1. */
export interface TextCertainty {
  readonly letters: number;
  readonly certainty: number;
}

/**
 * Returns how sure the text of a block is. Where the page was read from its image, that is the mean of the recogniser's
 * confidence in the letters whose middle lies in the block's box; elsewhere the share of its letters that have a Unicode
 * value. A block without letters has nothing to be wrong: 1.
 */
export function certaintyOfText(block: Block, glyphs: Glyphs | undefined): TextCertainty {
  const { letters, unknown } = lettersOf(block);
  const read = glyphs?.confidence === undefined ? undefined : confidenceWithin(block, glyphs, glyphs.confidence);
  return { letters, certainty: read ?? (letters === 0 ? 1 : 1 - unknown / letters) };
}

/** Returns the mean confidence of the glyphs of a block; undefined where none stand in it. */
function confidenceWithin({ box }: Block, glyphs: Glyphs, confidence: Float32Array): number | undefined {
  let sum = 0;
  let count = 0;
  for (let glyph = 0; glyph < glyphs.count; glyph++) {
    const x = ((glyphs.xMin[glyph] ?? 0) + (glyphs.xMax[glyph] ?? 0)) / 2;
    const y = ((glyphs.yMin[glyph] ?? 0) + (glyphs.yMax[glyph] ?? 0)) / 2;
    if (x >= box.xMin && x <= box.xMax && y >= box.yMin && y <= box.yMax) {
      sum += confidence[glyph] ?? 0;
      count += 1;
    }
  }
  return count === 0 ? undefined : sum / count;
}

interface Letters {
  readonly letters: number;
  readonly unknown: number;
}

const SPACE = 0x20;
const REPLACEMENT = 0xff_fd;

const isSecondHalf = (unit: number): boolean => unit >= 0xdc_00 && unit < 0xe0_00;

/** Counts the characters of a block that are no white space, and those of them that have no Unicode value. */
function lettersOf(block: Block): Letters {
  switch (block.kind) {
    case "heading":
    case "paragraph":
    case "footnote":
    case "running":
      return lettersOfSpans(block.spans);
    case "code":
      return summed(block.lines.map(lettersOfText));
    case "list":
      return summed(block.items.flatMap(({ blocks }) => blocks.map(lettersOf)));
    case "quote":
      return summed(block.blocks.map(lettersOf));
    case "table":
      return summed([
        ...block.rows.flatMap((row) => row.map(({ spans }) => lettersOfSpans(spans))),
        lettersOfSpans(block.caption ?? []),
      ]);
    case "figure":
      return summed([lettersOfSpans(block.caption ?? []), lettersOfSpans(block.labels ?? [])]);
  }
}

const lettersOfSpans = (spans: readonly Span[]): Letters => summed(spans.map(({ text }) => lettersOfText(text)));

function lettersOfText(text: string): Letters {
  let letters = 0;
  let unknown = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    // A surrogate pair is counted by its first half.
    const isLetter = unit < 0x80 ? unit > SPACE : !isSecondHalf(unit) && text.charAt(at).trim() !== "";
    letters += isLetter ? 1 : 0;
    unknown += unit === REPLACEMENT ? 1 : 0;
  }
  return { letters, unknown };
}

function summed(parts: readonly Letters[]): Letters {
  let letters = 0;
  let unknown = 0;
  for (const part of parts) {
    letters += part.letters;
    unknown += part.unknown;
  }
  return { letters, unknown };
}
