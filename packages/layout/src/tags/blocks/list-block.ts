import type { Block, ListItem } from "../../blocks.ts";
import { markerOf } from "../../lists/markers.ts";
import type { TaggedLine } from "../parts/lines-of-content.ts";
import { type ItemPart, type ListPart, linesOfParts, type Part } from "../parts/parts.ts";
import { boxOfLines } from "./drafts-of-parts.ts";
import { type LabelKind, labelKind } from "./list-labels.ts";

/** Makes the block of a list with its nested ones, its labels apart from the text; notes within it come after it. */
export function listBlock(
  { items, numbering, isContents, continuesOnPage }: ListPart,
  { blocksOf }: { readonly blocksOf: (parts: readonly Part[]) => Block[] },
): Block[] {
  const labelled = items.map(isContents ? withoutLabel : withOwnLabel);
  const kinds = labelled.map(({ label }) => labelKind(label, labelled.length));
  const isOrdered = isOrderedList(kinds, numbering);
  const lines = labelled.flatMap(({ labelLines, parts }) => [...labelLines, ...linesOfParts(parts)]);
  const [first] = lines;
  if (first === undefined) {
    return [];
  }
  const notes: Block[] = [];
  const listItems = labelled.map(({ label, labelLines, parts }, index): ListItem => {
    const kind = kinds[index]?.kind;
    // A number in a list that does not count would be lost as a label.
    const isText = kind === "text" || (kind === "number" && !isOrdered);
    const blocks = blocksOf(isText ? withLabelAsText(labelLines, parts) : parts);
    notes.push(...blocks.filter(isNote));
    return { label: isText ? "" : label, blocks: textFirst(blocks.filter((block) => !isNote(block))) };
  });
  const [start] = kinds;
  return [
    {
      kind: "list",
      page: first.page,
      box: boxOfLines(lines),
      isOrdered,
      start: isOrdered && start?.kind === "number" ? start.value : 1,
      items: listItems,
      ...(continuesOnPage !== undefined && { continues: true }),
    },
    ...notes,
  ];
}

const isNote = ({ kind }: Block): boolean => kind === "footnote";

interface LabelledItem {
  readonly label: string;
  readonly labelLines: readonly TaggedLine[];
  readonly parts: readonly Part[];
}

const withoutLabel = ({ label, parts }: ItemPart): LabelledItem => ({
  label: "",
  labelLines: [],
  parts: withLabelAsText(label, parts),
});

/** Returns an item with the label that is tagged, or else with the marker that the text begins with. */
function withOwnLabel({ label, parts }: ItemPart): LabelledItem {
  const text = label.map((line) => line.text).join(" ");
  const [first, ...rest] = parts;
  if (text !== "" || first?.kind !== "text") {
    return { label: text, labelLines: label, parts };
  }
  const [line, ...lines] = first.lines;
  const marker = line === undefined ? undefined : markerOf(line);
  if (line === undefined || marker === undefined) {
    return { label: "", labelLines: [], parts };
  }
  const own = line.line.words.slice(0, marker.words);
  const words = line.line.words.slice(marker.words);
  const body = { ...line, line: { ...line.line, words }, text: line.text.slice(marker.label.length).trimStart() };
  const labelLine = { ...line, line: { ...line.line, words: own }, text: marker.label };
  return {
    label: marker.label,
    labelLines: own.length === 0 ? [] : [labelLine],
    parts: [{ ...first, lines: [body, ...lines] }, ...rest],
  };
}

/**
 * Returns whether a list is ordered. Labels are better evidence than the attribute, which is often left at its default;
 * it alone decides where labels are drawn.
 */
function isOrderedList(kinds: readonly LabelKind[], numbering: string | undefined): boolean {
  const count = (kind: LabelKind["kind"]): number => kinds.filter((own) => own.kind === kind).length;
  const isSeen = count("number") + count("bullet") + count("text") > 0;
  return isSeen ? count("number") > kinds.length / 2 : numbering !== undefined && ORDERED.test(numbering);
}

const ORDERED = /^(?:Ordered|Decimal|(?:Upper|Lower)(?:Roman|Alpha))$/;

/** Puts a label that is no marker, such as a term, into the text of its item. */
function withLabelAsText(label: readonly TaggedLine[], parts: readonly Part[]): readonly Part[] {
  const [first, ...rest] = parts;
  const tail = label.at(-1);
  if (tail === undefined) {
    return parts;
  }
  if (first?.kind !== "text" || first.heading !== undefined) {
    return [{ kind: "text", lines: label, heading: undefined, isCode: false }, ...parts];
  }
  const [head, ...lines] = first.lines;
  const isBeside = head !== undefined && head.page === tail.page && head.line.baselineY - tail.line.baselineY < 1;
  const joined = isBeside
    ? [
        ...label.slice(0, -1),
        {
          ...tail,
          text: `${tail.text} ${head.text}`,
          line: { ...tail.line, words: [...tail.line.words, ...head.line.words] },
        },
        ...lines,
      ]
    : [...label, ...first.lines];
  return [{ ...first, lines: joined }, ...rest];
}

/** Puts an item's own text before lists within it. */
function textFirst(blocks: readonly Block[]): readonly Block[] {
  const [first] = blocks;
  const text = blocks.findIndex(({ kind }) => kind === "paragraph");
  const own = blocks[text];
  return first?.kind !== "list" || own === undefined ? blocks : [own, ...blocks.filter((block) => block !== own)];
}
