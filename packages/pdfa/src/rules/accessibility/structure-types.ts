import { Dict } from "@quire/cos";
import { documentWalk } from "../../document/walk.ts";
import { isNumberedHeading, PDF_2_0 } from "../../structure/roles.ts";
import { structureWalk } from "../../structure/structure-walk.ts";
import type { TaggedElement } from "../../structure/tagged-element.ts";
import { taggedStructure } from "../../structure/tagged-structure.ts";
import type { Validation } from "../../validation.ts";
import { type AnyRule, rule } from "../rule.ts";
import type { RuleGroup } from "../rule-group.ts";

const rolesOf = (validation: Validation) => validation.shared(taggedStructure).roles;

/** Returns whether an element has no standard type that its kind of element could be known by. */
const isUnknown = ({ role }: TaggedElement): boolean => role === undefined;

const RULES: readonly AnyRule[] = [
  rule({
    key: "structure-parent",
    on: "tagged-element",
    ids: { ua1: "7.1-12", ua2: "8.2.1-2" },
    requirement: "Structure elements have their parent in P.",
    message: "A structure element has no parent entry",
    hint: "Set P of the element to the element or root that has it among its K: programs that move tags by hand leave the old one.",
    fix: "dictionary",
    test: ({ dict, type }) => dict.has("P") || { broken: type?.name ?? "no S" },
  }),
  rule({
    key: "element-type-mapped",
    on: "tagged-element",
    ids: { ua1: "7.1-5", ua2: "8.2.4-1" },
    requirement: "Structure types are standard ones, or mapped to standard ones.",
    message: "A structure type is neither standard nor mapped to a standard one",
    hint: "Add the type to the role map, with the standard type that is nearest to it: in Acrobat, Tags ▸ Edit Role Map; in InDesign, the style's Export Tagging ▸ PDF.",
    fix: "dictionary",
    test(element, validation) {
      const { type } = element;
      const roles = rolesOf(validation);
      const isElsewhere = type !== undefined && (roles.isCircular(type) || roles.remapped(type) !== undefined);
      return !isUnknown(element) || isElsewhere || { broken: type?.name ?? "no S" };
    },
  }),
  rule({
    key: "element-type-circular",
    on: "tagged-element",
    ids: { ua1: "7.1-6", ua2: "8.2.4-2" },
    requirement: "Role maps have no circles.",
    message: "A structure type is mapped to itself in a circle",
    hint: "Map the type to the standard type that is nearest to it, rather than to one that leads back: in Acrobat, Tags ▸ Edit Role Map.",
    fix: "dictionary",
    test: ({ type }, validation) =>
      type === undefined || !rolesOf(validation).isCircular(type) || { broken: type.name },
  }),
  rule({
    key: "element-type-remapped",
    on: "tagged-element",
    ids: { ua1: "7.1-7", ua2: "8.2.4-4" },
    requirement: "Standard structure types are not mapped to others; in PDF 2.0 not to ones that are not standard.",
    message: "A standard structure type is mapped to another type",
    hint: "Remove the standard type from the role map: in Acrobat, Tags ▸ Edit Role Map.",
    fix: "dictionary",
    test(element, validation) {
      const { type } = element;
      const isMeant = type !== undefined && (validation.part !== 4 || isUnknown(element));
      const remapped = isMeant ? rolesOf(validation).remapped(type) : undefined;
      return remapped === undefined || { broken: remapped };
    },
  }),
  rule({
    key: "element-type-same-namespace",
    on: "tagged-element",
    ids: { ua2: "8.2.4-3" },
    requirement: "A structure type is not mapped to another type of its namespace.",
    message: "A structure type is mapped to another type of the same namespace",
    hint: "Map the type to a type of a standard namespace, http://iso.org/pdf2/ssn or http://iso.org/pdf/ssn, in RoleMapNS.",
    fix: "dictionary",
    test({ type }, validation) {
      const role = type && rolesOf(validation).sameNamespaceRole(type);
      return role === undefined || { broken: `${type?.name} as ${role}` };
    },
  }),
  rule({
    key: "document-element",
    on: "structure-root",
    ids: { ua2: "8.2.5.2-1" },
    requirement: "The structure tree has one element at its top, a Document.",
    message: "The structure tree does not have a single Document at its top",
    hint: "Put all elements into one Document element: in Acrobat, a new Document tag with all others dragged into it.",
    fix: "author",
    test(root, validation) {
      const roles = validation.shared(taggedStructure).kidRoles(root);
      return (roles.length === 1 && roles[0] === "Document") || { broken: roles.slice(0, 10).join(", ") || "nothing" };
    },
  }),
  rule({
    key: "document-namespace",
    on: "structure-root",
    ids: { ua2: "8.2.5.2-2" },
    requirement: "The Document at the top of the structure tree is in the namespace of PDF 2.0.",
    message: "The Document at the top is not in the namespace of PDF 2.0",
    hint: `Set NS of the element to a namespace dictionary of ${PDF_2_0}.`,
    fix: "dictionary",
    test(root, validation) {
      const [first, ...others] = validation.shared(taggedStructure).significantKids(root);
      const isMeant = first?.role === "Document" && others.every(({ role }) => role === undefined);
      return !isMeant || first.standard?.uri === PDF_2_0 || { broken: first.standard?.uri ?? "no namespace" };
    },
  }),
  rule({
    key: "no-plain-heading",
    on: "tagged-element",
    ids: { ua2: "8.2.5.12-1" },
    requirement: "There are no headings of the type H, which has no level.",
    message: "A heading is of the type H, which has no level",
    hint: "Use H1, H2 and so on in place of H: PDF 2.0 has levels for headings alone.",
    fix: "author",
    test: ({ role }) => role !== "H" || { broken: "H" },
  }),
  rule({
    key: "no-note",
    on: "tagged-element",
    ids: { ua2: "8.2.5.14-1" },
    requirement: "There are no elements of the type Note of PDF 1.7, unless they are mapped to one of PDF 2.0.",
    message: "A note is of the type Note, which PDF 2.0 has no longer",
    hint: "Use FENote for footnotes and endnotes, and Aside or other types for other notes.",
    fix: "author",
    test: ({ role }) => role !== "Note" || { broken: "Note" },
  }),
  rule({
    key: "heading-kinds",
    on: "structure-root",
    ids: { ua1: "7.4.4-2" },
    requirement: "All headings are of the type H, or all are of the types H1, H2 and so on.",
    message: "There are headings with and without levels",
    hint: "Use H1, H2 and so on for all headings, and H for none: style them in the source as Heading 1, Heading 2 and so on.",
    fix: "author",
    test: (_, validation) => !validation.shared(usesBothHeadings) || { broken: "H, and H1, H2 or others" },
  }),
  rule({
    key: "numbered-heading-kinds",
    on: "structure-root",
    ids: { ua1: "7.4.4-3" },
    requirement: "There are no headings H1, H2 and so on beside such of the type H.",
    message: "There are headings with levels beside such without",
    hint: "Use H1, H2 and so on for all headings, and H for none; mixtures come from documents that were merged.",
    fix: "author",
    test: (_, validation) => !validation.shared(usesBothHeadings) || { broken: "H1, H2 or others, and H" },
  }),
];

/** Returns whether the tree has headings with levels and such without; obtain it by `validation.shared`. */
function usesBothHeadings(validation: Validation): boolean {
  const structure = validation.shared(taggedStructure);
  const pending = structure.root === undefined ? [] : [structure.root];
  const seen = new Set<Dict>(pending);
  let hasPlain = false;
  let hasNumbered = false;
  for (let next = pending.pop(); next !== undefined && !(hasPlain && hasNumbered); next = pending.pop()) {
    for (const { dict, role } of structure.kidsOf(next)) {
      validation.bounds.step();
      hasPlain ||= role === "H";
      hasNumbered ||= isNumberedHeading(role);
      if (!seen.has(dict)) {
        seen.add(dict);
        pending.push(dict);
      }
    }
  }
  return hasPlain && hasNumbered;
}

/** The rules on the structure tree and its types: ISO 14289-1, 7.1 and 7.4; -2, 8.2. */
export const structureTypes: RuleGroup = {
  name: "structure-types",
  rules: RULES,
  begin(validation) {
    const parts = [documentWalk(validation), structureWalk(validation)];
    return {
      walk(emit) {
        for (const part of parts) {
          part.walk?.(emit);
        }
      },
    };
  },
};
