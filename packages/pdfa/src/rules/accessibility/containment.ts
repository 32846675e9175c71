import { isNumberedHeading } from "../../structure/roles.ts";
import { structureWalk } from "../../structure/structure-walk.ts";
import type { TaggedElement } from "../../structure/tagged-element.ts";
import { taggedStructure } from "../../structure/tagged-structure.ts";
import type { Validation } from "../../validation.ts";
import { type AnyRule, type Broken, rule } from "../rule.ts";
import type { RuleGroup } from "../rule-group.ts";
import { AT_MOST_ONE, COLUMNS, GROUPING_ONLY, NO_CONTENT, PERMITTED } from "./containment-table.ts";

/** Returns the name of a type in the table: Hn for all headings with a level. */
const columnOf = (role: string): string => (isNumberedHeading(role) ? "Hn" : role);

const broken = (parent: string, child: string, values: string, test = 1): Broken => ({
  broken: values,
  id: `Table 5. ${parent}-${child}-${test}`,
});

const RULES: readonly AnyRule[] = [
  rule({
    key: "element-permitted",
    on: "tagged-element",
    ids: { ua2: "Table 5-1" },
    requirement: "An element is in one of a type that may contain it (the number has parent and child).",
    message: "An element is in one of a type that may not contain it",
    hint: "Give the element a type that may stand there, such as P for text in a Sect or Span in a P, or move it: in Acrobat, drag its tag or edit its Properties.",
    fix: "author",
    test({ dict, role }, validation) {
      const child = columnOf(role ?? "");
      const parent = COLUMNS.has(child) ? validation.shared(taggedStructure).parentRole(dict) : undefined;
      const column = columnOf(parent ?? "");
      const isPermitted = parent === undefined || PERMITTED.get(column)?.has(child) !== false;
      return isPermitted || broken(column, child, `${role} in ${parent}`);
    },
  }),
  ...[...new Set(Object.values(AT_MOST_ONE).flat())].map((child) => atMostOne(child)),
  rule({
    key: "grouping-caption-count",
    on: "tagged-element",
    ids: { ua2: "Table 5-2" },
    requirement: "A grouping element has at most one Caption.",
    message: "A grouping element has several captions",
    hint: "Keep one Caption, and make paragraphs (P) of the others.",
    fix: "author",
    test(element, validation) {
      const captions = captionsIn(element, validation);
      return (
        captions <= 1 ||
        !isGrouping(element, validation) ||
        broken(element.role ?? "", "Caption", `${captions} Caption`)
      );
    },
  }),
  rule({
    key: "caption-in-grouping",
    on: "tagged-element",
    ids: { ua2: "Table 5-2" },
    requirement: "Annot, FENote, Link and Reference have a Caption only where they group elements.",
    message: "An element that groups no others has a caption",
    hint: "Move the Caption out of the element, or put the text that is in the element itself into a P beside it.",
    fix: "author",
    test(element, validation) {
      const has = captionsIn(element, validation) > 0 && !isGrouping(element, validation);
      return !has || broken(element.role ?? "", "Caption", `Caption in ${element.role}`, 2);
    },
  }),
  ...[...new Set(Object.values(GROUPING_ONLY).flat())]
    .filter((child) => child !== "Caption")
    .map((child) => groupingOnly(child)),
  rule({
    key: "element-without-content",
    on: "tagged-element",
    ids: { ua2: "Table 5-4" },
    requirement: "Elements that group others, such as Sect and Table, have no content of their own.",
    message: "An element that groups others has content of its own",
    hint: "Put the content into an element in it, such as P.",
    fix: "author",
    test({ dict, role }, validation) {
      const isMeant = role !== undefined && NO_CONTENT.has(role);
      return (
        !isMeant ||
        !validation.shared(taggedStructure).hasContent(dict) ||
        broken(role, "content", `content in ${role}`)
      );
    },
  }),
  rule({
    key: "root-without-content",
    on: "structure-root",
    ids: { ua2: "Table 5. StructTreeRoot-content-1" },
    requirement: "The structure tree root has no content of its own.",
    message: "The structure tree root has content of its own",
    hint: "Put the content into an element.",
    fix: "author",
    test: (root, validation) => !validation.shared(taggedStructure).hasContent(root) || { broken: "content" },
  }),
  rule({
    key: "root-document",
    on: "structure-root",
    ids: { ua2: "Table 5. StructTreeRoot-Document-1" },
    requirement: "The structure tree root has exactly one Document.",
    message: "The structure tree root does not have exactly one Document",
    hint: "Put all elements into one Document element.",
    fix: "author",
    test(root, validation) {
      const roles = validation.shared(taggedStructure).kidRoles(root);
      const count = roles.filter((role) => role === "Document").length;
      return count === 1 || { broken: `${count} Document` };
    },
  }),
];

