import { Dict, resolve } from "@quire/cos";
import { isNumberedHeading } from "../../structure/roles.ts";
import { structureWalk } from "../../structure/structure-walk.ts";
import { itemsOf, taggedStructure } from "../../structure/tagged-structure.ts";
import type { Validation } from "../../validation.ts";
import { type AnyRule, rule } from "../rule.ts";
import type { RuleGroup } from "../rule-group.ts";
import { insideRule, kidsRule } from "./nesting.ts";
import { NOTE_RULES } from "./notes.ts";

const LIST_RULES: readonly AnyRule[] = [
  insideRule({ key: "list-item-parent", of: "LI", id: "7.2-17", parents: ["L"] }),
  insideRule({ key: "list-body-parent", of: "LBody", id: "7.2-18", parents: ["LI"] }),
  kidsRule({
    key: "list-kids",
    of: "L",
    id: "7.2-19",
    requirement: "A list has only items, lists and a caption.",
    hint: "Put what else is in the list into items (LI with LBody): in the source, make the list with its buttons, so that the export tags it.",
    isKept: (kids) => kids.every((kid) => /^(?:L|LI|Caption)$/u.test(kid)),
  }),
  kidsRule({
    key: "list-item-kids",
    of: "LI",
    id: "7.2-20",
    requirement: "A list item has only labels and bodies.",
    hint: "Put the number or bullet of the item into Lbl, and all else into LBody.",
    isKept: (kids) => kids.every((kid) => kid === "Lbl" || kid === "LBody"),
  }),
  kidsRule({
    key: "list-caption-place",
    of: "L",
    id: "7.2-40",
    requirement: "The caption of a list is its first child.",
    hint: "Move the Caption to the beginning of the L.",
    isKept: (kids) => !kids.slice(1).includes("Caption"),
  }),
  insideRule({ key: "contents-item-parent", of: "TOCI", id: "7.2-26", parents: ["TOC"] }),
  kidsRule({
    key: "contents-kids",
    of: "TOC",
    id: "7.2-27",
    requirement: "A table of contents has only items, tables of contents and a caption.",
    hint: "Put each entry into a TOCI: an automatic table of contents of the source program is tagged so on export.",
    isKept: (kids) => kids.every((kid) => /^(?:TOC|TOCI|Caption)$/u.test(kid)),
  }),
  kidsRule({
    key: "contents-caption-place",
    of: "TOC",
    id: "7.2-28",
    requirement: "The caption of a table of contents is its first child.",
    hint: "Move the Caption to the beginning of the TOC.",
    isKept: (kids) => !kids.slice(1).includes("Caption"),
  }),
  rule({
    key: "list-numbering",
    on: "tagged-element",
    ids: { ua2: "8.2.5.25-1" },
    requirement: "A list with labels says in ListNumbering what they are, and not None.",
    message: "A list with labels does not say what kind of labels they are",
    hint: "Set ListNumbering of the list to Decimal, Disc, Unordered or another value of the standard: make lists with the list buttons of the source program, not with typed numbers.",
    fix: "author",
    test({ dict, role }, validation) {
      return (
        role !== "L" || !hasLabels(dict, validation) || listNumbering(dict, validation) !== "None" || { broken: "None" }
      );
    },
  }),
  rule({
    key: "list-item-content",
    on: "tagged-element",
    ids: { ua2: "8.2.5.25-2" },
    requirement: "The content of a list item is in its label or body.",
    message: "A list item has content outside of its label and body",
    hint: "Put the content of the item into an LBody element: in Acrobat, a new tag of that type in the LI.",
    fix: "author",
    test: ({ dict, role }, validation) =>
      role !== "LI" || !validation.shared(taggedStructure).hasContent(dict) || { broken: "content in LI" },
  }),
  rule({
    key: "contents-item-reference",
    on: "tagged-element",
    ids: { ua2: "8.2.5.8-1" },
    requirement: "The items of a table of contents have their target in Ref, or an element in them has.",
    message: "An item of a table of contents has no target",
    hint: "Set Ref of the item to the heading that it leads to; automatic tables of contents in the source have it, typed ones do not.",
    fix: "author",
    test: ({ dict, role }, validation) => role !== "TOCI" || hasReference(dict, validation) || { broken: "no Ref" },
  }),
];

function hasLabels(list: Dict, validation: Validation): boolean {
  const structure = validation.shared(taggedStructure);
  return [...structure.significantKids(list)].some(
    ({ dict, role }) => role === "LI" && structure.kidRoles(dict).includes("Lbl"),
  );
}

/** Returns the list's numbering, which those in it inherit (ISO 32000-2, table 382). */
function listNumbering(list: Dict, validation: Validation): string {
  const structure = validation.shared(taggedStructure);
  for (const element of structure.ancestry(list)) {
    const numbering = structure.attributes.name(element, "List", "ListNumbering");
    if (numbering !== undefined) {
      return numbering;
    }
  }
  return "None";
}

/** Returns whether an element, or one in it, has /Ref. */
function hasReference(item: Dict, validation: Validation): boolean {
  const structure = validation.shared(taggedStructure);
  const seen = new Set([item]);
  const pending = [item];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    validation.bounds.step();
    if (next.has("Ref")) {
      return true;
    }
    for (const { dict } of structure.kidsOf(next)) {
      if (!seen.has(dict)) {
        seen.add(dict);
        pending.push(dict);
      }
    }
  }
  return false;
}

const lastLevel = () => ({ level: 0 });

