import { Dict } from "@quire/cos";
import { documentWalk } from "../../document/walk.ts";
import { type AnyRule, rule } from "../rule.ts";
import type { RuleGroup } from "../rule-group.ts";
import type { RuleId } from "../rule-id.ts";
import { FLAG, isExempt, isMarkup, tagsOf } from "./annotation-tags.ts";
import { LINK_RULES } from "./links.ts";
import { richTextOf } from "./rich-text.ts";
import { WIDGET_RULES } from "./widgets.ts";

const NESTING_RULES: readonly AnyRule[] = [
  rule({
    key: "annotation-element",
    on: "annotation",
    ids: { ua1: "7.18.1-1" },
    requirement:
      "An annotation is in an Annot element, unless it is a widget, a link, a printer's mark, hidden, or off the page.",
    message: "An annotation is not in an Annot element",
    hint: "Tag the annotation with an Annot element that has an object reference to it: in Acrobat, Tags ▸ Find ▸ Unmarked Annotations ▸ Tag Element.",
    fix: "author",
    test(annotation, validation) {
      const { role } = tagsOf(annotation, validation);
      const isOther = /^(?:Widget|PrinterMark|Link)$/u.test(annotation.subtype);
      return (
        isOther ||
        isExempt(annotation) ||
        role === "Annot" || { broken: `${annotation.subtype} in ${role ?? "no element"}` }
      );
    },
  }),
  rule({
    key: "markup-element",
    on: "annotation",
    ids: { ua2: "8.9.2.3-1" },
    requirement: "A markup annotation that is no artifact is in an Annot element.",
    message: "A markup annotation is not in an Annot element",
    hint: "Tag the comment with an Annot element that has an object reference to it, or delete comments that are done with: in Acrobat, Tags ▸ Find ▸ Unmarked Annotations.",
    fix: "author",
    test(annotation, validation) {
      const { role, isReal } = tagsOf(annotation, validation);
      return !isMarkup(annotation) || !isReal || role === "Annot" || { broken: `in ${role ?? "no standard type"}` };
    },
  }),
  rule({
    key: "watermark-element",
    on: "annotation",
    ids: { ua2: "8.9.2.4.16-1" },
    requirement: "A watermark annotation that is no artifact is in an Annot element.",
    message: "A watermark annotation is not in an Annot element",
    hint: "Tag the watermark with an Annot element that has an object reference to it, or put it into the content as an artifact.",
    fix: "author",
    test(annotation, validation) {
      const { role, isReal } = tagsOf(annotation, validation);
      return (
        annotation.subtype !== "Watermark" ||
        !isReal ||
        role === "Annot" || { broken: `in ${role ?? "no standard type"}` }
      );
    },
  }),
  artifactRule(
    "annotation-invisible",
    "8.9.2.2-1",
    "An annotation with the flag Invisible",
    ({ flags }) => (flags & FLAG.invisible) !== 0,
  ),
  artifactRule(
    "annotation-not-viewed",
    "8.9.2.2-2",
    "An annotation with the flag NoView and without ToggleNoView",
    ({ flags }) => (flags & FLAG.noView) !== 0 && (flags & FLAG.toggleNoView) === 0,
  ),
  artifactRule("printer-mark-artifact", "8.9.2.4.14-1", "A printer's mark", ({ subtype }) => subtype === "PrinterMark"),
  rule({
    key: "printer-mark-untagged",
    on: "annotation",
    ids: { ua1: "7.18.8-1" },
    requirement: "A printer's mark is not in the structure tree, unless it is hidden or off the page.",
    message: "A printer's mark is in the structure tree",
    hint: "Remove StructParent of the printer's mark, and the reference to it from the structure tree; or export without printer's marks.",
    fix: "dictionary",
    test: (annotation, validation) =>
      annotation.subtype !== "PrinterMark" ||
      isExempt(annotation) ||
      tagsOf(annotation, validation).type === undefined || { broken: "tagged" },
  }),
  rule({
    key: "popup-untagged",
    on: "annotation",
    ids: { ua2: "8.9.2.4.9-1" },
    requirement: "Pop-up annotations are not in the structure tree.",
    message: "A pop-up annotation is in the structure tree",
    hint: "Remove StructParent of the pop-up, and the reference to it from the structure tree: the comment that it belongs to is tagged, the pop-up is not.",
    fix: "dictionary",
    test: (annotation, validation) =>
      annotation.subtype !== "Popup" || tagsOf(annotation, validation).type === undefined || { broken: "tagged" },
  }),
];

