import { documentWalk } from "../document/walk.ts";
import { rule } from "./rule.ts";
import type { RuleGroup } from "./rule-group.ts";

const noOptionalContent = rule({
  key: "no-optional-content",
  on: "catalog",
  ids: { "1": "6.1.13-1" },
  requirement: "There is no optional content.",
  message: "The document has optional content (layers)",
  hint: "Flatten the layers (in InDesign and Illustrator export without Create Acrobat Layers, in Acrobat Layers ▸ Flatten Layers), or aim for PDF/A-2 or later.",
  fix: "rewrite",
  test: (catalog) => !catalog.has("OCProperties") || { broken: "OCProperties" },
});

const configurationName = rule({
  key: "optional-content-name",
  on: "optional-content-configuration",
  ids: { "2": "6.9-1", "3": "6.9-1", "4": "6.10-1", ua1: "7.10-1" },
  requirement: "Optional content configurations have a name.",
  message: "An optional content configuration has no name",
  hint: "Add a Name to the configuration dictionary, D of OCProperties and each of Configs.",
  fix: "dictionary",
  conversion: "mends",
  // In part 4 it may be the empty string: most documents have a single configuration, whose name need not distinguish
  // it.
  test: ({ name }, { part }) =>
    name === undefined ? { broken: "no Name" } : name !== "" || part === 4 || { broken: "empty Name" },
});

const uniqueConfigurationName = rule({
  key: "optional-content-unique-name",
  on: "optional-content-configuration",
  ids: { "2": "6.9-2", "3": "6.9-2", "4": "6.10-2" },
  requirement: "No two optional content configurations have the same name.",
  message: "Two optional content configurations have the same name",
  hint: "Give each configuration dictionary of the layers a different Name.",
  fix: "dictionary",
  conversion: "mends",
  test: ({ name, isNameTaken }) => !isNameTaken || { broken: JSON.stringify(name) },
});

const configurationOrder = rule({
  key: "optional-content-order",
  on: "optional-content-configuration",
  ids: { "2": "6.9-3", "3": "6.9-3", "4": "6.10-3" },
  requirement: "The Order of an optional content configuration, if there is one, has all groups of the document.",
  message: "The Order of an optional content configuration lacks groups",
  hint: "Add the groups to Order, so that a PDF reader can list all layers.",
  fix: "dictionary",
  conversion: "mends",
  test: ({ groupsNotInOrder }) => groupsNotInOrder === 0 || { broken: `${groupsNotInOrder} groups lack` },
});

const noUsageApplication = rule({
  key: "optional-content-usage",
  on: "optional-content-configuration",
  ids: { "2": "6.9-4", "3": "6.9-4", ua1: "7.10-2", ua2: "8.7-2", wt1r: null },
  requirement: "No optional content configuration has an AS entry, which shows and hides groups automatically.",
  message: "Optional content is shown or hidden automatically",
  hint: "Remove AS from the configuration dictionary: layers may not be shown and hidden by themselves, by zoom, language or print.",
  fix: "dictionary",
  conversion: "drops",
  test: ({ dict }) => !dict.has("AS") || { broken: "AS" },
});

/** The rules of ISO 19005-1, 6.1.13; ISO 19005-2 and -3, 6.9; ISO 19005-4, 6.10. */
export const optionalContent: RuleGroup = {
  name: "optional-content",
  rules: [noOptionalContent, configurationName, uniqueConfigurationName, configurationOrder, noUsageApplication],
  begin: documentWalk,
};
