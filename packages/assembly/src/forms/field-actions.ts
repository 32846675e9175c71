import { type Bounds, CosString, type CosValue, Dict, Ref, resolve } from "@quire/cos";
import type { Annotation } from "../annotation.ts";
import type { Excerpt } from "../excerpt.ts";
import { type NewNames, renamed } from "./field-names.ts";
import { scriptWithNewNames } from "./field-scripts.ts";
import type { TakenFields } from "./taken-fields.ts";

/**
 * Adapts the actions of annotations, fields and pages (ISO 32000-2, 12.6.4.11, 12.7.6) to the fields as they are now:
 * those that name a field get its new name, and those that refer to one that is left out refer to nothing.
 */
export function settleActions(fields: TakenFields, names: NewNames, bounds: Bounds): void {
  if (!fields.excerpt.isWhole || names.size > 0) {
    new FieldActions(fields, names, bounds).settle();
  }
}

class FieldActions {
  readonly #fields: TakenFields;
  readonly #excerpt: Excerpt;
  readonly #names: NewNames;
  readonly #bounds: Bounds;
  readonly #seen = new Set<Annotation>();
  readonly #seenObjects = new Set<number>();
  readonly #annotationNumbers = new Set<number>();
  readonly #settledBy: readonly (readonly [key: string, settled: (value: CosValue) => CosValue])[] = [
    ["A", (value) => this.#action(value, 0)],
    ["AA", (value) => this.#entries(value)],
    ["Lock", (value) => this.#lock(value)],
  ];

  constructor(fields: TakenFields, names: NewNames, bounds: Bounds) {
    this.#fields = fields;
    this.#excerpt = fields.excerpt;
    this.#names = names;
    this.#bounds = bounds;
  }

  settle(): void {
    const { pages } = this.#excerpt;
    const annotations = pages.flatMap((page) => page.annotations);
    for (const { ref } of annotations) {
      if (ref !== undefined) {
        this.#annotationNumbers.add(ref.number);
      }
    }
    for (const annotation of annotations) {
      this.#bounds.step();
      if (!annotation.isRemoved && !this.#seen.has(annotation)) {
        this.#seen.add(annotation);
        this.#settleEntries(annotation.dict, () => annotation.edit());
      }
    }
    for (const { dict } of pages) {
      this.#bounds.step();
      this.#settleEntries(dict, () => dict);
    }
    for (const node of this.#fields.nodes) {
      this.#bounds.step();
      if (node.ref === undefined || !this.#annotationNumbers.has(node.ref.number)) {
        this.#settleEntries(node.dict, () => this.#fields.edit(node));
      }
    }
  }

  #settleEntries(dict: Dict, edit: () => Dict): void {
    for (const [key, settled] of this.#settledBy) {
      const value = dict.raw(key);
      const newValue = value === undefined ? undefined : settled(value);
      if (newValue !== undefined && newValue !== value) {
        edit().set(key, newValue);
      }
    }
  }

  /** Adapts additional actions, a dictionary of actions. */
  #entries(value: CosValue): CosValue {
    return this.#changedOnce(value, (dict) => {
      const keys = [...dict.keys()];
      return this.#withEntries(dict, keys, (action) => this.#action(action, 0));
    });
  }

  /** Adapts a signature field's lock, which says what happens to other fields when it is signed (table 236). */
  #lock(value: CosValue): CosValue {
    return this.#changedOnce(value, (lock) => this.#withEntries(lock, ["Fields"], (list) => this.#list(list)));
  }

  #action(value: CosValue, depth: number): CosValue {
    if (depth > MAX_NEXT) {
      return value;
    }
    return this.#changedOnce(value, (action) => {
      const kind = action.name("S") ?? "";
      const own = this.#withEntries(action, FIELD_ENTRIES.get(kind) ?? [], (list) => this.#list(list));
      const scripted = this.#withEntries(own, SCRIPT_ENTRIES.get(kind) ?? [], (script) => this.#script(script));
      return this.#withEntries(scripted, ["Next"], (next) => this.#next(next, depth + 1));
    });
  }

  #next(value: CosValue, depth: number): CosValue {
    return eachChanged(value, (action) => this.#action(action, depth));
  }

  /** Adapts a field, or a list of fields. */
  #list(value: CosValue): CosValue {
    return eachChanged(value, (target) => this.#target(target));
  }

  #target(target: CosValue): CosValue {
    this.#bounds.step();
    const value = resolve(target);
    if (value instanceof CosString) {
      const name = renamed(value.bytes, this.#names);
      return name === value.bytes ? target : new CosString(name);
    }
    if (target instanceof Ref && value instanceof Dict && this.#isLeftOut(target, value)) {
      this.#excerpt.change(target, null);
    }
    return target;
  }

  #script(value: CosValue): CosValue {
    const script = resolve(value);
    const newScript = this.#names.size === 0 ? script : scriptWithNewNames(script, this.#names, this.#bounds);
    if (newScript === script) {
      return value;
    }
    if (value instanceof Ref) {
      this.#excerpt.change(value, newScript);
      return value;
    }
    return newScript;
  }

  /** Returns whether a field, or an annotation of any other kind, is left out of the new document. */
  #isLeftOut(target: Ref, value: Dict): boolean {
    if (this.#excerpt.isWhole || this.#annotationNumbers.has(target.number)) {
      return false;
    }
    const node = this.#fields.tree.knownNodeOf(target);
    return node === undefined ? value.entries.has("Rect") : !this.#fields.has(node);
  }

  /** Changes a dictionary. The result for an indirect object replaces that object, once, wherever it is referred to. */
  #changedOnce(value: CosValue, changed: (dict: Dict) => Dict): CosValue {
    const dict = resolve(value);
    if (!(dict instanceof Dict)) {
      return value;
    }
    if (!(value instanceof Ref)) {
      return changed(dict);
    }
    if (!this.#seenObjects.has(value.number)) {
      this.#seenObjects.add(value.number);
      const newDict = changed(dict);
      if (newDict !== dict) {
        this.#excerpt.change(value, newDict);
      }
    }
    return value;
  }

  #withEntries(dict: Dict, keys: readonly string[], changed: (value: CosValue) => CosValue): Dict {
    let result = dict;
    for (const key of keys) {
      this.#bounds.step();
      const value = dict.raw(key);
      const newValue = value === undefined ? undefined : changed(value);
      if (newValue !== undefined && newValue !== value) {
        result = (result === dict ? dict.copy() : result).set(key, newValue);
      }
    }
    return result;
  }
}

/** The length of a chain of actions beyond which it is left as it is: longer than any that is written. */
const MAX_NEXT = 100;

/** The entries that list fields, by the type of action. */
const FIELD_ENTRIES: ReadonlyMap<string, readonly string[]> = new Map([
  ["Hide", ["T"]],
  ["ResetForm", ["Fields"]],
  ["SubmitForm", ["Fields"]],
]);
const SCRIPT_ENTRIES: ReadonlyMap<string, readonly string[]> = new Map([
  ["JavaScript", ["JS"]],
  ["Rendition", ["JS"]],
]);

/** Changes the value, or each element when it is an array; returns the value itself when nothing changes. */
function eachChanged(value: CosValue, changed: (value: CosValue) => CosValue): CosValue {
  const array = resolve(value);
  if (!Array.isArray(array)) {
    return changed(value);
  }
  const result = array.map(changed);
  return result.some((element, index) => element !== array[index]) ? result : value;
}
