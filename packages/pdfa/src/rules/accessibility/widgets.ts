import { Dict } from "@quire/cos";
import type { Annotation } from "../../document/annotation.ts";
import { itemsOf, taggedStructure } from "../../structure/tagged-structure.ts";
import type { Validation } from "../../validation.ts";
import { type AnyRule, rule } from "../rule.ts";
import { isExempt, tagsOf, textIn } from "./annotation-tags.ts";
import { richTextOf, stringOrStream } from "./rich-text.ts";

/** Returns whether a widget belongs to a field, its own or that of its parent. */
const isOfField = ({ dict }: Annotation): boolean => dict.has("T") || dict.get("Parent") instanceof Dict;

/** Returns whether a widget is real content of a field, so that it needs a name. */
const isRealWidget = (annotation: Annotation, validation: Validation): boolean =>
  annotation.subtype === "Widget" && isOfField(annotation) && tagsOf(annotation, validation).isReal;

/** Returns the name that a field has for people: TU of the widget where it is a field, else of its parent. */
function fieldName({ dict }: Annotation): string | undefined {
  const field = dict.has("T") ? dict : dict.dict("Parent");
  return field && textIn(field, "TU");
}

function hasLabel({ dict }: Annotation, validation: Validation): boolean {
  const structure = validation.shared(taggedStructure);
  const element = structure.elementOfObject(dict);
  const kids = element === undefined ? [] : structure.kidsOf(element);
  return kids.some((kid) => kid.role === "Lbl" && itemsOf(kid.dict).length > 0);
}

/** The rules on widgets and fields: ISO 14289-1, 7.18.1 and 7.18.4; -2, 8.9.2.4.13 and 8.10. */
export const WIDGET_RULES: readonly AnyRule[] = [
  rule({
    key: "widget-name",
    on: "annotation",
    ids: { ua1: "7.18.1-3" },
    requirement: "A field has a name for people in TU, or the element of its widget has Alt.",
    message: "A form field has no name for people",
    hint: "Set TU of the field to a name that tells people what to enter: in Acrobat, the field's Properties ▸ General ▸ Tooltip; in LibreOffice, Control Properties ▸ Help text.",
    fix: "author",
    test(annotation, validation) {
      const hasName = (fieldName(annotation) ?? "") !== "" || tagsOf(annotation, validation).hasAlt;
      return annotation.subtype !== "Widget" || isExempt(annotation) || hasName || { broken: "no TU" };
    },
  }),
  rule({
    key: "widget-element",
    on: "annotation",
    ids: { ua1: "7.18.4-1" },
    requirement: "A widget that is neither hidden nor off the page is in a Form element.",
    message: "A widget of a form field is not in a Form element",
    hint: "Tag the widget with a Form element that has an object reference to it: in Acrobat, Tags ▸ Find ▸ Unmarked Annotations ▸ Tag Element, type Form.",
    fix: "author",
    test(annotation, validation) {
      const { role } = tagsOf(annotation, validation);
      const isMeant = annotation.subtype === "Widget" && !isExempt(annotation);
      return !isMeant || role === "Form" || { broken: `in ${role ?? "no element"}` };
    },
  }),
  rule({
    key: "real-widget-element",
    on: "annotation",
    ids: { ua2: "8.10.1-1" },
    requirement: "A widget of a field that is no artifact is in a Form element.",
    message: "A widget of a form field is not in a Form element",
    hint: "Tag the widget, which is shown and has a size, with a Form element that has an object reference to it.",
    fix: "author",
    test(annotation, validation) {
      const { role } = tagsOf(annotation, validation);
      return !isRealWidget(annotation, validation) || role === "Form" || { broken: `in ${role ?? "no standard type"}` };
    },
  }),
  rule({
    key: "widget-without-size",
    on: "annotation",
    ids: { ua2: "8.9.2.4.13-1" },
    requirement: "A widget without width and height is an artifact.",
    message: "A widget without size is not an artifact",
    hint: "Remove the widget, which has no size and so is not shown, from the structure tree, or put it into an Artifact element.",
    fix: "author",
    test(annotation, validation) {
      const [left, bottom, right, top] = annotation.dict.array("Rect") ?? [];
      const isEmpty = left !== undefined && top !== undefined && left === right && bottom === top;
      const isReal = annotation.subtype === "Widget" && isEmpty && tagsOf(annotation, validation).isReal;
      return !isReal || { broken: "Widget in the structure tree" };
    },
  }),
  rule({
    key: "widget-label",
    on: "annotation",
    ids: { ua2: "8.10.2.3-1" },
    requirement: "A widget of a field has a label in its Form element, or Contents.",
    message: "A widget has neither a label nor a description",
    hint: "Put the label's Lbl element into the Form element, or describe the field in Contents of the widget.",
    fix: "author",
    test: (annotation, validation) =>
      !isRealWidget(annotation, validation) ||
      annotation.dict.bytes("Contents") !== undefined ||
      hasLabel(annotation, validation) || { broken: "neither" },
  }),
  rule({
    key: "widget-actions-contents",
    on: "annotation",
    ids: { ua2: "8.10.2.3-2" },
    requirement: "A widget of a field with additional actions has Contents.",
    message: "A widget with additional actions has no description",
    hint: "Describe in Contents of the widget what happens.",
    fix: "author",
    test: (annotation, validation) =>
      !annotation.dict.has("AA") ||
      annotation.dict.bytes("Contents") !== undefined ||
      !isRealWidget(annotation, validation) || { broken: "AA without Contents" },
  }),
  rule({
    key: "field-name-language",
    on: "field",
    ids: { ua1: "7.2-25" },
    requirement: "The language of TU of fields is known: by Lang of the field's element or of the catalog.",
    message: "The language of the name of a form field is not known",
    hint: "Set Lang of the field's element, or of the catalog, to the language of its name for people (TU), such as en-GB.",
    fix: "author",
    test({ dict }, validation) {
      const element = validation.shared(taggedStructure).elementOfObject(dict);
      const isKnown = validation.document.catalog.bytes("Lang") !== undefined || element?.bytes("Lang") !== undefined;
      return dict.bytes("TU") === undefined || isKnown || { broken: "no Lang" };
    },
  }),
  rule({
    key: "text-field-rich-value",
    on: "field",
    ids: { ua2: "8.10.3.3-1" },
    requirement: "The text of RV of a text field is the same as V.",
    message: "RV and V of a text field differ",
    hint: "Write the same text to both, or remove RV.",
    fix: "author",
    test({ dict, type }, { bounds }) {
      const value = stringOrStream(dict, "V", bounds);
      const isKept =
        type !== "Tx" || !dict.has("RV") || (value !== undefined && richTextOf(dict, "RV", bounds) === value);
      return isKept || { broken: value === undefined ? "no V" : "RV and V" };
    },
  }),
];
