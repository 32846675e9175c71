import { type CosValue, Dict, Ref, resolve } from "@quire/cos";
import type { ChangePlace } from "../options.ts";
import type { Conversion, Correction, Part } from "../conversion.ts";
import { dropEmpty } from "./document-entries.ts";

const TYPES_1: readonly string[] = ["GoTo", "GoToR", "Thread", "URI", "Named", "SubmitForm"];
const TYPES_2 = [...TYPES_1, "GoToE"];

/** The types of actions that stay: ISO 19005-1, 6.6.1; -2 and -3, 6.5.1; -4, 6.6.1. */
const TYPES: Readonly<Record<Part, ReadonlySet<string>>> = {
  1: new Set(TYPES_1),
  2: new Set(TYPES_2),
  3: new Set(TYPES_2),
  4: new Set([...TYPES_2, "JavaScript", "GoToDp", "RichMediaExecute"]),
};
/** The named actions that stay (same clauses). */
const NAMED: ReadonlySet<string> = new Set(["NextPage", "PrevPage", "FirstPage", "LastPage"]);
/** The length to which actions that follow each other are looked at. */
const MAX_CHAIN = 1000;

/**
 * Removes actions of forbidden types, with those that follow them, and actions that happen by themselves (ISO 19005-1,
 * 6.6; -2 and -3, 6.5; -4, 6.6).
 */
export const actions: Correction = {
  document(conversion) {
    const { catalog, changes, part } = conversion;
    correctAction(catalog, "OpenAction", {}, conversion);
    if (catalog.has("AA")) {
      catalog.delete("AA");
      changes.note("actions_dropped", {}, "AA of the document");
    }
    const names = catalog.dict("Names");
    if (part !== 4 && names?.has("JavaScript") === true) {
      names.delete("JavaScript");
      changes.note("actions_dropped", {}, "JavaScript of the document");
      dropEmpty(catalog, "Names");
    }
  },

  page({ dict, page, ref }, { changes }) {
    if (dict.has("AA")) {
      dict.delete("AA");
      changes.note("actions_dropped", { page, object: ref.number }, "AA of a page");
    }
  },

  dictionary(dict, found, conversion) {
    const { part, changes } = conversion;
    const isWidget = dict.name("Subtype") === "Widget";
    const isField = isWidget || dict.has("FT");
    if ((isWidget || (isField && part !== 4)) && dict.has("A") && isAction(dict.get("A"))) {
      note(dict.get("A"), found, conversion);
      dict.delete("A");
    }
    correctAction(dict, "A", found, conversion);
    correctAction(dict, "PA", found, conversion);
    if (dict.get("AA") instanceof Dict) {
      correctTriggers(dict, { isField, found, conversion });
      if (!dict.has("AA")) {
        changes.note("actions_dropped", found, "AA");
      }
    }
  },
};

/** Of structure elements, A has attributes: dictionaries with an owner, O (ISO 32000-2, 14.7.6). */
const isAction = (value: unknown): value is Dict => value instanceof Dict && value.has("S") && !value.has("O");

/** Keeps the additional actions of fields in part 4, those of permitted types, and no others. */
function correctTriggers(
  owner: Dict,
  {
    isField,
    found,
    conversion,
  }: { readonly isField: boolean; readonly found: ChangePlace; readonly conversion: Conversion },
): void {
  const triggers = owner.dict("AA");
  if (!isField || conversion.part !== 4 || triggers === undefined) {
    owner.delete("AA");
    return;
  }
  for (const key of triggers.keys()) {
    correctAction(triggers, key, found, conversion);
  }
  dropEmpty(owner, "AA");
}

/** Removes the action at `key` when it is of a forbidden type, and forbidden ones among those that follow it. */
function correctAction(owner: Dict, key: string, place: ChangePlace, conversion: Conversion): void {
  let holder = owner;
  let at = key;
  for (let length = 0; length < MAX_CHAIN; length++) {
    conversion.bounds.step();
    const raw = holder.raw(at);
    const action = resolve(raw);
    if (Array.isArray(action) && at === "Next") {
      holder.set(at, keptOf(action, place, conversion));
      return;
    }
    if (!isAction(action)) {
      return;
    }
    if (!isPermitted(action, conversion.part)) {
      note(action, raw instanceof Ref ? { ...place, object: raw.number } : place, conversion);
      holder.delete(at);
      return;
    }
    holder = action;
    at = "Next";
  }
}

/** Returns the actions of an array that may stay. Those after them are met when the array is visited. */
function keptOf(list: readonly CosValue[], place: ChangePlace, conversion: Conversion): CosValue[] {
  return list.filter((raw) => {
    const action = resolve(raw);
    const isKept = isAction(action) && isPermitted(action, conversion.part);
    if (!isKept) {
      note(action, place, conversion);
    }
    return isKept;
  });
}

function isPermitted(action: Dict, part: Part): boolean {
  const type = action.name("S") ?? "";
  return TYPES[part].has(type) && (type !== "Named" || NAMED.has(action.name("N") ?? ""));
}

function note(action: unknown, place: ChangePlace, { changes }: Conversion): void {
  const dict = action instanceof Dict ? action : new Dict();
  const type = dict.name("S") ?? "no type";
  changes.note("actions_dropped", place, type === "Named" ? `Named ${dict.name("N") ?? ""}` : type);
}
