import { type Bounds, type CosValue, Dict, Ref } from "@quire/cos";
import type { Excerpt } from "../excerpt.ts";
import { kidOnSheet, sheetOf } from "./content-on-sheets.ts";
import type { KeptElements } from "./kept-elements.ts";
import { type Renames, renamedEntries } from "./renames.ts";
import { readStructureTree, type StructureElement, type StructureTree } from "./structure-tree.ts";

export interface ElementChanges {
  /** The elements that are kept; undefined when all are. */
  readonly kept: KeptElements | undefined;
  readonly renames: Renames;
}

/**
 * Replaces elements that lose kids, have content on sheets, or have something renamed, by changed copies. Returns the elements at the top, for
 * /K of the root; a direct one that changed is its copy.
 */
export function changeElements(excerpt: Excerpt, changes: ElementChanges, bounds: Bounds): (Ref | Dict)[] {
  const tree = excerpt.source.memo(readStructureTree);
  const elements = changes.kept?.elements ?? tree.elements;
  const editor = new Editor(excerpt, tree, changes);
  // The elements are edited upwards, because the copy of a dictionary that is direct in its parent changes the parent
  // as well.
  for (const element of elements.toReversed()) {
    bounds.step();
    editor.edit(element);
  }
  return elements.flatMap((element) => (element.parent ? [] : [editor.valueOf(element.raw)]));
}

class Editor {
  readonly #excerpt: Excerpt;
  readonly #tree: StructureTree;
  readonly #changes: ElementChanges;
  /** The copies of dictionaries that are direct in their parents' /K. */
  readonly #copies = new Map<CosValue, Dict>();
  readonly #hasSheets: boolean;
  readonly #haveChangedKids = new Set<StructureElement>();

  constructor(excerpt: Excerpt, tree: StructureTree, changes: ElementChanges) {
    this.#excerpt = excerpt;
    this.#tree = tree;
    this.#changes = changes;
    this.#hasSheets = excerpt.hasSheets;
  }

  valueOf<Value extends CosValue>(kid: Value): Value | Dict {
    return this.#copies.get(kid) ?? kid;
  }

  edit(element: StructureElement): void {
    const { raw, dict, parent } = element;
    const changed = [
      ...this.#kids(element),
      ...this.#references(dict),
      ...this.#page(dict),
      ...renamedEntries(dict, this.#changes.renames),
    ];
    if (changed.length === 0) {
      return;
    }
    const copy = dict.copy();
    for (const [key, value] of changed) {
      if (value === undefined) {
        copy.delete(key);
      } else {
        copy.set(key, value);
      }
    }
    if (raw instanceof Ref) {
      this.#excerpt.change(raw, copy);
    } else {
      this.#copies.set(raw, copy);
      if (parent) {
        this.#haveChangedKids.add(parent);
      }
    }
  }

  #kids(element: StructureElement): Change[] {
    const { kids } = element;
    const kept = this.#changes.kept?.kidsOf(element);
    const losesNone = kept === undefined || kept.length === kids.length;
    if (losesNone && !this.#haveChangedKids.has(element) && !this.#hasSheets) {
      return [];
    }
    const read = (kept ?? [...kids.keys()]).map((position) => kids[position] ?? null);
    const values = read.map((kid) => this.valueOf(this.#hasSheets ? kidOnSheet(kid, element, this.#excerpt) : kid));
    if (losesNone && values.every((value, index) => value === read[index])) {
      return [];
    }
    return [["K", values.length > 1 ? values : values[0]]];
  }

  /** Returns the change of /Ref (table 355), which would bring elements along that are left out. */
  #references(dict: Dict): Change[] {
    const { kept } = this.#changes;
    const references = kept && dict.array("Ref");
    const left = references?.filter((reference) => kept?.has(this.#tree.elementOf(reference)));
    return left && left.length !== references?.length ? [["Ref", left.length > 0 ? left : undefined]] : [];
  }

  #page(dict: Dict): Change[] {
    const page = dict.raw("Pg");
    const sheet = this.#hasSheets && page !== undefined ? sheetOf(this.#excerpt.pageOf(page)) : undefined;
    if (sheet !== undefined) {
      return [["Pg", sheet.ref]];
    }
    return this.#changes.kept && page !== undefined && !this.#excerpt.pageOf(page) ? [["Pg", undefined]] : [];
  }
}

type Change = readonly [key: string, value: CosValue | undefined];