const kidCount = ({ dict }: TaggedElement, child: string, validation: Validation): number =>
  validation
    .shared(taggedStructure)
    .kidRoles(dict)
    .filter((role) => columnOf(role) === child).length;

const captionsIn = (element: TaggedElement, validation: Validation): number =>
  GROUPING_ONLY[element.role ?? ""]?.includes("Caption") === true ? kidCount(element, "Caption", validation) : 0;

/** Makes the rule that elements have at most one child of a type. */
function atMostOne(child: string): AnyRule {
  return rule({
    key: `one-${child.toLowerCase()}`,
    on: "tagged-element",
    ids: { ua2: "Table 5-1" },
    requirement: `An element has at most one ${child}.`,
    message: `An element has several children of the type ${child}`,
    hint: `Keep one ${child}: join the others to it, or give them another type.`,
    fix: "author",
    test(element, validation) {
      const column = columnOf(element.role ?? "");
      const count = AT_MOST_ONE[column]?.includes(child) === true ? kidCount(element, child, validation) : 0;
      return count <= 1 || broken(column, child, `${count} ${child}`);
    },
  });
}

/** Makes the rule that some elements have children of a type only where they group elements. */
function groupingOnly(child: string): AnyRule {
  return rule({
    key: `grouping-${child.toLowerCase()}`,
    on: "tagged-element",
    ids: { ua2: "Table 5-1" },
    requirement: `Annot, Link, Reference and others have a ${child} only where they group elements.`,
    message: `An element that groups no others has a child of the type ${child}`,
    hint: `Move the ${child} out of the element, which is part of a line of text, or put that text into a P beside it.`,
    fix: "author",
    test(element, validation) {
      const { role = "" } = element;
      const isMeant = GROUPING_ONLY[role]?.includes(child) === true && kidCount(element, child, validation) > 0;
      return !isMeant || isGrouping(element, validation) || broken(role, child, `${child} in ${role}`);
    },
  });
}

const GROUPING = new Set("Art Part TOC TOCI Index Sect Div Aside NonStruct".split(" "));
/** The types that may group elements, be blocks or be inline (ISO 32000-2, table 364 and on). */
const ANY_LEVEL = new Set(
  "Title BlockQuote Caption Link Artifact Reference BibEntry Note Quote Formula Private Figure Form Code Annot FENote".split(
    " ",
  ),
);
const INLINE = new Set("Span Em Strong Sub Ruby RB RP RT Warichu WT WP".split(" "));

/** Returns whether an element groups others: it has neither content of its own nor inline elements. */
function isGrouping({ dict, role = "" }: TaggedElement, validation: Validation): boolean {
  const structure = validation.shared(taggedStructure);
  return (
    GROUPING.has(role) ||
    (ANY_LEVEL.has(role) && !structure.hasContent(dict) && structure.kidRoles(dict).every((kid) => !INLINE.has(kid)))
  );
}

/** The rules on which elements may be in which: ISO/TS 32005, table 5. */
export const containment: RuleGroup = { name: "containment", rules: RULES, begin: structureWalk };
