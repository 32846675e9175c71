import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { type Fields, upload } from "../api/client.ts";
import { expectOk, json } from "../api/reply.ts";
import type { Service } from "../api/service.ts";
import { type CorpusDocument, type ExtractCorpus, pathOf } from "./corpus.ts";

/** The answer about a document; contract, section 10. */
export interface Converted {
  readonly text: string;
  /** The numbers of the pages whose text was read from their images. */
  readonly ocrPages: readonly number[];
}

export type Form = "markdown" | "html" | "text";

const AT_ONCE = 2;

/** Settings under which the pages of a corpus are never held up by the limits of a service. */
export const SETTINGS = {
  QUIRE_WORKERS: String(AT_ONCE),
  QUIRE_OCR_WORKERS: String(AT_ONCE),
  QUIRE_RATE_LIMIT: "1000000",
} as const;

/** Options that make the output comparable with the truth of the corpus: tables as HTML, and nothing between pages. */
export const AS_THE_TRUTH = {
  markdown: { table_format: "html", add_page_breaks: "false" },
  html: {},
} as const;

/** Converts one document, which has to succeed without a job. */
export async function convertFile(
  service: Service,
  path: string,
  { form, fields = {} }: { readonly form: Form; readonly fields?: Fields },
): Promise<Converted> {
  const file = { content: readFileSync(path), filename: basename(path) };
  const reply = expectOk(await upload(service, { path: `/api/v1/convert/pdf-to-${form}`, file, fields }));
  const answer = json(reply) as Readonly<Record<Form, string>> & { readonly ocr_pages: readonly number[] };
  return { text: answer[form], ocrPages: answer.ocr_pages };
}

/** Converts documents of a corpus, by their ids. */
export async function convertDocuments(
  service: Service,
  { corpus, documents }: { readonly corpus: ExtractCorpus; readonly documents: readonly CorpusDocument[] },
  request: { readonly form: Form; readonly fields: Fields },
): Promise<ReadonlyMap<string, Converted>> {
  const converted = new Map<string, Converted>();
  const waiting = documents.values();
  const takeDocuments = async (): Promise<void> => {
    for (const document of waiting) {
      converted.set(document.id, await convertFile(service, pathOf(corpus, document), request));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeDocuments));
  return converted;
}
