import type { CodeDraft, Draft, TextDraft } from "../flow/drafts.ts";
import type { Column, DocumentStyle } from "../flow/flow.ts";
import { styleOf } from "../flow/line-style.ts";
import { endOf, startOf } from "./line-ends.ts";
import { hasOwnLines } from "./own-lines.ts";
import { beginsReference, isNextReference } from "./references.ts";

/**
 * Joins paragraphs and code that a column or a page has cut. With `keepsPagesApart` those that a page has cut stay two,
 * and the first says where it goes on.
 */
export function joined(
  drafts: readonly Draft[],
  { style, keepsPagesApart }: { readonly style: DocumentStyle; readonly keepsPagesApart: boolean },
): Draft[] {
  const result: Draft[] = [];
  for (const draft of drafts) {
    const last = result.at(-1);
    const whole = last === undefined ? undefined : joinedDraft(last, draft, style);
    if (last === undefined || last.kind === "block" || draft.kind === "block" || whole === undefined) {
      result.push(draft);
    } else if (keepsPagesApart && lastPageOf(last) !== firstPageOf(draft)) {
      result[result.length - 1] = { ...last, continuesOnPage: firstPageOf(draft) };
      result.push(draft);
    } else {
      result[result.length - 1] = whole;
    }
  }
  return result;
}

/** Returns the draft that two make together; undefined where the second does not continue the first. */
function joinedDraft(last: Draft, next: Draft, style: DocumentStyle): TextDraft | CodeDraft | undefined {
  if (last.kind === "text" && next.kind === "text" && isContinued(last, next, style)) {
    return { ...last, lines: [...last.lines, ...next.lines], lastColumn: next.lastColumn };
  }
  return last.kind === "code" && next.kind === "code" && isCodeContinued(last, next)
    ? { ...last, parts: [...last.parts, ...next.parts] }
    : undefined;
}

const firstPageOf = (draft: TextDraft | CodeDraft): number =>
  draft.kind === "text" ? draft.column.page : (draft.parts[0]?.column.page ?? 0);

const lastPageOf = (draft: TextDraft | CodeDraft): number =>
  draft.kind === "text" ? draft.lastColumn.page : (draft.parts.at(-1)?.column.page ?? 0);

const SENTENCE_END = /[.!?。！？]["'”’»)\]]*$/u;
const WEAK_END = /[:;]["'”’»)\]]*$/u;
const LOWER_START = /^["'“‘«([]*\p{Ll}/u;
const UNCASED_START = /^[\p{Lo}]/u;

/** The evidence that is enough to join two parts. */
const ENOUGH = 1;

function isContinued(last: TextDraft, next: TextDraft, style: DocumentStyle): boolean {
  const tail = last.lines.at(-1);
  const [first] = last.lines;
  const [head] = next.lines;
  if (
    last.lastColumn.order === next.column.order ||
    next.marker !== undefined ||
    tail === undefined ||
    first === undefined ||
    head === undefined ||
    isNextReference(first, head)
  ) {
    return false;
  }
  const a = styleOf(last.lines.flatMap(({ line }) => line.words));
  const b = styleOf(next.lines.flatMap(({ line }) => line.words));
  const isLikeBody = Math.abs(a.sizePt - style.bodySizePt) < 0.12 * style.bodySizePt;
  const isText = isLikeBody || beginsReference(first);
  if (Math.abs(a.sizePt - b.sizePt) > 0.5 || a.isBold !== b.isBold || !isText || SENTENCE_END.test(tail.text)) {
    return false;
  }
  if (!LOWER_START.test(head.text) && hasOwnLines(last)) {
    return false;
  }
  // A line that is alone in its column says nothing of the column's width.
  const isOpen = last.lastColumn.items.length > 1 && isFull(tail, last.lastColumn);
  const isIndented = startOf(head, next.column) - edgeOf(next.column) > 0.7 * head.line.sizePt && next.lines.length > 1;
  const startsLower = LOWER_START.test(head.text) || (UNCASED_START.test(head.text) && isOpen);
  return (
    (startsLower ? 0.8 : 0) +
      (isOpen ? 0.6 : 0) +
      (/\p{L}[-\u2010\u00AD]$/u.test(tail.text) ? 0.4 : 0) +
      (tail.text.endsWith(",") ? 0.4 : 0) +
      (WEAK_END.test(tail.text) ? -0.5 : 0.2) +
      (isIndented && next.lines.length > 1 && !startsLower ? -0.5 : 0) +
      (a.isItalic === b.isItalic ? 0.2 : -0.2) >=
    ENOUGH
  );
}

const edgeOf = (column: Column): number => (column.isRightToLeft ? -column.xMax : column.xMin);

/** Returns whether a line reaches the end of its column, give or take a word. */
function isFull(flow: TextDraft["lines"][number], column: Column): boolean {
  const end = column.isRightToLeft ? -column.xMin : column.xMax;
  return end - endOf(flow, column) < 4 * flow.line.sizePt;
}

function isCodeContinued(last: CodeDraft, next: CodeDraft): boolean {
  const tail = last.parts.at(-1);
  const head = next.parts[0];
  const a = tail?.lines.at(-1)?.line;
  const b = head?.lines[0]?.line;
  return (
    a !== undefined &&
    b !== undefined &&
    tail?.column.order !== head?.column.order &&
    Math.abs(a.sizePt - b.sizePt) < 0.3
  );
}
