import type { Dict } from "@quire/cos";
import { structureWalk } from "../../structure/structure-walk.ts";
import { taggedStructure } from "../../structure/tagged-structure.ts";
import type { Validation } from "../../validation.ts";
import { type AnyRule, rule } from "../rule.ts";
import type { RuleGroup } from "../rule-group.ts";
import type { RuleId } from "../rule-id.ts";
import { privateUseIn } from "./private-use.ts";

const FIGURE_RULES: readonly AnyRule[] = [
  rule({
    key: "figure-alternative",
    on: "tagged-element",
    ids: { ua1: "7.3-1" },
    requirement: "A figure has a text in Alt that is not empty, or in ActualText.",
    message: "A figure has no alternative text",
    hint: 'Set Alt of the figure to a text that says what it shows: in Word, View Alt Text; in LibreOffice, Alt Text; in InDesign, Object Export Options; in HTML that is printed, <img alt="…">. Mark decoration as artifact.',
    fix: "author",
    test: ({ dict, role }) => role !== "Figure" || hasAlternative(dict) || { broken: "neither Alt nor ActualText" },
  }),
  rule({
    key: "figure-alternative-present",
    on: "tagged-element",
    ids: { ua2: "8.2.5.28.2-1", wt1r: null },
    requirement: "A figure has Alt or ActualText.",
    message: "A figure has neither Alt nor ActualText",
    hint: 'Set Alt of the figure to a text that says what it shows, or ActualText to the text that it stands for: in Word and LibreOffice, the picture\'s Alt Text; in HTML that is printed, <img alt="…">. Decoration is an artifact.',
    fix: "author",
    test({ dict, role }) {
      const has = dict.bytes("Alt") !== undefined || dict.bytes("ActualText") !== undefined;
      return role !== "Figure" || has || { broken: "neither Alt nor ActualText" };
    },
  }),
  rule({
    key: "formula-alternative",
    on: "tagged-element",
    ids: { ua1: "7.7-1" },
    requirement: "A formula has a text in Alt that is not empty, or in ActualText.",
    message: "A formula has no alternative text",
    hint: "Set Alt of the formula to how it is read out, such as x squared: in Acrobat, the tag's Properties ▸ Alternate Text.",
    fix: "author",
    test: ({ dict, role }) => role !== "Formula" || hasAlternative(dict) || { broken: "neither Alt nor ActualText" },
  }),
];

const hasAlternative = (element: Dict): boolean =>
  (element.bytes("Alt")?.length ?? 0) > 0 || element.bytes("ActualText") !== undefined;

/** Returns whether the language of an element's texts is known: its own, one around it, or the document's. */
function hasLanguage(element: Dict, validation: Validation): boolean {
  const isOfDocument = validation.document.catalog.bytes("Lang") !== undefined;
  return isOfDocument || validation.shared(taggedStructure).languageOf(element) !== undefined;
}

function languageRule(key: "ActualText" | "Alt" | "E", id: RuleId): AnyRule {
  return rule({
    key: `element-${key.toLowerCase()}-language`,
    on: "tagged-element",
    ids: { ua1: id },
    requirement: `The language of ${key} of structure elements is known: by Lang of the element, of one around it, or of the catalog.`,
    message: `The language of ${key} of a structure element is not known`,
    hint: `Set Lang of the element, or of the catalog, to the language of its ${key}, such as en-GB: in Acrobat, the tag's Properties ▸ Language.`,
    fix: "author",
    test: ({ dict }, validation) =>
      dict.bytes(key) === undefined || hasLanguage(dict, validation) || { broken: "no Lang" },
  });
}

function privateUseRule(key: "ActualText" | "Alt", id: RuleId): AnyRule {
  return rule({
    key: `${key.toLowerCase()}-private-use`,
    on: "alternative-text",
    ids: { ua2: id, wt1r: null },
    requirement: `${key} has no characters of a private use area of Unicode.`,
    message: `${key} has private-use Unicode values`,
    hint: `Write into ${key} what the symbol means in words: characters of a private use area mean something in one font alone.`,
    fix: "author",
    test(alternative) {
      const found = alternative.key === key ? privateUseIn(alternative.text) : undefined;
      return found === undefined || { broken: found };
    },
  });
}

/** The rules on alternative texts and their languages: ISO 14289-1, 7.2, 7.3 and 7.7; -2, 8.2.5.28 and 8.4.3. */
export const alternatives: RuleGroup = {
  name: "alternative-texts",
  rules: [
    ...FIGURE_RULES,
    languageRule("ActualText", "7.2-21"),
    languageRule("Alt", "7.2-22"),
    languageRule("E", "7.2-23"),
    privateUseRule("ActualText", "8.4.3-2"),
    privateUseRule("Alt", "8.4.3-3"),
  ],
  begin: structureWalk,
};
