import { asDict, type CosDocument, type CosValue, Dict, isName, NameTree, type Page, resolve } from "@quire/cos";
import type { ScriptsDescription } from "../description.ts";
import type { TerminalField } from "./fields.ts";
import { outlineEntries } from "./outline.ts";

/** Counts the actions that are scripts (ISO 32000-2, 12.6.4.17), wherever they hang: each once. */
export function scriptsOf(
  document: CosDocument,
  pages: readonly Page[],
  fields: readonly TerminalField[],
): ScriptsDescription {
  const { catalog, bounds } = document;
  const scripts = new Scripts(document);
  const tree = catalog.dict("Names")?.dict("JavaScript");
  let ofDocument = 0;
  for (const [, value] of tree ? new NameTree(tree, bounds).entries() : []) {
    ofDocument += scripts.add(value);
  }
  const opening = scripts.add(catalog.raw("OpenAction"));
  scripts.addAll(catalog.dict("AA"));
  for (const { dict } of pages) {
    bounds.step();
    scripts.addAll(dict.dict("AA"));
    for (const element of dict.array("Annots") ?? []) {
      bounds.step();
      scripts.addOf(asDict(resolve(element)));
    }
  }
  for (const { dict } of fields) {
    bounds.step();
    scripts.addOf(dict);
  }
  for (const entry of outlineEntries(document)) {
    scripts.add(entry.raw("A"));
  }
  return { total: scripts.total, ofDocument, opensWithScript: opening > 0 };
}

/** The longest chain of actions (12.6.2) that is followed. */
const MAX_CHAIN = 100;

class Scripts {
  total = 0;
  readonly #seen = new Set<Dict>();
  readonly #document: CosDocument;

  constructor(document: CosDocument) {
    this.#document = document;
  }

  addOf(dict: Dict | undefined): void {
    this.add(dict?.raw("A"));
    this.addAll(dict?.dict("AA"));
  }

  addAll(actions: Dict | undefined): void {
    for (const value of actions?.entries.values() ?? []) {
      this.add(value);
    }
  }

  /** Adds an action and those after it; returns how many of them are scripts that were not known. */
  add(value: CosValue | undefined): number {
    const before = this.total;
    const pending: (CosValue | undefined)[] = [value];
    for (let count = 0; pending.length > 0 && count < MAX_CHAIN; count++) {
      this.#document.bounds.step();
      const action = resolve(pending.pop());
      if (Array.isArray(action)) {
        pending.push(...action.slice(0, MAX_CHAIN));
      } else if (action instanceof Dict && action.has("S") && !this.#seen.has(action)) {
        this.#seen.add(action);
        this.total += isScript(action) ? 1 : 0;
        pending.push(action.raw("Next"));
      }
    }
    return this.total - before;
  }
}

/** A rendition action may have a script too (12.6.4.14). */
const isScript = (action: Dict): boolean =>
  isName(action.get("S"), "JavaScript") || (isName(action.get("S"), "Rendition") && action.has("JS"));
