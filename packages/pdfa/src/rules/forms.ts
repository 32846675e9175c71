import { appearanceOf } from "../document/annotation.ts";
import { documentWalk } from "../document/walk.ts";
import type { Part } from "../flavours.ts";
import { rule } from "./rule.ts";
import type { RuleGroup } from "./rule-group.ts";

const needAppearances = rule({
  key: "need-appearances",
  on: "interactive-form",
  ids: { "1": "6.9-1", "2": "6.4.1-3", "3": "6.4.1-3", "4": "6.4.1-2" },
  requirement: "PDF readers are not asked to make the appearances of fields: NeedAppearances is false or absent.",
  message: "PDF readers are asked to make the appearances of form fields",
  hint: "Make the appearances, and remove NeedAppearances: qpdf --generate-appearances in.pdf out.pdf does, as do form editors when they save.",
  fix: "dictionary",
  conversion: "mends",
  test: (form) => form.boolean("NeedAppearances") !== true || { broken: "NeedAppearances true" },
});

/**
 * The rule of ISO 19005-1, 6.9, which makes no exception for widgets of no size; later parts do, where this is a rule
 * for annotations.
 */
const fieldAppearance = rule({
  key: "field-appearance",
  on: "annotation",
  ids: { "1": "6.9-2" },
  requirement: "Form fields have an appearance.",
  message: "A form field has no appearance",
  hint: "Make the appearance, so that the widget has an AP entry with N: form editors do when the field is filled in again and saved.",
  fix: "render",
  test: ({ dict, subtype }) => subtype !== "Widget" || appearanceOf(dict) !== undefined || { broken: "no AP" },
});

const widgetAction = rule({
  key: "widget-action",
  on: "annotation",
  ids: { "1": "6.6.1-3" },
  requirement: "Widgets have no action.",
  message: "A widget of a form field has an action",
  hint: "Remove A from the widget: in Acrobat, the field's Properties ▸ Actions.",
  fix: "dictionary",
  conversion: "drops",
  test: ({ dict, subtype }) => subtype !== "Widget" || !dict.has("A") || { broken: "A" },
});

const widgetTriggers = rule({
  key: "widget-additional-actions",
  on: "annotation",
  ids: { "1": "6.6.2-1" },
  requirement: "Widgets have no additional actions.",
  message: "A widget of a form field has additional actions",
  hint: "Remove AA from the widget: in Acrobat, scripts on the tabs Actions, Format, Validate and Calculate of the field's Properties.",
  fix: "dictionary",
  conversion: "drops",
  test: ({ dict, subtype }) => subtype !== "Widget" || !dict.has("AA") || { broken: "AA" },
});

/** The forbidden entries of widgets: parts from 2 on have one test for both; part 4 permits AA. */
const WIDGET_ENTRIES: Readonly<Record<Part, readonly string[]>> = {
  1: [],
  2: ["A", "AA"],
  3: ["A", "AA"],
  4: ["A"],
};

const widgetActions = rule({
  key: "widget-actions",
  on: "annotation",
  ids: { "2": "6.4.1-1", "3": "6.4.1-1", "4": "6.4.1-1" },
  requirement: "Widgets have no action, nor, before part 4, additional actions.",
  message: "A widget of a form field has actions",
  hint: "Remove A (and AA) from the widget: in Acrobat, the field's Properties ▸ Actions, Format, Validate and Calculate.",
  fix: "dictionary",
  conversion: "drops",
  test({ dict, subtype }, { part }) {
    const found = subtype === "Widget" ? WIDGET_ENTRIES[part].filter((key) => dict.has(key)) : [];
    return found.length === 0 || { broken: found.join(", ") };
  },
});

const fieldActions = rule({
  key: "field-actions",
  on: "field",
  ids: { "1": "6.6.2-2", "2": "6.4.1-2", "3": "6.4.1-2" },
  requirement: "Form fields have no additional actions.",
  message: "A form field has additional actions",
  hint: "Remove AA from the field: in Acrobat, its Properties ▸ Actions, Format, Validate and Calculate.",
  fix: "dictionary",
  conversion: "drops",
  // A is an entry of widgets, and the matter of another rule.
  test: ({ dict }) => !dict.has("AA") || { broken: "AA" },
});

const xfa = rule({
  key: "xfa-form",
  on: "interactive-form",
  ids: { "2": "6.4.2-1", "3": "6.4.2-1", "4": "6.4.2-1", ua2: "8.10.1-3" },
  requirement: "The interactive form has no XFA form.",
  message: "The document has an XFA form",
  hint: "Save the form as one of fields alone, without XFA: in Designer as Static PDF Form for Acrobat 6 or 7 and then print it to PDF, or remove XFA from AcroForm.",
  fix: "dictionary",
  conversion: "drops",
  test: (form) => !form.has("XFA") || { broken: "XFA" },
});

const needsRendering = rule({
  key: "needs-rendering",
  on: "catalog",
  ids: { "2": "6.4.2-2", "3": "6.4.2-2", "4": "6.4.2-2" },
  requirement: "The catalog does not say that pages are made from an XFA form.",
  message: "The catalog says that pages are made from an XFA form when the document is opened",
  hint: "Print the form to PDF: a dynamic XFA form has no pages of its own. Where its pages are drawn already, remove NeedsRendering from the catalog.",
  fix: "dictionary",
  conversion: "drops",
  test: (catalog) => catalog.boolean("NeedsRendering") !== true || { broken: "NeedsRendering true" },
});

/** The rules of ISO 19005-1, 6.6 and 6.9; ISO 19005-2, -3 and -4, 6.4. */
export const forms: RuleGroup = {
  name: "forms",
  rules: [
    needAppearances,
    fieldAppearance,
    widgetAction,
    widgetTriggers,
    widgetActions,
    fieldActions,
    xfa,
    needsRendering,
  ],
  begin: documentWalk,
};
