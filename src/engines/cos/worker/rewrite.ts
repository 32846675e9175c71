import { buildPageTree, type CosDocument, Dict, readPageTree, writeDocument } from "@quire/cos";
import { Failure, PDF_WITHOUT_PAGES } from "../../../kernel/failure.ts";
import { openCosDocument, withFailures } from "./open-document.ts";
import { WrittenFile } from "./written-file.ts";

/**
 * Writes what can be read of the document at `input`, unprotected and with a new page tree, to `output`. `password` is
 * undefined when none was given.
 * @throws Failure `invalid_pdf`, `pdf_encrypted`, `wrong_password`, `document_too_complex`
 */
export function rewriteByCos(job: { input: string; output: string; password: string | undefined }): void {
  const document = openCosDocument(job.input, job.password);
  withFailures(() => {
    const trailer = repairedTrailer(document);
    using file = new WrittenFile(job.output);
    writeDocument(trailer, file, {}, document.bounds);
  });
}

function repairedTrailer(document: CosDocument): Dict {
  const { pages } = readPageTree(document);
  if (pages.length === 0) {
    throw new Failure("invalid_pdf", PDF_WITHOUT_PAGES);
  }
  const { root } = buildPageTree(pages, (value, replaces) => {
    if (replaces === undefined) {
      return document.add(value);
    }
    document.replace(replaces.number, value);
    return replaces;
  });
  const catalog = document.catalog.copy().set("Pages", root);
  return new Dict(document.trailer.entries).set("Root", document.add(catalog));
}