const HEADING_RULES: readonly AnyRule[] = [
  rule({
    key: "heading-level",
    on: "tagged-element",
    ids: { ua1: "7.4.2-1" },
    requirement: "The first heading is H1, and no heading is more than one level below the one before it.",
    message: "A heading is more than one level below the one before it",
    hint: "Use the levels of headings without gaps, beginning with H1: in the source, style them as Heading 1, then Heading 2 and so on, and none by its look.",
    fix: "author",
    test({ role }, validation) {
      if (role === undefined || !isNumberedHeading(role)) {
        return true;
      }
      const last = validation.shared(lastLevel);
      const before = last.level;
      last.level = Number(role.slice(1));
      return last.level <= before + 1 || { broken: before === 0 ? `${role} first` : `${role} after H${before}` };
    },
  }),
  rule({
    key: "heading-count",
    on: "tagged-element",
    ids: { ua1: "7.4.4-1" },
    requirement: "An element has at most one H among its children.",
    message: "An element has several headings H",
    hint: "Put each heading with its text into an element of its own, such as Sect, or use H1, H2 and so on.",
    fix: "author",
    test({ dict }, validation) {
      const count = validation
        .shared(taggedStructure)
        .kidRoles(dict)
        .filter((role) => role === "H").length;
      return count <= 1 || { broken: `${count} H` };
    },
  }),
  rule({
    key: "caption-place",
    on: "tagged-element",
    ids: { ua2: "8.2.5.27-1" },
    requirement: "A caption is the first or last child of what it belongs to.",
    message: "A caption is in the middle of other elements",
    hint: "Move the caption to the beginning or end of its parent, in Acrobat by dragging its tag.",
    fix: "author",
    test({ dict }, validation) {
      const kids = validation.shared(taggedStructure).kidRoles(dict);
      return !kids.slice(1, -1).includes("Caption") || { broken: "Caption" };
    },
  }),
];

const SEQUENCES: Readonly<Record<string, readonly string[]>> = {
  Ruby: ["RB RT", "RB RP RT RP"],
  Warichu: ["WP WT WP"],
};

function sequenceRule(of: "Ruby" | "Warichu", id: "8.2.5.23-1" | "8.2.5.24-1"): AnyRule {
  const expected = SEQUENCES[of] ?? [];
  return rule({
    key: `${of.toLowerCase()}-kids`,
    on: "tagged-element",
    ids: { ua2: id },
    requirement: `The children of ${of} are ${expected.join(" or ").replaceAll(" ", ", ").replace(", or,", " or")}.`,
    message: `The children of ${of} are not as required`,
    hint: `Give ${of} the children ${expected[0]} in this order.`,
    fix: "author",
    test({ dict, role }, validation) {
      const kids = role === of ? validation.shared(taggedStructure).kidRoles(dict).join(" ") : "";
      return role !== of || expected.includes(kids) || { broken: kids || "nothing" };
    },
  });
}

/** Returns the number of object references to widgets among the items of an element. */
function widgetCount(form: Dict): number {
  const widgets = itemsOf(form).filter((raw) => {
    const item = resolve(raw);
    return item instanceof Dict && item.name("Type") === "OBJR" && item.dict("Obj")?.name("Subtype") === "Widget";
  });
  return widgets.length;
}

const OTHER_RULES: readonly AnyRule[] = [
  sequenceRule("Ruby", "8.2.5.23-1"),
  sequenceRule("Warichu", "8.2.5.24-1"),
  rule({
    key: "form-element-content",
    on: "tagged-element",
    ids: { ua1: "7.18.4-2" },
    requirement: "A Form element without a Role attribute has one child: the reference to its widget.",
    message: "A Form element has other children than the reference to its widget",
    hint: "Put each widget into a Form element of its own, or add the attribute Role for a field that is not interactive (rb, cb, pb, tv).",
    fix: "author",
    test({ dict, role }, validation) {
      const { attributes } = validation.shared(taggedStructure);
      const hasRole = role === "Form" && attributes.name(dict, "PrintField", "Role") !== undefined;
      const isKept = role !== "Form" || hasRole || (itemsOf(dict).length === 1 && widgetCount(dict) === 1);
      return isKept || { broken: `${itemsOf(dict).length} children, ${widgetCount(dict)} widgets` };
    },
  }),
  rule({
    key: "form-element-widgets",
    on: "tagged-element",
    ids: { ua2: "8.10.1-2" },
    requirement: "A Form element has at most one widget.",
    message: "A Form element has several widgets",
    hint: "Put each widget into a Form element of its own.",
    fix: "author",
    test: ({ dict, role }) => role !== "Form" || widgetCount(dict) <= 1 || { broken: `${widgetCount(dict)} widgets` },
  }),
  rule({
    key: "math-parent",
    on: "tagged-element",
    ids: { ua2: "8.2.5.29-1", wt1r: null },
    requirement: "Elements of MathML are in a Formula.",
    message: "An element of MathML is not in a Formula",
    hint: "Put the math element into a Formula element.",
    fix: "author",
    test({ dict, role }, validation) {
      if (role !== "MathML") {
        return true;
      }
      const structure = validation.shared(taggedStructure);
      const [, ...above] = structure.ancestry(dict);
      const isInside = above.some((one) => /^(?:Formula|MathML)$/u.test(structure.elementOf(one).role ?? ""));
      return isInside || { broken: "no Formula around it" };
    },
  }),
];

/** The rules on single elements: ISO 14289-1, 7.2, 7.4, 7.9 and 7.18.4; -2, 8.2.5. */
export const elements: RuleGroup = {
  name: "structure-elements",
  rules: [...LIST_RULES, ...HEADING_RULES, ...NOTE_RULES, ...OTHER_RULES],
  begin: structureWalk,
};
