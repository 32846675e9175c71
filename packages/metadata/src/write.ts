import { type Bounds, type ByteSink, type CosDocument, writeDocument, type WriteOptions } from "@quire/cos";
import { changeInformation } from "./change-information.ts";
import { changePacket } from "./change-packet.ts";
import type { DocumentMetadata, MetadataChanges, MetadataNote } from "./options.ts";
import { readDocumentMetadata } from "./read.ts";
import { removeSignatures } from "./signatures.ts";
import { storable, textString } from "./stored-values.ts";
import { stripMetadata } from "./strip.ts";

/**
 * Writes the document with changed metadata, in the information dictionary and in XMP alike, with the protection and the
 * form of file that it had. Pages and all else stay as they are. The objects of `document` are changed.
 * @throws CosError `too_complex`
 */
export function writeWithMetadata(
  document: CosDocument,
  changes: MetadataChanges,
  sink: ByteSink,
  bounds: Bounds,
): readonly MetadataNote[] {
  const before = readDocumentMetadata(document);
  const part = /^PDF\/A-(\d)/u.exec(before.claims.pdfa ?? "")?.[1];
  const options = writeOptions(document, part);
  const isSigned = removeSignatures(document);
  const notes = changes.strips ? stripped(document, before, changes) : changed(document, before, changes, part);
  changeLanguage(document, changes);
  writeDocument(document.trailer, sink, { ...options, unifyStreams: false }, bounds);
  return isSigned ? ["signatures_removed", ...notes] : notes;
}

function stripped(document: CosDocument, before: DocumentMetadata, changes: MetadataChanges): MetadataNote[] {
  stripMetadata(document);
  const { fields, custom } = changes;
  if ([...Object.values(fields), ...Object.values(custom)].some((value) => storable(value) !== "")) {
    changeInformation(document, changes, { addsNothing: false });
    changePacket(document, { changes, before: NOTHING, dropsAccessibility: true, knowsOnlyDescribed: false });
  }
  const { pdfa, pdfua, pdfx } = before.claims;
  return [
    ...(pdfa === null ? [] : ["pdfa_claim_dropped" as const]),
    ...(pdfua === null ? [] : ["pdfua_claim_dropped" as const]),
    ...(pdfx === null ? [] : ["pdfx_claim_dropped" as const]),
  ];
}

const NOTHING: DocumentMetadata = {
  fields: {
    title: null,
    author: null,
    subject: null,
    keywords: null,
    creator: null,
    producer: null,
    creationDate: null,
    modificationDate: null,
  },
  differing: [],
  language: null,
  custom: [],
  customTotal: 0,
  information: [],
  informationTotal: 0,
  xmp: null,
  claims: { pdfa: null, pdfua: null, pdfx: null },
};

function changed(
  document: CosDocument,
  before: DocumentMetadata,
  changes: MetadataChanges,
  part: string | undefined,
): MetadataNote[] {
  // PDF/UA asks for a title and a language (ISO 14289-1, 7.1 and 7.2).
  const isLost = [changes.fields.title, changes.language].some(
    (value) => value !== undefined && storable(value) === "",
  );
  const dropsAccessibility = before.claims.pdfua !== null && isLost;
  const namesAny = Object.keys(changes.fields).length > 0 || Object.keys(changes.custom).length > 0;
  const notes: MetadataNote[] = [];
  if (namesAny) {
    changeInformation(document, changes, { addsNothing: part === "4" });
  }
  if (namesAny || dropsAccessibility) {
    const knowsOnlyDescribed = part !== undefined && part !== "4";
    const { isReplaced } = changePacket(document, { changes, before, dropsAccessibility, knowsOnlyDescribed });
    if (isReplaced) {
      notes.push("xmp_replaced");
    }
  }
  if (dropsAccessibility) {
    notes.push("pdfua_claim_dropped");
  }
  return notes;
}

function changeLanguage({ catalog }: CosDocument, { language }: MetadataChanges): void {
  if (language === undefined) {
    return;
  }
  catalog.delete("Lang");
  if (language !== "") {
    catalog.set("Lang", textString(language));
  }
}

/** Keeps the protection, the version, and whether there are object streams, which PDF/A-1 does not know. */
function writeOptions({ security, version, xref }: CosDocument, part: string | undefined): WriteOptions {
  const hasObjectStreams = Number(version) >= 1.5 || xref.sections.some(({ kind }) => kind === "stream");
  return { security, version, objectStreams: part !== "1" && hasObjectStreams };
}
