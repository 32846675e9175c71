import type { Block } from "../../blocks.ts";
import { isInlineCode } from "../../code/code-runs.ts";
import type { CodeDraft, Draft, TextDraft } from "../../flow/drafts.ts";
import type { Column, DocumentStyle, FlowLine } from "../../flow/flow.ts";
import { boxAround } from "../../geometry/boxes.ts";
import { type Marker, markerOf } from "../../lists/markers.ts";
import type { TaggedLine } from "../parts/lines-of-content.ts";
import type { ListPart, Part, TextPart } from "../parts/parts.ts";

/** The facts about the document that are known when its parts become drafts. */
export interface PartsContext {
  readonly columnOf: (line: TaggedLine) => Column;
  readonly style: DocumentStyle;
  readonly blocksOfPart: (part: Exclude<Part, TextPart>) => Block[];
  /** Whether most text is of fixed pitch, which then does not distinguish code. */
  readonly isFixedText: boolean;
  /** Whether lists have their labels tagged, so that text that begins like an item is no item. */
  readonly hasLabels: boolean;
  /** Whether the parts stand in an item of a list, where a line of fixed pitch is a word of code. */
  readonly isInItem: boolean;
}

/** Makes of parts the drafts that the analysis of pages without tags makes, with the headings among them. */
export function draftsOfParts(
  parts: readonly Part[],
  context: PartsContext,
): { readonly drafts: Draft[]; readonly headings: ReadonlyMap<TextDraft, TextPart> } {
  const drafts: Draft[] = [];
  const headings = new Map<TextDraft, TextPart>();
  let run: CodeRun | undefined;
  for (const tagged of parts) {
    const part = tagged.kind === "text" && isProse(tagged, context.style) ? { ...tagged, heading: undefined } : tagged;
    if (part.kind === "list" && isUnlabelled(part)) {
      for (const item of part.items) {
        const own = draftsOfParts(item.parts, { ...context, hasLabels: false });
        drafts.push(...own.drafts);
        for (const [draft, heading] of own.headings) {
          headings.set(draft, heading);
        }
      }
      continue;
    }
    if (part.kind !== "text") {
      drafts.push(...context.blocksOfPart(part).map((block): Draft => blockDraft(block, context)));
      continue;
    }
    const [first] = part.lines;
    const last = part.lines.at(-1);
    if (first === undefined || last === undefined) {
      continue;
    }
    const column = context.columnOf(first);
    const spaceAbove = spaceBetween(drafts.at(-1), first);
    if (isCode(part, context)) {
      if (run === undefined || drafts.at(-1)?.kind !== "code" || !run.takes(part.lines, column)) {
        run = new CodeRun();
        run.takes(part.lines, column);
        drafts.push(run.draft(spaceAbove));
      }
      continue;
    }
    const marker = part.heading === undefined ? markerAt(first, context) : undefined;
    const draft: TextDraft = {
      kind: "text",
      lines: part.lines,
      column,
      lastColumn: context.columnOf(last),
      marker,
      spaceAbove,
      ...(part.continuesOnPage !== undefined && { continuesOnPage: part.continuesOnPage }),
    };
    drafts.push(draft);
    if (part.heading !== undefined) {
      headings.set(draft, part);
    }
  }
  return { drafts, headings };
}

/** The most letters and lines of a heading in the size of the text, both of which prose has more of. */
const MOST_HEADING_LETTERS = 200;
const MOST_HEADING_LINES = 3;

/** Returns whether a text that is tagged as a heading is a paragraph: authors apply styles to what follows a heading, too. */
const isProse = ({ lines, heading }: TextPart, { bodySizePt }: DocumentStyle): boolean =>
  heading !== undefined &&
  lines.length > MOST_HEADING_LINES &&
  lines.every(({ line }) => line.sizePt <= 1.05 * bodySizePt) &&
  lines.reduce((sum, { text }) => sum + text.length, 0) > MOST_HEADING_LETTERS;

