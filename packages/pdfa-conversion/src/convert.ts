import {
  type Bounds,
  buildPageTree,
  type ByteSink,
  type CosDocument,
  CosError,
  Dict,
  readPageTree,
  writeDocument,
} from "@quire/cos";
import { Changes } from "./changes.ts";
import { type Conversion, type Part, partOf, type SubstituteFonts } from "./conversion.ts";
import { CORRECTIONS } from "./corrections.ts";
import { convertedInformation } from "./metadata/document-metadata.ts";
import type { Attachments, Change, Target } from "./options.ts";
import { walkObjects } from "./walk.ts";

export interface ConvertOptions {
  readonly target: Target;
  /** Whether embedded files stay. Only part 3 holds files of any kind: they are dropped for all other parts. */
  readonly attachments: Attachments;
  /** The fonts to embed in place of those of the same widths that are not embedded; undefined: none is. */
  readonly substitutes?: SubstituteFonts | undefined;
}

export interface Converted {
  readonly pages: number;
  readonly changes: readonly Change[];
}

/**
 * Writes the document as PDF/A, as far as that can be done without a change of what its pages show. The objects of
 * `document` are changed, so it must not be used again. A validator has to check the result: a font that is not
 * embedded, for example, is not mended here.
 * @throws CosError `not_pdf` when there are no pages, `too_complex`
 */
export function convertDocument(
  document: CosDocument,
  { target, attachments, substitutes }: ConvertOptions,
  sink: ByteSink,
  bounds: Bounds = document.bounds,
): Converted {
  const part = partOf(target);
  const changes = new Changes();
  if (document.security !== undefined) {
    changes.note("protection_removed");
  }
  const pages = rebuiltPages(document);
  const conversion: Conversion = {
    document,
    target,
    part,
    catalog: document.catalog,
    pages,
    keepsAttachments: attachments === "keep" && part === 3,
    substitutes,
    changes,
    bounds,
  };
  for (const { document: correct } of CORRECTIONS) {
    correct?.(conversion);
  }
  for (const page of pages) {
    bounds.step();
    for (const { page: correct } of CORRECTIONS) {
      correct?.(page, conversion);
    }
  }
  walkObjects(conversion, CORRECTIONS);
  for (const { end } of CORRECTIONS) {
    end?.(conversion);
  }
  writeDocument(trailerOf(conversion), sink, WRITING[part], bounds);
  return { pages: pages.length, changes: changes.list };
}

/**
 * The form of the file: part 1 is PDF 1.4, which has no object streams, parts 2 and 3 are PDF 1.7, part 4 is PDF 2.0.
 */
const WRITING: Readonly<Record<Part, { readonly version: string; readonly objectStreams: boolean }>> = {
  1: { version: "1.4", objectStreams: false },
  2: { version: "1.7", objectStreams: true },
  3: { version: "1.7", objectStreams: true },
  4: { version: "2.0", objectStreams: true },
};

/**
 * Gives the document a page tree in which every page has its attributes itself: ISO 19005-2, 6.2.2, asks for the
 * resources there, and a damaged tree is whole again.
 */
function rebuiltPages(document: CosDocument): Conversion["pages"] {
  const { pages } = readPageTree(document);
  if (pages.length === 0) {
    throw new CosError("not_pdf", "The document has no pages.");
  }
  const built = buildPageTree(pages, (value, replaces) => {
    if (replaces === undefined) {
      return document.add(value);
    }
    document.replace(replaces.number, value);
    return replaces;
  });
  document.catalog.set("Pages", built.root);
  return built.pages.map(({ dict, ref }, index) => ({ dict, ref, page: index + 1 }));
}

function trailerOf(conversion: Conversion): Dict {
  const { document, catalog } = conversion;
  const information = convertedInformation(conversion);
  const trailer = new Dict([["Root", document.add(catalog)]]);
  if (information !== undefined) {
    trailer.set("Info", information);
  }
  const identifier = document.trailer.array("ID");
  if (identifier !== undefined) {
    trailer.set("ID", identifier);
  }
  return trailer;
}