/** Makes a rule that such annotations are artifacts: not in the structure tree, or there as an Artifact. */
function artifactRule(
  key: string,
  id: RuleId,
  what: string,
  isMeant: (annotation: { readonly subtype: string; readonly flags: number }) => boolean,
): AnyRule {
  return rule({
    key,
    on: "annotation",
    ids: { ua2: id },
    requirement: `${what} is an artifact.`,
    message: `${what} is not an artifact`,
    hint: `${what} is not for readers: remove it from the structure tree, or put it into an Artifact element.`,
    fix: "author",
    test(annotation, validation) {
      const { subtype, dict } = annotation;
      const isReal = isMeant({ subtype, flags: dict.integer("F") ?? 0 }) && tagsOf(annotation, validation).isReal;
      return !isReal || { broken: `${subtype} in the structure tree` };
    },
  });
}

const forbidden = (subtype: string, ids: AnyRule["ids"], hint: string): AnyRule =>
  rule({
    key: `no-${subtype.toLowerCase()}-annotation`,
    on: "annotation",
    ids,
    requirement: `There are no annotations of the type ${subtype}; in PDF/UA-1 they may be hidden or off the page.`,
    message: `There is an annotation of the type ${subtype}`,
    hint,
    fix: "dictionary",
    test: (annotation, { part }) =>
      annotation.subtype !== subtype || (part !== 4 && isExempt(annotation)) || { broken: subtype },
  });

