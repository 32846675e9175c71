import { CosString, decodeTextString } from "@quire/cos";
import { PAGE_BOXES, pageBoxOf } from "../document/page-boxes.ts";
import { documentWalk } from "../document/walk.ts";
import { rule } from "./rule.ts";
import type { RuleGroup } from "./rule-group.ts";

const alternatePresentations = rule({
  key: "alternate-presentations",
  on: "catalog",
  ids: { "2": "6.10-1", "3": "6.10-1", "4": "6.11-1" },
  requirement: "There are no alternate presentations.",
  message: "The document has alternate presentations",
  hint: "Remove AlternatePresentations from the catalog's Names: they are slide shows that only a few viewers have.",
  fix: "dictionary",
  conversion: "drops",
  test: (catalog) =>
    catalog.dict("Names")?.has("AlternatePresentations") !== true || { broken: "AlternatePresentations" },
});

const presentationSteps = rule({
  key: "presentation-steps",
  on: "page",
  ids: { "2": "6.10-2", "3": "6.10-2", "4": "6.11-2" },
  requirement: "Pages have no presentation steps.",
  message: "A page has presentation steps",
  hint: "Remove PresSteps from the page; export slides without animations, each step as a page if they matter.",
  fix: "dictionary",
  conversion: "drops",
  test: ({ dict }) => !dict.has("PresSteps") || { broken: "PresSteps" },
});

const requirements = rule({
  key: "document-requirements",
  on: "catalog",
  ids: { "2": "6.11-1", "3": "6.11-1", "4": "6.12-1" },
  requirement: "The catalog has no requirements for PDF readers.",
  message: "The document has requirements for PDF readers",
  hint: "Remove Requirements from the catalog: the document has to be shown by every viewer.",
  fix: "dictionary",
  conversion: "drops",
  test: (catalog) => !catalog.has("Requirements") || { broken: "Requirements" },
});

const catalogVersion = rule({
  key: "catalog-version",
  on: "catalog",
  ids: { "4": "6.1.12-1" },
  requirement: "The Version in the catalog, if there is one, is 2.n with one digit n, such as 2.0.",
  message: "The Version in the catalog is not one of PDF 2",
  hint: "Set Version in the catalog to 2.0, or remove it where the header has it.",
  fix: "dictionary",
  conversion: "mends",
  test(catalog) {
    const value = catalog.get("Version");
    // A string in place of the name says the same; that it is no name is a matter of ISO 32000.
    const version = value instanceof CosString ? decodeTextString(value.bytes) : (catalog.name("Version") ?? "no name");
    return value === null || /^2\.\d$/u.test(version) || { broken: version };
  },
});

/** The range of the sides of page boundaries (ISO 32000-1, 14.11.2), in units of user space. */
const SIDE = { least: 3, greatest: 14_400 } as const;

const pageSize = rule({
  key: "page-boundary-size",
  on: "page",
  ids: { "2": "6.1.13-11", "3": "6.1.13-11" },
  requirement: "The sides of page boundaries have 3 to 14,400 units.",
  message: "A page boundary is too small or too large",
  hint: "Scale the page to sides of 3 to 14,400 units: choose a smaller paper size in the drawing program's export, or set UserUnit for plans of more than 5 metres.",
  fix: "rewrite",
  test(page) {
    for (const key of PAGE_BOXES) {
      const box = pageBoxOf(page, key);
      const sides = box === undefined ? [] : [box.right - box.left, box.top - box.bottom];
      if (sides.some((side) => side < SIDE.least || side > SIDE.greatest)) {
        return { broken: `${key} ${sides.join(" × ")}` };
      }
    }
    return true;
  },
});

/**
 * The rules on entries that the catalog and pages may not have: ISO 19005-2 and -3, 6.10, 6.11 and 6.1.13; ISO 19005-4,
 * 6.11, 6.12 and 6.1.12.
 */
export const presentations: RuleGroup = {
  name: "presentations",
  rules: [alternatePresentations, presentationSteps, requirements, catalogVersion, pageSize],
  begin: documentWalk,
};
