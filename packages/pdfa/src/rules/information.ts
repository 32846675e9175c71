import { ANALOGUES, type InformationEntry, type InformationKey } from "../xmp/information.ts";
import { xmpWalk } from "../xmp/walk.ts";
import { type AnyRule, rule } from "./rule.ts";
import type { RuleGroup } from "./rule-group.ts";
import type { RuleId } from "./rule-id.ts";

function sameAsXmp(key: InformationKey, id: RuleId): AnyRule {
  const { property } = ANALOGUES[key];
  return rule({
    key: `information-${key.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase()}`,
    on: "information-entry",
    ids: { "1": id },
    requirement: `${key} of the information dictionary, if there is one, has the same value as ${property}.`,
    message: `${key} of the information dictionary differs from ${property}`,
    hint: `Write the same value to ${key} of the information dictionary and to ${property} in XMP, or remove ${key}: a program that changed only one of them was used last.`,
    fix: "metadata",
    conversion: "mends",
    test: (entry) =>
      entry.key !== key ||
      entry.isEquivalent || {
        broken: `Info ${JSON.stringify(entry.text.slice(0, LONGEST_SHOWN))}, XMP ${shownXmp(entry)}`,
      },
  });
}

/** The length to which a value is shown; it may be very long, and a difference usually shows at its beginning. */
const LONGEST_SHOWN = 200;

const shownXmp = ({ shownXmp: shown }: InformationEntry): string => (shown ?? "none").slice(0, LONGEST_SHOWN);

const noInformation = rule({
  key: "information-dictionary",
  on: "document-metadata",
  ids: { "4": "6.1.3-4" },
  requirement: "There is no information dictionary, unless the catalog has a PieceInfo entry.",
  message: "The trailer has an information dictionary, though the catalog has no PieceInfo",
  hint: "Remove Info from the trailer, and keep its values in XMP: in PDF/A-4 only a document with PieceInfo may have it.",
  fix: "dictionary",
  conversion: "drops",
  test: ({ document: { trailer, catalog } }) => !trailer.has("Info") || catalog.has("PieceInfo") || { broken: "Info" },
});

const onlyModificationDate = rule({
  key: "information-only-date",
  on: "document-metadata",
  ids: { "4": "6.1.3-5" },
  requirement: "The information dictionary, if there is one, has only ModDate.",
  message: "The information dictionary has other entries than ModDate, or lacks ModDate",
  hint: "Remove all entries except ModDate from the information dictionary, and keep their values in XMP, where PDF 2.0 has them.",
  fix: "dictionary",
  conversion: "drops",
  test({ document: { trailer } }) {
    const information = trailer.dict("Info");
    if (information === undefined) {
      return true;
    }
    const others = [...information.keys()].filter((key) => key !== "ModDate");
    if (others.length > 0) {
      return { broken: others.slice(0, 10).join(", ") };
    }
    return information.has("ModDate") || { broken: "no ModDate" };
  },
});

/** The rules of ISO 19005-1, 6.7.3; ISO 19005-4, 6.1.3. */
export const information: RuleGroup = {
  name: "information",
  rules: [
    sameAsXmp("CreationDate", "6.7.3-1"),
    sameAsXmp("Title", "6.7.3-2"),
    sameAsXmp("Author", "6.7.3-3"),
    sameAsXmp("Subject", "6.7.3-4"),
    sameAsXmp("Keywords", "6.7.3-5"),
    sameAsXmp("Creator", "6.7.3-6"),
    sameAsXmp("Producer", "6.7.3-7"),
    sameAsXmp("ModDate", "6.7.3-8"),
    noInformation,
    onlyModificationDate,
  ],
  begin: xmpWalk,
};
