import { contentPart } from "../../content/content-part.ts";
import { type AnyRule, rule } from "../rule.ts";
import type { RuleGroup } from "../rule-group.ts";
import type { RuleId } from "../rule-id.ts";

const RULES: readonly AnyRule[] = [
  rule({
    key: "artifact-in-tagged-content",
    on: "marked-sequence",
    ids: { ua1: "7.1-1" },
    requirement: "No artifact is in tagged content.",
    message: "An artifact is in tagged content",
    hint: "End the tagged sequence before the artifact begins, so that neither is in the other: the program that wrote the content has to be mended, or the page tagged anew.",
    fix: "rewrite",
    test: ({ content, isTagged }) =>
      content.tag !== "Artifact" || !isTagged || { broken: "Artifact in tagged content" },
  }),
  rule({
    key: "tagged-content-in-artifact",
    on: "marked-sequence",
    ids: { ua1: "7.1-2" },
    requirement: "No tagged content is in an artifact.",
    message: "Tagged content is in an artifact",
    hint: "End the artifact before the tagged sequence begins: in Acrobat, Reading Order, mark the region as text again.",
    fix: "rewrite",
    test: ({ content, isTagged, isArtifact }) =>
      !(isTagged && isArtifact) || { broken: `${content.tag || "a sequence"} in Artifact` },
  }),
  rule({
    key: "content-tagged",
    on: "content-item",
    ids: { ua1: "7.1-3", ua2: "8.2.2-1" },
    requirement: "All content is tagged, or an artifact.",
    message: "Content is neither tagged nor an artifact",
    hint: "Tag the content (in Acrobat, Accessibility ▸ Autotag Document; in Word, LibreOffice and InDesign, export with tags), and mark what only decorates as an artifact.",
    fix: "author",
    test: ({ kind, isTagged, isArtifact }) => isTagged || isArtifact || { broken: kind },
  }),
  spanRule("ActualText", "7.2-30"),
  spanRule("Alt", "7.2-31"),
  spanRule("E", "7.2-32"),
  rule({
    key: "text-language",
    on: "content-item",
    ids: { ua1: "7.2-34" },
    requirement: "The language of text is known: by Lang of marked content, of structure elements, or of the catalog.",
    message: "The language of text is not known",
    hint: "Set Lang in the catalog to the language of most of the text, such as en-GB, and of elements to other ones: in Word by Review ▸ Language for the marked text; in HTML that is printed, by lang.",
    fix: "author",
    test: ({ kind, language }, { document }) =>
      kind !== "text" ||
      language !== undefined ||
      document.catalog.bytes("Lang") !== undefined || { broken: "no Lang" },
  }),
  rule({
    key: "form-semantic-parent",
    on: "tagged-form",
    ids: { ua1: "7.20-2" },
    requirement: "A form XObject with tagged content is used once.",
    message: "A form XObject with tagged content is used more than once",
    hint: "Tag the uses of the form instead of its content, or write it for each use: headers and footers that are tagged are such ones, make artifacts of them.",
    fix: "rewrite",
    test: ({ isUsedBefore }) => !isUsedBefore || { broken: "used again" },
  }),
];

function spanRule(key: "ActualText" | "Alt" | "E", id: RuleId): AnyRule {
  return rule({
    key: `span-${key.toLowerCase()}-language`,
    on: "marked-sequence",
    ids: { ua1: id },
    requirement: `The language of ${key} of marked content is known.`,
    message: `The language of ${key} of marked content is not known`,
    hint: `Set Lang of the marked content, of its element or of the catalog to the language of its ${key}, such as en-GB.`,
    fix: "author",
    test({ content: { tag, properties }, language }, { document }) {
      const isMeant = tag === "Span" && properties?.bytes(key) !== undefined;
      const isKnown = language !== undefined || document.catalog.bytes("Lang") !== undefined;
      return !isMeant || isKnown || { broken: "no Lang" };
    },
  });
}

/** The rules on how content is tagged: ISO 14289-1, 7.1, 7.2 and 7.20; -2, 8.2.2. */
export const taggedContent: RuleGroup = { name: "tagged-content", rules: RULES, begin: contentPart };
