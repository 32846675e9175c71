import { documentWalk } from "../document/walk.ts";
import type { RuleFlavour } from "../flavours.ts";
import { rule } from "./rule.ts";
import type { RuleGroup } from "./rule-group.ts";

/**
 * The action types that ISO 19005-1, 6.6.1, permits: those of PDF Reference 1.4, table 8.36, that it does not forbid
 * (Hide is forbidden).
 */
const TYPES_1: readonly string[] = ["GoTo", "GoToR", "Thread", "URI", "Named", "SubmitForm"];
/** The action types that ISO 19005-2, 6.5.1, with ISO 32000-1, table 198, permits. */
const TYPES_2 = [...TYPES_1, "GoToE"];
/** The action types that ISO 19005-4, 6.6.1, with ISO 32000-2, table 201, permits. */
const TYPES_4 = [...TYPES_2, "JavaScript", "GoToDp", "RichMediaExecute"];

const TYPES: Readonly<Partial<Record<RuleFlavour, ReadonlySet<string>>>> = {
  "1a": new Set(TYPES_1),
  "1b": new Set(TYPES_1),
  "2a": new Set(TYPES_2),
  "2b": new Set(TYPES_2),
  "2u": new Set(TYPES_2),
  "3a": new Set(TYPES_2),
  "3b": new Set(TYPES_2),
  "3u": new Set(TYPES_2),
  "4": new Set(TYPES_4),
  // Annex B adds these.
  "4e": new Set([...TYPES_4, "SetOCGState", "GoTo3DView"]),
  "4f": new Set(TYPES_4),
};

const actionType = rule({
  key: "action-type",
  on: "action",
  ids: { "1": "6.6.1-1", "2": "6.5.1-1", "3": "6.5.1-1", "4": "6.6.1-1" },
  requirement: "Actions have only the types that this part of PDF/A permits.",
  message: "An action is of a type that is not permitted",
  hint: "Remove the action: scripts, sounds, films, starting programs, resetting and importing forms are forbidden. Links within the document, to other documents and to web pages may stay.",
  fix: "dictionary",
  conversion: "drops",
  test(action, { flavour }) {
    const type = action.name("S");
    return (type !== undefined && TYPES[flavour]?.has(type) === true) || { broken: type ?? "no type" };
  },
});

/** The named actions of ISO 32000-2, table 215. */
const NAMED: ReadonlySet<string> = new Set(["NextPage", "PrevPage", "FirstPage", "LastPage"]);

const namedAction = rule({
  key: "named-action",
  on: "action",
  ids: { "1": "6.6.1-2", "2": "6.5.1-2", "3": "6.5.1-2", "4": "6.6.1-2" },
  requirement: "Named actions are NextPage, PrevPage, FirstPage or LastPage.",
  message: "A named action is not one of those that go to a page",
  hint: "Remove the action. Buttons that print, save or search are such ones; those for the next, previous, first and last page may stay.",
  fix: "dictionary",
  conversion: "drops",
  test(action) {
    const name = action.name("N");
    return action.name("S") !== "Named" || NAMED.has(name ?? "") || { broken: name ?? "no name" };
  },
});

const catalogTriggers = rule({
  key: "catalog-additional-actions",
  on: "catalog",
  ids: { "1": "6.6.2-3", "2": "6.5.2-1", "3": "6.5.2-1" },
  requirement: "The catalog has no additional actions.",
  message: "The document has additional actions",
  hint: "Remove AA from the catalog: in Acrobat, Set Document Actions lists the scripts that run when the document is closed, saved or printed.",
  fix: "dictionary",
  conversion: "drops",
  test: (catalog) => !catalog.has("AA") || { broken: keysOf(catalog.dict("AA")) },
});

const pageTriggers = rule({
  key: "page-additional-actions",
  on: "page",
  ids: { "2": "6.5.2-2", "3": "6.5.2-2" },
  requirement: "Pages have no additional actions.",
  message: "A page has additional actions",
  hint: "Remove AA from the page: in Acrobat, Page Properties ▸ Actions lists what happens when the page is opened or closed.",
  fix: "dictionary",
  conversion: "drops",
  test: ({ dict }) => !dict.has("AA") || { broken: keysOf(dict.dict("AA")) },
});

/**
 * The events that ISO 19005-4, 6.6.3, permits: those that a pointer or the focus triggers, not those that happen
 * automatically. Fields and widgets may have all.
 */
const TRIGGERS_4: ReadonlySet<string> = new Set(["E", "X", "D", "U", "Fo", "Bl"]);

const triggerEvents = rule({
  key: "additional-actions-events",
  on: "additional-actions",
  ids: { "4": "6.6.3-1" },
  requirement:
    "Additional actions of the catalog, of pages and of annotations other than widgets are only for the events E, X, " +
    "D, U, Fo and Bl.",
  message: "There are additional actions for events that are not permitted",
  hint: "Remove the actions for other events from the AA dictionary: scripts for keystrokes, formats and calculations belong to form fields alone.",
  fix: "dictionary",
  conversion: "drops",
  test({ dict, of }) {
    const others = [...dict.keys()].filter((key) => !TRIGGERS_4.has(key));
    return of === "widget" || of === "field" || others.length === 0 || { broken: `${of}: ${others.join(", ")}` };
  },
});

const keysOf = (dict: { keys(): Iterable<string> } | undefined): string => [...(dict?.keys() ?? [])].join(", ") || "AA";

/**
 * The rules of ISO 19005-1, 6.6; ISO 19005-2 and -3, 6.5; ISO 19005-4, 6.6. Those on widgets and fields are among the
 * forms.
 */
export const actions: RuleGroup = {
  name: "actions",
  rules: [actionType, namedAction, catalogTriggers, pageTriggers, triggerEvents],
  begin: documentWalk,
};
