import type { RuleFlavour } from "../flavours.ts";
import { type IdentificationName, textOf } from "../xmp/identification.ts";
import { xmpWalk } from "../xmp/walk.ts";
import { type AnyRule, rule } from "./rule.ts";
import type { RuleGroup } from "./rule-group.ts";
import type { RuleId, Scope } from "./rule-id.ts";

const identified = rule({
  key: "pdfa-identification",
  on: "identification",
  ids: { "1": "6.7.11-1", "2": "6.6.4-1", "3": "6.6.4-1", "4": "6.7.3-1" },
  requirement: "The document's XMP has the part and level of PDF/A that it conforms to, in the identification schema.",
  message: "The document does not say that it is PDF/A",
  hint: "Save the document as PDF/A where it comes from (LibreOffice: Export as PDF ▸ Archive; Word: Options ▸ PDF/A compliant; LaTeX: \\DocumentMetadata{pdfstandard=A-2b}), which adds pdfaid:part and more to its XMP.",
  fix: "metadata",
  conversion: "mends",
  test: ({ identification }) =>
    identification !== undefined || { broken: "no properties of the identification schema" },
});

const identifiedPart = rule({
  key: "pdfa-part",
  on: "identification",
  ids: { "1": "6.7.11-2", "2": "6.6.4-2", "3": "6.6.4-2", "4": "6.7.3-2" },
  requirement: "pdfaid:part is the number of the part of ISO 19005.",
  message: "pdfaid:part is not the part of PDF/A that the document is checked against",
  hint: "Set pdfaid:part to the part that the document conforms to: 1, 2, 3 or 4. Where the document was made for another part, check it with that profile.",
  fix: "metadata",
  conversion: "mends",
  test({ identification }, { part }) {
    const text = textOf(identification?.part);
    const isPart = text !== undefined && /^[-+]?\d+$/.test(text) && Number(text) === part;
    return identification === undefined || isPart || { broken: `${shown(text)}, expected ${part}` };
  },
});

/** The levels that satisfy a flavour, undefined for none: a higher level includes the lower ones. */
const CONFORMANCE: Readonly<Partial<Record<RuleFlavour, readonly (string | undefined)[]>>> = {
  "1a": ["A"],
  "1b": ["B", "A"],
  "2a": ["A"],
  "2b": ["B", "U", "A"],
  "2u": ["U", "A"],
  "3a": ["A"],
  "3b": ["B", "U", "A"],
  "3u": ["U", "A"],
  "4": [undefined],
  "4e": ["E"],
  "4f": ["F"],
};

const identifiedConformance = rule({
  key: "pdfa-conformance",
  on: "identification",
  ids: { "1": "6.7.11-3", "2": "6.6.4-3", "3": "6.6.4-3", "4": "6.7.3-3" },
  requirement: "pdfaid:conformance is the level that the document conforms to; in PDF/A-4 it is E, F or absent.",
  message: "pdfaid:conformance is not the level of PDF/A that the document is checked against",
  hint: "Set pdfaid:conformance to the level, a capital letter (B, U or A), or remove it for plain PDF/A-4.",
  fix: "metadata",
  conversion: "mends",
  test({ identification }, { flavour }) {
    const text = identification?.conformance && (textOf(identification.conformance) ?? "");
    const allowed = CONFORMANCE[flavour] ?? [];
    return (
      identification === undefined ||
      allowed.includes(text) || {
        broken: `${shown(text)}, expected ${allowed.map((level) => level ?? "none").join(" or ")}`,
      }
    );
  },
});

const revision = rule({
  key: "pdfa-revision",
  on: "identification",
  ids: { "4": "6.7.3-5" },
  requirement: "pdfaid:rev is the year of the edition of ISO 19005-4, in four digits.",
  message: "pdfaid:rev is not a year of four digits",
  hint: "Set pdfaid:rev to 2020, in PDF/A-4 only.",
  fix: "metadata",
  conversion: "mends",
  test({ identification }) {
    const text = textOf(identification?.rev);
    return identification === undefined || /^\d{4}$/.test(text ?? "") || { broken: shown(text) };
  },
});

function prefixRule(name: IdentificationName, ids: Partial<Record<Scope, RuleId>>): AnyRule {
  return rule({
    key: `pdfa-${name}-prefix`,
    on: "identification",
    ids,
    requirement: `The prefix of pdfaid:${name} is pdfaid.`,
    message: `The ${name} of the PDF/A identification has a prefix other than pdfaid`,
    hint: `Write pdfaid:${name} with this prefix, declared by xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/".`,
    fix: "metadata",
    conversion: "mends",
    test({ identification }) {
      const property = identification?.[name];
      return property === undefined || property.prefix === "pdfaid" || { broken: `${property.prefix}:${name}` };
    },
  });
}

const shown = (text: string | undefined): string => (text === undefined ? "absent" : JSON.stringify(text.slice(0, 40)));

/** The rules of ISO 19005-1, 6.7.11; ISO 19005-2 and -3, 6.6.4; ISO 19005-4, 6.7.3. */
export const identification: RuleGroup = {
  name: "identification",
  rules: [
    identified,
    identifiedPart,
    identifiedConformance,
    revision,
    prefixRule("part", { "1": "6.7.11-4", "2": "6.6.4-4", "3": "6.6.4-4", "4": "6.7.3-4" }),
    prefixRule("conformance", { "1": "6.7.11-5", "2": "6.6.4-5", "3": "6.6.4-5" }),
    prefixRule("amd", { "1": "6.7.11-6", "2": "6.6.4-6", "3": "6.6.4-6" }),
    prefixRule("corr", { "2": "6.6.4-7", "3": "6.6.4-7" }),
    prefixRule("rev", { "4": "6.7.3-6" }),
  ],
  begin: xmpWalk,
};
