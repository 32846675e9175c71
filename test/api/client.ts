import { Agent, type OutgoingHttpHeaders, request } from "node:http";
import { expect } from "vitest";
import { operations } from "../../src/operations/index.ts";
import { expectDescribed } from "./described-answers.ts";
import { encodeForm, type Part } from "./multipart.ts";
import { expectEveryPromise, type Reply } from "./reply.ts";
import type { Service } from "./service.ts";

export const PDF_TO_IMAGE = "/api/v1/convert/pdf-to-image";
export const PDF_TO_PDFA = "/api/v1/convert/pdf-to-pdfa";
export const IMAGES_TO_PDF = "/api/v1/convert/images-to-pdf";
export const REMOVE_PASSWORD = "/api/v1/pdf/remove-password";
export const MERGE = "/api/v1/pdf/merge";
export const SPLIT = "/api/v1/pdf/split";
export const PAGES = "/api/v1/pdf/pages";
export const WATERMARK = "/api/v1/pdf/watermark";
export const PDF_IMAGES = "/api/v1/extract/pdf-images";
export const OCR_SIMPLE = "/api/v1/ocr/extract/simple";
export const OCR_ADVANCED = "/api/v1/ocr/extract/advanced";
export const PDF_TO_TEXT = "/api/v1/convert/pdf-to-text";
export const PDF_TO_HTML = "/api/v1/convert/pdf-to-html";
export const PDF_TO_MARKDOWN = "/api/v1/convert/pdf-to-markdown";
export const PDF_INFO = "/api/v1/pdf/info";
export const METADATA = "/api/v1/pdf/metadata";
export const VALIDATE_PDFA = "/api/v1/pdf/validate-pdfa";

type TextFields = Readonly<Record<string, string>>;

/**
 * The fields that a request needs besides its file to succeed, or to be short; an operation that is not listed needs
 * none.
 */
const REQUEST_FIELDS: Readonly<Record<string, TextFields>> = {
  [REMOVE_PASSWORD]: { password: "" },
  [WATERMARK]: { text: "Draft" },
  [PAGES]: { steps: '[{"rotate": {"degrees": 90}}]' },
  [PDF_TO_PDFA]: { substitute_fonts: "true" },
  [OCR_SIMPLE]: { dpi: "72", pages: "1" },
  [OCR_ADVANCED]: { dpi: "72", pages: "1" },
};

/** The operations that take one file and call no provider, each with a request that lacks only the file to succeed. */
export const OPERATIONS: readonly { readonly path: string; readonly fields: TextFields }[] = operations.flatMap(
  (operation) =>
    operation.kind === "files" && operation.files.max === 1 && operation.scope !== "vision"
      ? [{ path: operation.path, fields: REQUEST_FIELDS[operation.path] ?? {} }]
      : [],
);

export interface Request {
  readonly method?: string;
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: Buffer;
  /** The API key to send: null sends none, undefined the service's own. */
  readonly key?: string | null;
  /** Whether the body is sent in chunks, without Content-Length. */
  readonly chunked?: boolean;
  /** False for an answer in the form of another interface, as a setting asks for it; true by default. */
  readonly isDescribed?: boolean;
}

/** Sends one request on a separate connection and checks the answer against what is promised for every answer. */
export async function send(service: Service, { method = "GET", isDescribed = true, ...rest }: Request): Promise<Reply> {
  const reply = await exchange(service, { method, ...rest });
  expectEveryPromise(reply, method);
  if (isDescribed) {
    expectDescribed(reply, { method, path: rest.path });
  }
  return reply;
}

/** The text fields of a form. A field whose value is a list is sent once for each item of the list. */
export type Fields = Readonly<Record<string, string | number | boolean | readonly (string | number)[]>>;
export type File = Buffer | { readonly content: Buffer; readonly filename: string };

export interface Upload extends Omit<Request, "body" | "method" | "path"> {
  readonly path: string;
  readonly fields?: Fields;
  /** The file, sent as the part `file` after the fields. */
  readonly file?: File;
  /** Further parts, sent after the file. */
  readonly more?: readonly Part[];
}

/** Sends a form by POST. */
export function upload(
  service: Service,
  { fields = {}, file, more = [], headers = {}, ...rest }: Upload,
): Promise<Reply> {
  const { contentType, body } = encodeForm([...textParts(fields), ...fileParts(file), ...more]);
  return send(service, { ...rest, method: "POST", headers: { "content-type": contentType, ...headers }, body });
}

export const toImages = (service: Service, file: File, fields: Fields = {}): Promise<Reply> =>
  upload(service, { path: PDF_TO_IMAGE, file, fields });

export const removePassword = (service: Service, file: File, fields: Fields = {}): Promise<Reply> =>
  upload(service, { path: REMOVE_PASSWORD, file, fields });

export const splitPdf = (service: Service, file: File, fields: Fields = {}): Promise<Reply> =>
  upload(service, { path: SPLIT, file, fields });

export const addWatermark = (service: Service, file: File, fields: Fields = {}): Promise<Reply> =>
  upload(service, { path: WATERMARK, file, fields });

export const extractImages = (service: Service, file: File, fields: Fields = {}): Promise<Reply> =>
  upload(service, { path: PDF_IMAGES, file, fields });

/** Merges `files`, sent in this order as the parts `files`. */
export const mergePdfs = (service: Service, files: readonly File[], fields: Fields = {}): Promise<Reply> =>
  upload(service, { path: MERGE, fields, more: filesPart(files) });

/** Returns several files as parts of one name. */
export const filesPart = (files: readonly File[], name = "files"): Part[] =>
  files.map((file) => (Buffer.isBuffer(file) ? { name, content: file } : { name, ...file }));

/** Fails unless the service still answers a plain request. */
export async function expectStillWorking(service: Service, pdf: Buffer): Promise<void> {
  const reply = await toImages(service, pdf, { dpi: 72 });
  expect([reply.status, reply.headers["content-type"]]).toEqual([200, "image/png"]);
}

function textParts(fields: Fields): Part[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((single) => ({ name, value: String(single) })),
  );
}

function fileParts(file: File | undefined): Part[] {
  if (file === undefined) {
    return [];
  }
  return [Buffer.isBuffer(file) ? { name: "file", content: file } : { name: "file", ...file }];
}

/** Opens one connection per request: no test depends on how long the service keeps an idle one. */
const agent = new Agent({ keepAlive: false });

function exchange(service: Service, { method, path, headers, body, key, chunked = false }: Request): Promise<Reply> {
  const sentKey = key === undefined ? service.key : key;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent,
        host: "127.0.0.1",
        port: service.port,
        method,
        path,
        headers: {
          ...(sentKey !== null && { "x-api-key": sentKey }),
          ...(body !== undefined && !chunked && { "content-length": body.length }),
          ...(chunked && { "transfer-encoding": "chunked" }),
          ...headers,
        },
      },
      (incoming) => {
        const pieces: Buffer[] = [];
        incoming
          .on("data", (piece: Buffer) => pieces.push(piece))
          .on("error", reject)
          .on("end", () =>
            resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(pieces) }),
          );
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
