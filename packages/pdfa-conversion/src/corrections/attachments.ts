import { CosString, Dict, decodeTextString, encodeTextString, Name, resolve, Stream } from "@quire/cos";
import type { Conversion, Correction, Found } from "../conversion.ts";
import { dropEmpty } from "./document-entries.ts";

/**
 * Removes embedded files or, where they stay, gives them the entries that ISO 19005-3, 6.8 and annex E, asks for: names,
 * media types, and relations to the document.
 */
export const attachments: Correction = {
  document(conversion) {
    if (conversion.keepsAttachments) {
      return;
    }
    const { catalog, changes } = conversion;
    const names = catalog.dict("Names");
    if (names?.has("EmbeddedFiles") === true) {
      names.delete("EmbeddedFiles");
      changes.note("attachments_dropped", {}, "EmbeddedFiles");
      dropEmpty(catalog, "Names");
    }
    // What a portfolio shows (ISO 32000-2, 12.3.5) are its files.
    catalog.delete("Collection");
  },

  dictionary(dict, found, conversion) {
    if (!conversion.keepsAttachments) {
      dropFile(dict, found, conversion);
    } else if (dict.get("EF") instanceof Dict) {
      describeFile(dict, found, conversion);
    }
  },

  end(conversion) {
    if (conversion.keepsAttachments) {
      associate(conversion);
    }
  },
};

function dropFile(dict: Dict, found: Found, { changes }: Conversion): void {
  dict.delete("AF");
  if (dict.get("EF") instanceof Dict || (dict.has("EF") && dict.name("Type") === "Filespec")) {
    dict.delete("EF");
    dict.delete("RF");
    changes.note("attachments_dropped", found, nameOf(dict));
  }
}

const nameOf = (specification: Dict): string => {
  const bytes = specification.bytes("UF") ?? specification.bytes("F") ?? specification.bytes("Desc");
  return bytes === undefined ? "file" : decodeTextString(bytes) || "file";
};

const RELATIONS: ReadonlySet<string> = new Set(["Source", "Data", "Alternative", "Supplement", "Unspecified"]);
const MEDIA_TYPE = /^[-\w+.]+\/[-\w+.]+$/u;

function describeFile(specification: Dict, found: Found, { changes }: Conversion): void {
  const name = nameOf(specification);
  let isChanged = false;
  for (const key of ["F", "UF"]) {
    if (specification.bytes(key) === undefined) {
      specification.set(key, new CosString(encodeTextString(name)));
      isChanged = true;
    }
  }
  if (!RELATIONS.has(specification.name("AFRelationship") ?? "")) {
    specification.set("AFRelationship", new Name("Unspecified"));
    isChanged = true;
  }
  for (const raw of specification.dict("EF")?.entries.values() ?? []) {
    const file = resolve(raw);
    if (file instanceof Stream && !MEDIA_TYPE.test(file.dict.name("Subtype") ?? "")) {
      file.dict.set("Subtype", new Name(mediaTypeOf(name)));
      isChanged = true;
    }
  }
  if (isChanged) {
    changes.note("attachments_described", found, name);
  }
}

/** The media types of files that documents often have, by the ends of their names. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  csv: "text/csv",
  htm: "text/html",
  html: "text/html",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  json: "application/json",
  pdf: "application/pdf",
  png: "image/png",
  txt: "text/plain",
  xml: "text/xml",
  zip: "application/zip",
};

const mediaTypeOf = (name: string): string =>
  MEDIA_TYPES[/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ""] ?? "application/octet-stream";

/** Lists in the catalog the files that nothing else is associated with: those of Names and of annotations. */
function associate({ catalog, document, pages, bounds, changes }: Conversion): void {
  const listed = new Set((catalog.array("AF") ?? []).map((raw) => resolve(raw)));
  const found = new Set<Dict>();
  const visit = (value: unknown): void => {
    bounds.step();
    if (value instanceof Dict && value.get("EF") instanceof Dict && !listed.has(value)) {
      found.add(value);
    }
  };
  for (const number of document.objectNumbers()) {
    visit(document.ref(number).value);
  }
  for (const { dict } of pages) {
    for (const annotation of dict.array("Annots") ?? []) {
      const value = resolve(annotation);
      visit(value instanceof Dict ? value.get("FS") : null);
    }
  }
  if (found.size > 0) {
    catalog.set("AF", [...(catalog.array("AF") ?? []), ...[...found].map((dict) => document.add(dict))]);
    changes.note("attachments_described", {}, "AF of the document");
  }
}
