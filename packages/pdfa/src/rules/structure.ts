import { markedContentLanguages } from "../document/marked-content-languages.ts";
import { documentRoles } from "../document/structure-types.ts";
import { documentWalk } from "../document/walk.ts";
import type { Part } from "../flavours.ts";
import { hasTags } from "../flavours.ts";
import { rule } from "./rule.ts";
import type { RuleGroup } from "./rule-group.ts";

const marked = rule({
  key: "mark-information",
  on: "catalog",
  ids: { "1a": "6.8.2.2-1", "2a": "6.7.2.2-1", "3a": "6.7.2.2-1", ua1: "6.2-1", ua2: "6.2-1" },
  requirement: "The catalog marks the document as tagged: MarkInfo has Marked with the value true.",
  message: "The document is not marked as tagged",
  hint: "Tag the document: export with Document structure tags for accessibility (Word), Tagged PDF (LibreOffice) or Create Tagged PDF (InDesign), or aim for level b or u.",
  fix: "author",
  test: (catalog) => catalog.dict("MarkInfo")?.boolean("Marked") === true || { broken: "Marked is not true" },
});

const structureTree = rule({
  key: "structure-tree",
  on: "catalog",
  ids: { "1a": "6.8.3.3-1", "2a": "6.7.3.3-1", "3a": "6.7.3.3-1", ua1: "7.1-11", ua2: "8.2.1-1" },
  requirement: "The document has a structure tree.",
  message: "The document has no structure tree",
  hint: "Tag the document in its source: export with Document structure tags (Word), Tagged PDF (LibreOffice) or Create Tagged PDF (InDesign), or aim for level b or u, which need none.",
  fix: "author",
  test: (catalog) => catalog.dict("StructTreeRoot") !== undefined || { broken: "no StructTreeRoot" },
});

const mappedType = rule({
  key: "structure-type-mapped",
  on: "structure-element",
  ids: { "1a": "6.8.3.4-1", "2a": "6.7.3.4-1", "3a": "6.7.3.4-1" },
  requirement: "Structure types are standard ones, or mapped to standard ones.",
  message: "A structure type is neither standard nor mapped to a standard one",
  hint: "Add the type to the role map, with the standard type that is nearest to it: in InDesign, Edit Tags or the style's Export Tagging ▸ PDF; in Acrobat, Tags ▸ Edit Role Map.",
  fix: "dictionary",
  test({ type }, validation) {
    const { standard, isCircular } = validation.shared(documentRoles).mapped(type);
    return standard !== undefined || isCircular || { broken: type || "no S" };
  },
});

const circularType = rule({
  key: "structure-type-circular",
  on: "structure-element",
  ids: { "1a": "6.8.3.4-2", "2a": "6.7.3.4-2", "3a": "6.7.3.4-2" },
  requirement: "The role map has no circles.",
  message: "A structure type is mapped to itself in a circle",
  hint: "Map the type to the standard type that is nearest to it, in Acrobat with Tags ▸ Edit Role Map.",
  fix: "dictionary",
  test: ({ type }, validation) => !validation.shared(documentRoles).mapped(type).isCircular || { broken: type },
});

const remappedType = rule({
  key: "structure-type-remapped",
  on: "structure-element",
  ids: { "2a": "6.7.3.4-3", "3a": "6.7.3.4-3" },
  requirement: "Standard structure types are not mapped to types that are not standard.",
  message: "A standard structure type is mapped to one that is not standard",
  hint: "Remove the standard type from the role map, in Acrobat with Tags ▸ Edit Role Map.",
  fix: "dictionary",
  test({ type }, validation) {
    const { remappedTo } = validation.shared(documentRoles).mapped(type);
    return remappedTo === undefined || { broken: `${type} as ${remappedTo}` };
  },
});

/**
 * The pattern of language tags by part. RFC 1766, which PDF Reference 1.4, 9.8.1, names, has letters only; RFC 3066,
 * 2.1, has digits from the second subtag on.
 */
const LANGUAGE_TAG: Readonly<Record<Part, RegExp>> = {
  1: /^[A-Za-z]{1,8}(?:-[A-Za-z]{1,8})*$/u,
  2: /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/u,
  3: /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/u,
  4: /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/u,
};

const languageTag = rule({
  key: "language-tag",
  on: "language",
  ids: { "1a": "6.8.4-1", "2a": "6.7.4-1", "3a": "6.7.4-1" },
  requirement: "The values of Lang are language tags, such as en-GB, or empty.",
  message: "The value of Lang is not a language tag",
  hint: "Put a language tag of RFC 3066 in Lang, such as en or de-CH: in Acrobat, Properties ▸ Advanced ▸ Language; in Word, Review ▸ Language. Not a name such as English.",
  fix: "author",
  test: (language, { part }) =>
    language === "" || LANGUAGE_TAG[part].test(language) || { broken: JSON.stringify(language.slice(0, 40)) },
});

/** The rules of level a: ISO 19005-1, 6.8; ISO 19005-2 and -3, 6.7. */
export const structure: RuleGroup = {
  name: "structure",
  rules: [marked, structureTree, mappedType, circularType, remappedType, languageTag],
  begin: (validation) => ({
    ...documentWalk(validation),
    ...(hasTags(validation.flavour) ? markedContentLanguages() : {}),
  }),
};
