import type { Block } from "../../blocks.ts";
import { type SpanSources, spansOfLines } from "../../spans/spans-of-lines.ts";
import type { NotePart } from "../parts/parts.ts";
import { boxOfLines } from "./drafts-of-parts.ts";

const MARK = /^(?:[*†‡§¶]{1,3}|\[?\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})\)?\]?)[.:]?$/u;

/** Makes the block of a note with the mark that it begins with. */
export function noteBlock({ lines }: NotePart, sources: SpanSources): Block[] {
  const [first] = lines;
  const [word, second] = first?.line.words ?? [];
  if (first === undefined || word === undefined) {
    return [];
  }
  const isMarked = MARK.test(word.text) && (second !== undefined || lines.length > 1);
  // oxlint-disable-next-line quire/linear-patterns -- only engine processes run it, which end at their deadline
  const label = isMarked ? word.text.replace(/[.:)\]]+$/u, "").replace(/^[[(]/u, "") : "";
  const spans = spansOfLines(lines, sources, { skip: isMarked ? 1 : 0 });
  return [{ kind: "footnote", page: first.page, box: boxOfLines(lines), label, spans }];
}
