import type { Block, Span } from "../blocks.ts";
import { textOf } from "../spans/spans-of-lines.ts";

const CAPTION =
  /^(?:fig(?:ure|\.)?|table|tab\.|abb(?:ildung|\.)?|tabelle|tableau|tabla|figura|tabella|chart|exhibit|listing|图|表)\s*[\dIVX]+(?:[.:\s–—-]|$)/iu;
/** Returns whether a text names a table or a figure by its number, as captions do. */
export const isCaption = (text: string): boolean => CAPTION.test(text);

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
    if (isOf(before)) {
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
