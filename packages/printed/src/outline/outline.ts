import { type CosDocument, CosString, Dict, encodeTextString, Name, type Ref } from "@quire/cos";
import type { PrintedHeading } from "../options.ts";
import { alignedHeadings, unrepeated } from "./align.ts";
import { printedEntries } from "./printed-entries.ts";

/**
 * Gives the outline of a printed document (ISO 32000-2, 12.3.3) the texts and the levels of the document's headings.
 * Browsers join the lines of a heading without a space, repeat what they move to another page, and write what style
 * sheets make of a text. Where an entry leads stays as it is.
 * @param headings in document order; those that are not printed may be among them
 */
export function finishOutline(document: CosDocument, headings: readonly PrintedHeading[]): void {
  const { catalog } = document;
  const printed = printedEntries(document);
  const stated = alignedHeadings(
    printed.map(({ title }) => title),
    headings,
  );
  const levels: number[] = [];
  let highest = 1;
  const entries = printed.flatMap(({ dict, title, parent }, index): OutlineEntry[] => {
    const heading = stated[index];
    // An entry that is no heading of the document itself is below the one that it is in.
    const level = heading?.level ?? (parent === undefined ? highest : (levels[parent] ?? 0) + 1);
    levels.push(level);
    highest = index === 0 ? level : Math.min(highest, level);
    const own = tidy(heading?.text ?? unrepeated(title));
    return own === "" ? [] : [{ dict, title: own, level }];
  });
  if (entries.length === 0) {
    catalog.delete("Outlines");
  } else {
    catalog.set("Outlines", outlineOf(entries, document));
  }
}

interface OutlineEntry {
  readonly dict: Dict;
  readonly title: string;
  readonly level: number;
}

const MAX_TITLE = 1000;

const tidy = (title: string): string => title.replaceAll(/\s+/g, " ").trim().slice(0, MAX_TITLE).toWellFormed();

interface Node {
  readonly dict: Dict;
  readonly ref: Ref;
  readonly level: number;
  readonly kids: Node[];
}

/** What an entry of the browser has besides its place among the others. */
const KEPT = new Set(["Dest", "A", "SE", "C", "F"]);

/** Returns a new outline, all of which is shown: an entry is in the nearest one before it that is of a higher level. */
function outlineOf(entries: readonly OutlineEntry[], document: CosDocument): Ref {
  const root = new Dict([["Type", new Name("Outlines")]]);
  const top: Node = { dict: root, ref: document.add(root), level: 0, kids: [] };
  const nodes = [top];
  const open = [top];
  for (const { dict: printed, title, level } of entries) {
    document.bounds.step();
    while (open.length > 1 && (open.at(-1)?.level ?? 0) >= level) {
      open.pop();
    }
    const parent = open.at(-1) ?? top;
    const dict = new Dict([...printed.entries].filter(([key]) => KEPT.has(key)));
    dict.set("Title", new CosString(encodeTextString(title))).set("Parent", parent.ref);
    const node: Node = { dict, ref: document.add(dict), level, kids: [] };
    parent.kids.push(node);
    nodes.push(node);
    open.push(node);
  }
  const shown = new Map<Node, number>();
  for (const node of nodes.toReversed()) {
    linkKids(node);
    const count = node.kids.reduce((sum, kid) => sum + 1 + (shown.get(kid) ?? 0), 0);
    shown.set(node, count);
    if (count > 0) {
      node.dict.set("Count", count);
    }
  }
  return top.ref;
}

function linkKids({ dict, kids }: Node): void {
  const [first, last] = [kids[0], kids.at(-1)];
  if (first === undefined || last === undefined) {
    return;
  }
  dict.set("First", first.ref).set("Last", last.ref);
  kids.forEach((kid, index) => {
    const previous = kids[index - 1];
    if (previous !== undefined) {
      kid.dict.set("Prev", previous.ref);
      previous.dict.set("Next", kid.ref);
    }
  });
}
