import type { Block } from "../../blocks.ts";
import type { OutlineItem } from "../../content.ts";
import { blocksOfDrafts, footnoteOf } from "../../flow/blocks-of-drafts.ts";
import type { TextDraft } from "../../flow/drafts.ts";
import { type FoundHeading, findHeadings } from "../../headings/headings.ts";
import { levelsOf } from "../../headings/levels.ts";
import { takeNotes } from "../../notes/footnotes.ts";
import { type SpanSources, spansOfLines } from "../../spans/spans-of-lines.ts";
import type { Part, TextPart } from "../parts/parts.ts";
import { boxOfLines, draftsOfParts, type PartsContext } from "./drafts-of-parts.ts";
import { listBlock } from "./list-block.ts";
import { noteBlock } from "./note-block.ts";
import { tableBlock } from "./table-block.ts";

export interface BlocksContext extends Omit<PartsContext, "blocksOfPart"> {
  readonly sources: SpanSources;
  readonly levelOf: (part: TextPart) => number;
  /** Whether headings are tagged; otherwise they are recognised by their looks. */
  readonly hasHeadings: boolean;
  /** Whether notes are tagged; otherwise they are recognised by their place. */
  readonly hasNotes: boolean;
  readonly outline: readonly OutlineItem[];
  readonly heightOf: (page: number) => number;
  readonly keepsPagesApart: boolean;
}

/** Makes blocks of parts that are siblings. */
export function blocksOfParts(parts: readonly Part[], context: BlocksContext): Block[] {
  const { levelOf, sources, style, heightOf, outline } = context;
  const { drafts, headings: tagged } = draftsOfParts(withCaptionsBeside(parts), {
    ...context,
    blocksOfPart: (part) => blocksOfPart(part, context),
  });
  const { text, notes } =
    context.hasNotes || context.isInItem ? { text: drafts, notes: [] } : takeNotes(drafts, { style, heightOf });
  const ranks = context.hasHeadings || context.isInItem ? [] : [...findHeadings(text, { style, outline })];
  const levels = levelsOf(
    ranks.map(([{ lines }, { level: rank }]) => ({ rank, text: lines.map(({ text: own }) => own).join(" ") })),
  );
  const headings = new Map<TextDraft, FoundHeading>(
    ranks.map(([draft, { level, evidence }], index) => [draft, { level: levels[index] ?? level, evidence }]),
  );
  for (const [draft, part] of tagged) {
    headings.set(draft, { level: levelOf(part), evidence: undefined });
  }
  return [
    ...blocksOfDrafts(text, { headings, isQuote: () => false, sources, keepsPagesApart: context.keepsPagesApart }),
    ...notes.map((note) => footnoteOf(note, sources)),
  ];
}

function blocksOfPart(part: Exclude<Part, TextPart>, context: BlocksContext): Block[] {
  const { sources } = context;
  switch (part.kind) {
    case "list":
      return listBlock(part, {
        blocksOf: (parts) => blocksOfParts(parts, { ...context, isInItem: true, hasLabels: true }),
      });
    case "table":
      return tableBlock(part, sources);
    case "quote": {
      const blocks = blocksOfParts(part.parts, context);
      const own = blocks.filter(({ kind }) => kind !== "footnote");
      const [first] = own;
      const notes = blocks.filter(({ kind }) => kind === "footnote");
      return first === undefined ? notes : [{ kind: "quote", page: first.page, box: first.box, blocks: own }, ...notes];
    }
    case "figure": {
      const { page, box, image, alt, caption } = part;
      return [
        {
          kind: "figure",
          page,
          box,
          image,
          alt,
          caption: caption.length === 0 ? undefined : spansOfLines(caption, sources),
        },
      ];
    }
    case "note":
      return noteBlock(part, sources);
    case "caption": {
      const [first] = part.lines;
      return first === undefined
        ? []
        : [
            {
              kind: "paragraph",
              page: first.page,
              box: boxOfLines(part.lines),
              spans: spansOfLines(part.lines, sources),
            },
          ];
    }
  }
}

/** Puts captions into the figure or the table before them, or else into the one after them. */
function withCaptionsBeside(parts: readonly Part[]): Part[] {
  const result: Part[] = [];
  let waiting: Part | undefined;
  for (const part of parts) {
    const last = result.at(-1);
    if (part.kind === "caption" && waiting === undefined && canTake(last)) {
      result[result.length - 1] = { ...last, caption: part.lines };
      continue;
    }
    if (waiting?.kind === "caption" && canTake(part)) {
      result[result.length - 1] = { ...part, caption: waiting.lines };
      waiting = undefined;
      continue;
    }
    waiting = part.kind === "caption" ? part : undefined;
    result.push(part);
  }
  return result;
}

const canTake = (part: Part | undefined): part is Extract<Part, { readonly kind: "table" | "figure" }> =>
  (part?.kind === "table" || part?.kind === "figure") && part.caption.length === 0;
