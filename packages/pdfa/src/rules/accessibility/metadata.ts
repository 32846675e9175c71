import { type PdfUaName, pdfUaOf, wellTaggedClaims, WELL_TAGGED } from "../../xmp/accessibility-claim.ts";
import { textOf } from "../../xmp/identification.ts";
import type { XmpPacket } from "../../xmp/packet.ts";
import { propertyIn } from "../../xmp/packet.ts";
import { URIS } from "../../xmp/schemas.ts";
import { xmpWalk } from "../../xmp/walk.ts";
import { type AnyRule, type Outcome, rule } from "../rule.ts";
import type { RuleGroup } from "../rule-group.ts";
import type { RuleId, Scope } from "../rule-id.ts";

const CLAIM_RULES: readonly AnyRule[] = [
  rule({
    key: "pdfua-identification",
    on: "document-metadata",
    ids: { ua1: "5-1", ua2: "5-1", wt1: null },
    requirement: "The document's XMP has the part of PDF/UA that it conforms to, in the identification schema.",
    message: "The document does not say that it is PDF/UA",
    hint: "Add pdfuaid:part (for PDF/UA-2 also pdfuaid:rev) to the document's XMP packet, when all else is right: LibreOffice does with Universal accessibility (PDF/UA) in its export dialog.",
    fix: "metadata",
    test: ({ packet }) =>
      packet === undefined || pdfUaOf(packet) !== undefined || { broken: "no properties of the identification schema" },
  }),
  rule({
    key: "pdfua-part",
    on: "document-metadata",
    ids: { ua1: "5-2", ua2: "5-2", wt1: null },
    requirement: "pdfuaid:part is the number of the part of ISO 14289.",
    message: "pdfuaid:part is not the part of PDF/UA that the document is checked against",
    hint: "Set pdfuaid:part in the XMP packet to 1 or 2, that which the document was made for.",
    fix: "metadata",
    test({ packet }, { part }) {
      const identification = pdfUaOf(packet);
      const expected = part === 4 ? 2 : 1;
      const text = textOf(identification?.part);
      const isPart = text !== undefined && /^[-+]?\d+$/u.test(text) && Number(text) === expected;
      return identification === undefined || isPart || { broken: `${shown(text)}, expected ${expected}` };
    },
  }),
  rule({
    key: "pdfua-revision",
    on: "document-metadata",
    ids: { ua2: "5-5", wt1: null },
    requirement: "pdfuaid:rev is 2024, the year of ISO 14289-2.",
    message: "pdfuaid:rev is not 2024",
    hint: "Set pdfuaid:rev to 2024, in PDF/UA-2 only.",
    fix: "metadata",
    test({ packet }) {
      const identification = pdfUaOf(packet);
      const text = textOf(identification?.rev);
      return identification === undefined || text === "2024" || { broken: shown(text) };
    },
  }),
  prefixRule("part", { ua1: "5-3", ua2: "5-3", wt1: null }),
  prefixRule("amd", { ua1: "5-4" }),
  prefixRule("corr", { ua1: "5-5" }),
  prefixRule("rev", { ua2: "5-4", wt1: null }),
  rule({
    key: "well-tagged-declaration",
    on: "document-metadata",
    ids: { wt1a: "6.1.3-1", wt1r: "6.1.2-1" },
    requirement: "The document's XMP declares the level of Well-Tagged PDF that it conforms to.",
    message: "The document does not say that it is Well-Tagged PDF of the level that it is checked against",
    hint: "Add a PDF Declaration to the XMP packet, with the level's URI in pdfd:conformsTo.",
    fix: "metadata",
    test({ packet }, { flavour }) {
      const uri = WELL_TAGGED[flavour === "wt1r" ? "wt1r" : "wt1a"];
      return packet === undefined || wellTaggedClaims(packet).includes(uri) || { broken: `no declaration of ${uri}` };
    },
  }),
];

function prefixRule(name: PdfUaName, ids: Partial<Record<Scope, RuleId | null>>): AnyRule {
  return rule({
    key: `pdfua-${name}-prefix`,
    on: "document-metadata",
    ids,
    requirement: `The prefix of pdfuaid:${name} is pdfuaid.`,
    message: `The ${name} of the PDF/UA identification has a prefix other than pdfuaid`,
    hint: `Write pdfuaid:${name} with this prefix, declared by xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/".`,
    fix: "metadata",
    test({ packet }) {
      const property = pdfUaOf(packet)?.[name];
      return property === undefined || property.prefix === "pdfuaid" || { broken: `${property.prefix}:${name}` };
    },
  });
}

const TITLE_RULES: readonly AnyRule[] = [
  rule({
    key: "metadata-stream",
    on: "document-metadata",
    ids: { ua1: "7.1-8", ua2: "8.11.1-2" },
    requirement: "The catalog has a metadata stream of the type Metadata and the subtype XML.",
    message: "The document has no metadata stream",
    hint: "Add an XMP packet as Metadata to the catalog: exports as PDF/UA and PDF/A have it.",
    fix: "metadata",
    test({ document: { catalog } }) {
      const stream = catalog.stream("Metadata")?.dict;
      const isMetadata = stream?.name("Type") === "Metadata" && stream.name("Subtype") === "XML";
      return isMetadata || { broken: stream === undefined ? "no Metadata" : "Type or Subtype" };
    },
  }),
  rule({
    key: "metadata-title",
    on: "document-metadata",
    ids: { ua1: "7.1-9", ua2: "8.11.1-1" },
    requirement: "The document's XMP has its title in dc:title.",
    message: "The document has no title",
    hint: "Give the document a title, as dc:title in XMP with a language or x-default: LibreOffice, File ▸ Properties ▸ Title; Word, File ▸ Info ▸ Title; in HTML that is printed, <title>.",
    fix: "metadata",
    test: ({ packet }) => packet === undefined || hasTitle(packet) || { broken: "no dc:title" },
  }),
  rule({
    key: "metadata-language",
    on: "metadata-stream",
    ids: { ua1: "7.2-33" },
    requirement: "The language of texts in the document's XMP is known: they have one, or the catalog has Lang.",
    message: "The language of a text in the metadata is not known",
    hint: 'Set Lang in the catalog to the language of most of the text, or xml:lang of the text in XMP: <rdf:li xml:lang="en-GB">.',
    fix: "author",
    test: ({ properties }, { document }) => languageOutcome(properties, document.catalog.bytes("Lang") !== undefined),
  }),
];

function hasTitle(packet: XmpPacket | undefined): boolean {
  const title = propertyIn(packet, URIS.dc, "title");
  const hasText = title?.value.kind === "array" && title.value.items.some(({ language }) => language !== undefined);
  return hasText && title.prefix === "dc";
}

function languageOutcome(properties: XmpPacket["properties"], hasLanguage: boolean): Outcome {
  const unknown = properties.find(({ value }) => {
    const [item, ...others] = value.kind === "array" && value.form === "Alt" ? value.items : [];
    return item?.language === "x-default" && others.length === 0;
  });
  return unknown === undefined || hasLanguage || { broken: `${unknown.prefix}:${unknown.local}` };
}

const shown = (text: string | undefined): string => (text === undefined ? "absent" : JSON.stringify(text.slice(0, 40)));

/** The rules on metadata: ISO 14289-1, 5 and 7.1; -2, 5 and 8.11; Well-Tagged PDF, 6.1. */
export const accessibleMetadata: RuleGroup = {
  name: "accessible-metadata",
  rules: [...CLAIM_RULES, ...TITLE_RULES],
  begin: xmpWalk,
};