/**
 * Returns whether the items of a list have their labels in their text: then these and their indents show how lists are
 * nested.
 */
function isUnlabelled({ items, isContents }: ListPart): boolean {
  const begun = items.filter(({ label, parts }) => {
    const [first] = parts;
    return label.length === 0 && first?.kind === "text" && first.lines[0] !== undefined && markerOf(first.lines[0]);
  });
  const isFlat = items.every(({ label, parts }) => label.length === 0 && parts.every(({ kind }) => kind === "text"));
  return !isContents && isFlat && begun.length > 0 && begun.length >= items.length / 2;
}

const BULLET = /^[•◦▪▫‣⁃●○■□◆◇➢➤►▶▸✓✔❖∙]$/u;

function markerAt(line: FlowLine, { hasLabels }: PartsContext): Marker | undefined {
  const marker = markerOf(line);
  return hasLabels && marker !== undefined && !BULLET.test(marker.label) ? undefined : marker;
}

function isCode(
  { lines, heading, isCode: isTagged }: TextPart,
  { isFixedText, isInItem, style }: PartsContext,
): boolean {
  const isFixed = !isFixedText && lines.every((line) => line.isFixed);
  return (
    heading === undefined && (isTagged || isFixed) && (lines.length > 1 || !isInItem) && !isInlineCode(lines, style)
  );
}

/** The greatest number of blank lines within code, and the leading that they have as a multiple of the size. */
const MOST_BLANK_LINES = 2;
const MOST_LEADING = 1.5;

/** Code that is put together from parts: some producers tag each of its lines as a paragraph. */
class CodeRun {
  readonly #parts: { readonly column: Column; readonly lines: TaggedLine[] }[] = [];

  /** Adds lines that go on where the last ended, and returns whether they do. */
  takes(lines: readonly TaggedLine[], column: Column): boolean {
    const last = this.#parts.at(-1);
    const tail = last?.lines.at(-1);
    const [first] = lines;
    const distance = tail === undefined || first === undefined ? 0 : first.line.baselineY - tail.line.baselineY;
    const isNext =
      distance > 0 &&
      distance < (MOST_BLANK_LINES + 1) * MOST_LEADING * (first?.line.sizePt ?? 0) &&
      last?.column === column;
    if (last !== undefined && !isNext) {
      return false;
    }
    for (const line of lines) {
      const open = this.#parts.at(-1);
      if (open?.lines.at(-1)?.page === line.page) {
        open.lines.push(line);
      } else {
        this.#parts.push({ column, lines: [line] });
      }
    }
    return true;
  }

  draft(spaceAbove: number): CodeDraft {
    return { kind: "code", parts: this.#parts, spaceAbove };
  }
}

const blockDraft = (block: Block, { columnOf }: PartsContext): Draft => ({
  kind: "block",
  block,
  box: block.box,
  column: columnOf(standIn(block)),
});

/** Returns a line without words where a block stands. */
const standIn = ({ page, box }: Block): TaggedLine => ({
  kind: "line",
  page,
  line: { ...box, words: [], baselineY: box.yMax, sizePt: 0, rotation: 0 },
  text: "",
  bullet: undefined,
  isFixed: false,
});

/** Returns the space above a line, as a multiple of the usual leading; infinite at the top of a page. */
function spaceBetween(before: Draft | undefined, { line, page }: TaggedLine): number {
  const last = before?.kind === "text" ? before.lines.at(-1) : undefined;
  const distance = last === undefined ? 0 : line.baselineY - last.line.baselineY;
  const isBelow = before?.kind === "text" && before.lastColumn.page === page && distance > 0;
  return isBelow ? distance / (USUAL_LEADING * line.sizePt) : Number.POSITIVE_INFINITY;
}

const USUAL_LEADING = 1.2;

export const boxOfLines = (lines: readonly TaggedLine[]): Block["box"] =>
  boxAround(lines.filter(({ page }) => page === lines[0]?.page).map(({ line }) => line));
