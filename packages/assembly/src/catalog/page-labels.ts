import { asDict, buildNumberTree, CosString, type CosValue, Dict, Name, NumberTree, resolve } from "@quire/cos";
import type { Assembly } from "../assembly.ts";
import type { SourceDocument } from "../source-document.ts";

/**
 * Page labels (ISO 32000-2, 12.4.2): each page keeps the one that it has in its own document. Pages of documents without
 * labels get their numbers there, which readers show, as soon as another document has labels.
 */
export function carryPageLabels(assembly: Assembly): void {
  const { excerpts, catalog, bounds } = assembly;
  if (excerpts.every(({ source }) => source.memo(rangesOf).length === 0)) {
    return;
  }
  const entries: [number, CosValue][] = [];
  let before: Label | undefined;
  for (const { source, pages } of excerpts) {
    const ranges = source.memo(rangesOf);
    for (const { page, index } of pages) {
      bounds.step();
      const label = labelOf(ranges, page.index);
      if (before === undefined || !continues(label, before)) {
        entries.push([index, labelDict(label)]);
      }
      before = label;
    }
  }
  catalog.set(
    "PageLabels",
    buildNumberTree(entries, (value) => assembly.add(value)),
  );
}

interface Label {
  /** How the number is written; undefined: there is none, the prefix is all. */
  readonly style: string | undefined;
  readonly prefix: CosString | undefined;
  readonly number: number;
}

interface LabelRange {
  /** From 0. */
  readonly firstPage: number;
  readonly label: Label;
}

const STYLES = new Set(["D", "R", "r", "A", "a"]);
/** Readers count with 32 bits. */
const MAX_NUMBER = 2 ** 31 - 1;

/** In the order of the pages; the first of two that begin with the same page. */
function rangesOf({ document: { catalog, bounds }, pages }: SourceDocument): readonly LabelRange[] {
  const root = catalog.dict("PageLabels");
  const ranges = new Map<number, LabelRange>();
  for (const [firstPage, value] of root ? new NumberTree(root, bounds).entries() : []) {
    const dict = asDict(resolve(value));
    if (dict && firstPage >= 0 && firstPage < pages.length && !ranges.has(firstPage)) {
      ranges.set(firstPage, { firstPage, label: firstLabel(dict) });
    }
  }
  return [...ranges.values()].toSorted((one, other) => one.firstPage - other.firstPage);
}

function firstLabel(dict: Dict): Label {
  const style = dict.name("S");
  const prefix = dict.get("P");
  const number = dict.integer("St") ?? 1;
  return {
    style: style !== undefined && STYLES.has(style) ? style : undefined,
    prefix: prefix instanceof CosString && prefix.bytes.length > 0 ? prefix : undefined,
    number: number >= 1 && number <= MAX_NUMBER ? number : 1,
  };
}

/** Pages before the first range have their numbers, as in a document without labels. */
function labelOf(ranges: readonly LabelRange[], pageIndex: number): Label {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.firstPage ?? 0) <= pageIndex) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const range = ranges[low - 1];
  return range === undefined
    ? { style: "D", prefix: undefined, number: pageIndex + 1 }
    : { ...range.label, number: range.label.number + pageIndex - range.firstPage };
}

function continues(label: Label, before: Label): boolean {
  return (
    label.style === before.style &&
    (label.style === undefined || label.number === before.number + 1) &&
    Buffer.compare(label.prefix?.bytes ?? NO_BYTES, before.prefix?.bytes ?? NO_BYTES) === 0
  );
}

const NO_BYTES = new Uint8Array(0);

function labelDict({ style, prefix, number }: Label): Dict {
  const dict = new Dict();
  if (style !== undefined) {
    dict.set("S", new Name(style));
  }
  if (prefix !== undefined) {
    dict.set("P", prefix);
  }
  if (style !== undefined && number !== 1) {
    dict.set("St", number);
  }
  return dict;
}
