import { CosError, decodeStream } from "@quire/cos";
import { fileSpecificationPart } from "../document/file-specifications.ts";
import { documentWalk } from "../document/walk.ts";
import { partOf } from "../flavours.ts";
import type { Validation } from "../validation.ts";
import { type Outcome, rule } from "./rule.ts";
import type { RuleGroup } from "./rule-group.ts";

const noEmbeddedFile = rule({
  key: "no-embedded-file",
  on: "file-specification",
  ids: { "1": "6.1.11-1" },
  requirement: "No file specification has an embedded file.",
  message: "A file specification has an embedded file",
  hint: "Remove the file, or aim for PDF/A-2 (embedded PDF/A files) or PDF/A-3 (any files).",
  fix: "dictionary",
  conversion: "drops",
  test: ({ dict }) => !dict.has("EF") || { broken: "EF" },
});

const noEmbeddedFiles = rule({
  key: "no-embedded-files",
  on: "catalog",
  ids: { "1": "6.1.11-2" },
  requirement: "The catalog's names have no embedded files.",
  message: "The document has embedded files",
  hint: "Remove the files (qpdf --list-attachments names them, --remove-attachment=KEY removes one), or aim for PDF/A-2 (embedded PDF/A files) or PDF/A-3 (any files).",
  fix: "dictionary",
  conversion: "drops",
  test: (catalog) => catalog.dict("Names")?.has("EmbeddedFiles") !== true || { broken: "EmbeddedFiles" },
});

const embeddedFilesPresent = rule({
  key: "embedded-files-present",
  on: "catalog",
  ids: { "4f": "6.9-5" },
  requirement: "A PDF/A-4f file has embedded files in the catalog's names.",
  message: "The document has no embedded files",
  hint: "Embed the files (qpdf in.pdf --add-attachment FILE -- out.pdf), or claim PDF/A-4 without F.",
  fix: "dictionary",
  test: (catalog) => catalog.dict("Names")?.has("EmbeddedFiles") === true || { broken: "no EmbeddedFiles" },
});

const fileNames = rule({
  key: "embedded-file-names",
  on: "file-specification",
  ids: { "2": "6.8-2", "3": "6.8-2", "4": "6.9-2" },
  requirement: "File specifications of embedded files have F and UF, which are strings.",
  message: "The file specification of an embedded file has no name in F or UF",
  hint: "Set both F and UF of the file specification to the name of the file, as qpdf --add-attachment does for files that it embeds.",
  fix: "dictionary",
  conversion: "mends",
  test({ dict }) {
    if (!dict.has("EF")) {
      return true;
    }
    const missing = ["F", "UF"].filter((key) => dict.bytes(key) === undefined);
    return missing.length === 0 || { broken: `no ${missing.join(", ")}` };
  },
});

const fileRelationship = rule({
  key: "embedded-file-relationship",
  on: "file-specification",
  ids: { "3": "6.8-3", "4": "6.9-4" },
  requirement:
    "The file specification of an embedded file (in part 3 of any file) has its relationship to the document in " +
    "AFRelationship.",
  message: "The relationship of an embedded file to the document is missing",
  hint: "Add AFRelationship to the file specification: Source, Data, Alternative, Supplement or Unspecified. Programs for electronic invoices (Factur-X, ZUGFeRD) set it.",
  fix: "dictionary",
  conversion: "mends",
  // ISO 19005-3, table E.1, requires a name, whichever it is. A string in its place has no meaning.
  test: ({ dict }, { part }) =>
    (part !== 3 && !dict.has("EF")) ||
    dict.name("AFRelationship") !== undefined || {
      broken: dict.has("AFRelationship") ? "AFRelationship is not a name" : "no AFRelationship",
    },
});

