import type { Block, Span } from "../blocks.ts";
import { textOf } from "../spans/spans-of-lines.ts";

const CAPTION =
  /^(?:fig(?:ure|\.)?|table|tab\.|abb(?:ildung|\.)?|tabelle|tableau|tabla|figura|tabella|chart|exhibit|listing|图|表)\s*[\dIVX]+(?:[.:\s–—-]|$)/iu;
/** Returns whether a text names a table or a figure by its number, as captions do. */
export const isCaption = (text: string): boolean => CAPTION.test(text);

/** A caption that is nothing but the name of its table or figure: what it shows is said on lines below that. */
const LABEL = /^\p{L}{1,14}\.?\s?[\dIVX]{1,5}[.:]?$/u;
/** The greatest space between a label and the text of its caption, as a multiple of the label's height. */
const MOST_SPACE = 1.6;
const MOST_LETTERS = 400;
/** The greatest distance between the edges or the middles of a label and its text, in points. */
const SAME_PLACE_PT = 3;

const OF_TABLE = /^(?:tab|表)/iu;
/** Returns whether a text names anything but a table by its number, as the captions of drawings do. */
export const isFigureCaption = (text: string): boolean => isCaption(text) && !OF_TABLE.test(text);

/** Makes paragraphs that name a table or a figure next to them the caption of it, and takes them out of the blocks. */
export function withCaptions(blocks: readonly Block[]): Block[] {
  const result: Block[] = [];
  const taken = new Set<Block>();
  for (const [index, block] of blocks.entries()) {
    if (taken.has(block)) {
      continue;
    }
    if ((block.kind !== "table" && block.kind !== "figure") || block.caption !== undefined) {
      result.push(block);
      continue;
    }
    const before = result.at(-1);
    const after = blocks[index + 1];
    const own = block.kind === "table" ? OF_TABLE : CAPTION;
    const isOf = (other: Block | undefined): other is Block & { readonly spans: readonly Span[] } =>
      other?.kind === "paragraph" &&
      other.page === block.page &&
      CAPTION.test(textOf(other.spans)) &&
      own.test(textOf(other.spans)) === (block.kind === "table" || !OF_TABLE.test(textOf(other.spans)));
    const label = result.at(-2);
    if (isOf(label) && isLabelOf(label, before)) {
      const space = { ...label.spans.at(-1), text: " " };
      result.splice(-2, 2, { ...block, caption: [...label.spans, space, ...before.spans] });
    } else if (isOf(before)) {
      result[result.length - 1] = { ...block, caption: before.spans };
    } else if (isOf(after)) {
      taken.add(after);
      result.push({ ...block, caption: after.spans });
    } else {
      result.push(block);
    }
  }
  return result;
}

/** Returns whether a paragraph is the text of a caption whose label is alone on the line right above it. */
function isLabelOf(
  label: Block & { readonly spans: readonly Span[] },
  text: Block | undefined,
): text is Block & { readonly spans: readonly Span[] } {
  if (text?.kind !== "paragraph" || text.page !== label.page || !LABEL.test(textOf(label.spans).trim())) {
    return false;
  }
  const [a, b] = [label.box, text.box];
  const space = b.yMin - a.yMax;
  const shifts = [a.xMin - b.xMin, (a.xMin + a.xMax - b.xMin - b.xMax) / 2, a.xMax - b.xMax];
  return (
    Math.abs(space) < MOST_SPACE * (a.yMax - a.yMin) &&
    textOf(text.spans).length < MOST_LETTERS &&
    !CAPTION.test(textOf(text.spans)) &&
    shifts.some((shift) => Math.abs(shift) < SAME_PLACE_PT)
  );
}
