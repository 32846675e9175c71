import { asDict, buildNumberTree, CosString, type CosValue, Dict, Name, NumberTree, resolve } from "@quire/cos";
import type { Assembly } from "../assembly.ts";
import type { SourceDocument } from "../source-document.ts";

/**
 * Takes over page labels (ISO 32000-2, 12.4.2): each page keeps the one that it has in its document. When any document
 * has labels, pages of documents without them get their numbers there, which readers show. A sheet has the label of the
 * first page on it.
 */
export function carryPageLabels(assembly: Assembly): void {
  const { excerpts, catalog, bounds } = assembly;
  if (excerpts.every(({ source }) => source.memo(rangesOf).length === 0)) {
    return;
  }
  const labels = excerpts.flatMap(({ source, pages }): LabelledPage[] => {
    const ranges = source.memo(rangesOf);
    return pages.map(({ page, index }) => ({ index, label: labelOf(ranges, page.index) }));
  });
  const entries: [number, CosValue][] = [];
  let before: LabelledPage | undefined;
  for (const { index, label } of labels.toSorted((one, other) => one.index - other.index)) {
    bounds.step();
    const next: number = before === undefined ? 0 : before.index + 1;
    if (index < next) {
      // The first page on a sheet gives it its label.
      continue;
    }
    if (index > next) {
      // New pages between have none.
      entries.push([next, new Dict()]);
    }
    if (before === undefined || index > next || !continues(label, before.label)) {
      entries.push([index, labelDict(label)]);
    }
    before = { index, label };
  }
  const end = before === undefined ? 0 : before.index + 1;
  if (end < (catalog.dict("Pages")?.integer("Count") ?? 0)) {
    entries.push([end, new Dict()]);
  }
  catalog.set(
    "PageLabels",
    buildNumberTree(entries, (value) => assembly.add(value)),
  );
}

interface LabelledPage {
  readonly index: number;
  readonly label: Label;
}

interface Label {
  /** The style of the number; undefined when the label is the prefix alone. */
  readonly style: string | undefined;
  readonly prefix: CosString | undefined;
  readonly number: number;
}

interface LabelRange {
  /** The page at which the range begins, from 0. */
  readonly firstPage: number;
  readonly label: Label;
}

const STYLES = new Set(["D", "R", "r", "A", "a"]);
/** The greatest number that is read from /St: readers count with 32 bits. */
const MAX_NUMBER = 2 ** 31 - 1;

/** Returns the ranges in the order of the pages; of two that begin with the same page, the first. */
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

/** Returns the label of a page. Pages before the first range have their numbers, as in a document without labels. */
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