const fileAssociation = rule({
  key: "embedded-file-association",
  on: "file-specification",
  ids: { "3": "6.8-4" },
  requirement: "The files of file specifications are associated with the document or with a part of it.",
  message: "An embedded file is not associated with the document or any part of it",
  hint: "Add the file specification to the AF array of the catalog, or of the page or object that it belongs to, as programs for electronic invoices (Factur-X, ZUGFeRD) do.",
  fix: "dictionary",
  test: ({ isAssociated }) => isAssociated || { broken: "in no AF array" },
});

const MEDIA_TYPE = /^[-\w+.]+\/[-\w+.]+$/u;

const fileMediaType = rule({
  key: "embedded-file-media-type",
  on: "embedded-file",
  ids: { "3": "6.8-1", "4": "6.9-1" },
  requirement: "Embedded files have their media type as Subtype.",
  message: "An embedded file has no media type",
  hint: "Set Subtype of the embedded file stream to its media type, or to application/octet-stream: qpdf --add-attachment FILE --mimetype=text/xml -- does for files that it embeds.",
  fix: "dictionary",
  conversion: "mends",
  test({ dict }) {
    const type = dict.name("Subtype");
    return (type !== undefined && MEDIA_TYPE.test(type)) || { broken: type ?? "no Subtype" };
  },
});

/** The parts that embedded files may claim, by the part of the document, where not all files are permitted. */
const EMBEDDED_PARTS: Readonly<Record<number, readonly number[]>> = { 2: [1, 2], 4: [1, 2, 4] };

const fileConformance = rule({
  key: "embedded-file-conformance",
  on: "embedded-file",
  ids: { "2": "6.8-5", "4": "6.9-3", "4e": null, "4f": null },
  requirement: "Embedded files are PDF/A files themselves, of part 1 or 2 (in part 4 also of part 4).",
  message: "An embedded file is not a PDF/A file of a permitted part",
  hint: "Convert the file to PDF/A before it is embedded, or aim for PDF/A-3 or PDF/A-4f.",
  fix: "rewrite",
  conversion: "drops",
  test(file, validation) {
    const { bytes, remaining, damage } = decodeStream(file, validation.bounds);
    if (remaining.length > 0 || damage !== undefined) {
      return { unknown: "The embedded file could not be decoded." };
    }
    return conformance(bytes, validation);
  },
});

function conformance(bytes: Uint8Array, validation: Validation): Outcome {
  // ISO 32000-2, 7.5.2, wants the header first; readers accept it within the first kilobyte.
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes("%PDF-")) {
    return { broken: "not a PDF" };
  }
  const report = validated(bytes, validation);
  if (report === "unreadable") {
    return { broken: "not a PDF that can be read" };
  }
  if (report === undefined) {
    return { unknown: "The embedded file was not validated." };
  }
  const { claimed, findings, inconclusive } = report;
  if (!claimed?.flavour || !EMBEDDED_PARTS[validation.part]?.includes(partOf(claimed.flavour))) {
    return { broken: claimed ? `PDF/A-${claimed.part}` : "not a PDF/A file" };
  }
  const [first] = findings;
  if (first !== undefined) {
    return { broken: `PDF/A-${claimed.flavour}, but ${first.id}: ${first.message}` };
  }
  return inconclusive.length === 0 || { unknown: "The embedded file could not be validated in full." };
}

function validated(
  bytes: Uint8Array,
  validation: Validation,
): ReturnType<Validation["validateEmbedded"]> | "unreadable" {
  try {
    return validation.validateEmbedded(bytes);
  } catch (error) {
    if (error instanceof CosError && error.code !== "too_complex") {
      return "unreadable";
    }
    throw error;
  }
}

/** The rules of ISO 19005-1, 6.1.11; ISO 19005-2 and -3, 6.8; ISO 19005-4, 6.9. */
export const embeddedFiles: RuleGroup = {
  name: "embedded-files",
  rules: [
    noEmbeddedFile,
    noEmbeddedFiles,
    embeddedFilesPresent,
    fileNames,
    fileRelationship,
    fileAssociation,
    fileMediaType,
    fileConformance,
  ],
  begin: (validation) => ({ ...documentWalk(validation), ...fileSpecificationPart(validation) }),
};
