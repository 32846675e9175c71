import {
  asDict,
  type CosDocument,
  type CosValue,
  Dict,
  decodeTextString,
  isName,
  NameTree,
  type Page,
  resolve,
} from "@quire/cos";
import { rfc3339Of, shownText } from "@quire/metadata";
import { type AttachmentDescription, LIMITS, type Listed } from "../description.ts";

/**
 * Returns the embedded files (ISO 32000-2, 7.11.4): those in the name tree of the document, those that annotations have,
 * and those that are associated with the document; each once.
 */
export function attachmentsOf(document: CosDocument, pages: readonly Page[]): Listed<AttachmentDescription> {
  const { catalog, bounds } = document;
  const found = new Found();
  const tree = catalog.dict("Names")?.dict("EmbeddedFiles");
  for (const [key, value] of tree ? new NameTree(tree, bounds).entries() : []) {
    found.add(value, decodeTextString(key), null);
  }
  for (const element of catalog.array("AF") ?? []) {
    bounds.step();
    found.add(element, "", null);
  }
  for (const page of pages) {
    for (const element of page.dict.array("Annots") ?? []) {
      bounds.step();
      const annotation = asDict(resolve(element));
      if (isName(annotation?.get("Subtype"), "FileAttachment")) {
        found.add(annotation?.raw("FS"), "", page.index + 1);
      }
    }
  }
  return { items: found.items, total: found.total };
}

class Found {
  readonly items: AttachmentDescription[] = [];
  total = 0;
  readonly #seen = new Set<Dict>();

  add(value: CosValue | undefined, key: string, page: number | null): void {
    const specification = resolve(value);
    const file = specification instanceof Dict ? embeddedFile(specification) : undefined;
    if (!(specification instanceof Dict) || file === undefined || this.#seen.has(specification)) {
      return;
    }
    this.#seen.add(specification);
    this.total += 1;
    if (this.items.length < LIMITS.attachments) {
      this.items.push(described(specification, file, key, page));
    }
  }
}

/** Returns the dictionary of the embedded file's stream; only a stream is a file. */
function embeddedFile(specification: Dict): Dict | undefined {
  const files = specification.dict("EF");
  return files?.stream("UF")?.dict ?? files?.stream("F")?.dict;
}

function described(specification: Dict, file: Dict, key: string, page: number | null): AttachmentDescription {
  const parameters = file.dict("Params");
  const name = textAt(specification, "UF") ?? textAt(specification, "F") ?? shownText(key, LIMITS.nameCharacters);
  const sizeBytes = parameters?.integer("Size") ?? null;
  return {
    name,
    sizeBytes: sizeBytes !== null && sizeBytes >= 0 ? sizeBytes : null,
    mediaType: nameAt(file, "Subtype"),
    description: textAt(specification, "Desc", LIMITS.characters) ?? null,
    relationship: nameAt(specification, "AFRelationship"),
    createdAt: dateAt(parameters, "CreationDate"),
    modifiedAt: dateAt(parameters, "ModDate"),
    page,
  };
}

function textAt(dict: Dict, key: string, maxCharacters: number = LIMITS.nameCharacters): string | undefined {
  const bytes = dict.bytes(key);
  const text = bytes && shownText(decodeTextString(bytes), maxCharacters);
  return text === "" ? undefined : text;
}

function nameAt(dict: Dict, key: string): string | null {
  const name = dict.name(key);
  return name === undefined || name === "" ? null : shownText(name, LIMITS.nameCharacters);
}

function dateAt(dict: Dict | undefined, key: string): string | null {
  const bytes = dict?.bytes(key);
  return (bytes && rfc3339Of(decodeTextString(bytes))) ?? null;
}