const CONTENTS_RULES: readonly AnyRule[] = [
  rule({
    key: "annotation-description",
    on: "annotation",
    ids: { ua1: "7.18.1-2" },
    requirement: "An annotation that is no widget, hidden or off the page has Contents, or its element has Alt.",
    message: "An annotation has no description",
    hint: "Say in Contents what the annotation shows or is for: in Acrobat, the text of the comment; or Alt of the element around it.",
    fix: "author",
    test(annotation, validation) {
      const { dict, subtype } = annotation;
      const hasText = (dict.bytes("Contents")?.length ?? 0) > 0 || tagsOf(annotation, validation).hasAlt;
      return subtype === "Widget" || isExempt(annotation) || hasText || { broken: `${subtype} without Contents` };
    },
  }),
  rule({
    key: "annotation-contents-language",
    on: "annotation",
    ids: { ua1: "7.2-24" },
    requirement: "The language of Contents is known: by Lang of the annotation's element or of the catalog.",
    message: "The language of the description of an annotation is not known",
    hint: "Set Lang of the annotation's element, or of the catalog, to the language of its Contents, such as en-GB.",
    fix: "author",
    test(annotation, validation) {
      const isKnown =
        validation.document.catalog.bytes("Lang") !== undefined ||
        tagsOf(annotation, validation).element?.bytes("Lang") !== undefined;
      return annotation.dict.bytes("Contents") === undefined || isKnown || { broken: "no Lang" };
    },
  }),
  rule({
    key: "annotation-contents-alt",
    on: "annotation",
    ids: { ua2: "8.9.4.2-1" },
    requirement: "Contents of an annotation and Alt of its element, where it has both, are the same.",
    message: "Contents of an annotation and Alt of its element differ",
    hint: "Write the same text to Contents of the annotation and Alt of its element, or remove one of them.",
    fix: "author",
    test(annotation, validation) {
      const { contents, alt } = tagsOf(annotation, validation);
      return contents === undefined || alt === undefined || contents === alt || { broken: "Contents and Alt differ" };
    },
  }),
  rule({
    key: "markup-rich-contents",
    on: "annotation",
    ids: { ua2: "8.9.2.3-2", wt1r: null },
    requirement: "The text of RC and Contents of a markup annotation, where it has both, are the same.",
    message: "RC and Contents of an annotation differ",
    hint: "Write the same text to Contents and RC of the comment, or remove RC: editors do when the comment is edited again.",
    fix: "author",
    test(annotation, validation) {
      const { contents } = tagsOf(annotation, validation);
      const isMeant = isMarkup(annotation) && annotation.dict.has("RC") && contents !== undefined;
      return (
        !isMeant || richTextOf(annotation.dict, "RC", validation.bounds) === contents || { broken: "RC and Contents" }
      );
    },
  }),
  rule({
    key: "stamp-contents",
    on: "annotation",
    ids: { ua2: "8.9.2.4.7-1", wt1r: null },
    requirement: "A stamp has a Name or Contents.",
    message: "A stamp has neither a name nor a description",
    hint: "Say in Contents what the stamp says, such as Approved: in Acrobat, the text of the comment that goes with it.",
    fix: "author",
    test: ({ dict, subtype }) =>
      subtype !== "Stamp" ||
      dict.name("Name") !== undefined ||
      dict.bytes("Contents") !== undefined || { broken: "neither" },
  }),
  contentsRule("Ink", "8.9.2.4.8-1", { wt1r: null }),
  contentsRule("Screen", "8.9.2.4.12-1", {}),
  contentsRule("3D", "8.9.2.4.19-1", { wt1r: null }),
  contentsRule("RichMedia", "8.9.2.4.19-2", { wt1r: null }),
  rule({
    key: "file-attachment-relationship",
    on: "annotation",
    ids: { ua2: "8.9.2.4.10-1" },
    requirement: "The file of a file attachment annotation has its relationship to the document in AFRelationship.",
    message: "The relationship of an attached file to the document is missing",
    hint: "Add AFRelationship to the file specification of the annotation: Source, Data, Alternative, Supplement or Unspecified.",
    fix: "dictionary",
    test({ dict, subtype }) {
      const file = dict.get("FS");
      const isKept = file instanceof Dict && file.name("AFRelationship") !== undefined;
      return subtype !== "FileAttachment" || !dict.has("FS") || isKept || { broken: "no AFRelationship" };
    },
  }),
  forbidden("TrapNet", { ua1: "7.18.2-1", ua2: "8.9.2.4.15-1" }, "Remove the annotation: printers trap pages anew."),
  forbidden(
    "Sound",
    { ua2: "8.9.2.4.11-1" },
    "Remove the annotation, or replace it by one of the type Screen or RichMedia with the sound.",
  ),
  forbidden(
    "Movie",
    { ua2: "8.9.2.4.11-2" },
    "Remove the annotation, or replace it by one of the type Screen or RichMedia with the film.",
  ),
];

function contentsRule(type: string, id: RuleId, others: AnyRule["ids"]): AnyRule {
  return rule({
    key: `${type.toLowerCase()}-contents`,
    on: "annotation",
    ids: { ua2: id, ...others },
    requirement: `An annotation of the type ${type} has Contents.`,
    message: `An annotation of the type ${type} has no description`,
    hint: `Say in Contents what the ${type} annotation shows or is for: in Acrobat, the text of the comment or the object's Properties.`,
    fix: "author",
    test: ({ dict, subtype }) => subtype !== type || dict.bytes("Contents") !== undefined || { broken: "no Contents" },
  });
}

/** The rules on annotations: ISO 14289-1, 7.18; -2, 8.9 and 8.10. */
export const accessibleAnnotations: RuleGroup = {
  name: "accessible-annotations",
  rules: [...NESTING_RULES, ...CONTENTS_RULES, ...LINK_RULES, ...WIDGET_RULES],
  begin: documentWalk,
};
