import { type Fields, send } from "../api/client.ts";
import { whitePng } from "../../src/engines/conformance/pictures/page-images.ts";
import { emptyPages } from "../api/documents.ts";
import { encodeForm, type Part } from "../api/multipart.ts";
import type { Reply } from "../api/reply.ts";
import type { Service } from "../api/service.ts";
import { CONTENT_PARAMETERS } from "./parameters.ts";

/* A request to each operation that lacks nothing, and ways to change it. */

const MERGE = "/api/v1/pdf/merge";
export const IMAGES_TO_PDF = "/api/v1/convert/images-to-pdf";

/** The text fields without which a request is refused, by path. */
const NEEDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/api/v1/pdf/watermark": { text: "Draft" },
  "/api/v1/pdf/remove-password": { password: "" },
  "/api/v1/pdf/pages": { steps: '[{"rotate":{"degrees":90}}]' },
  "/api/v1/convert/text-to-pdf": { text: "Eleven boats" },
  "/api/v1/convert/html-to-pdf": { html: "<p>Eleven boats</p>" },
  "/api/v1/convert/markdown-to-pdf": { markdown: "# Eleven boats" },
  "/api/v1/convert/json-to-pdf": { json_data: '[{"boats":11}]' },
  "/api/v1/pdf/from-template": {
    template_slug: "receipt-minimal",
    variables: '{"company_name":"Boats","items":[],"total":3}',
  },
};

/** What a request of content is sent as. */
type Encoding = "multipart" | "json";

export interface Change {
  readonly fields?: Fields;
  /** Fields of JSON bodies, with their JSON values. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** Names of needed fields that are left out. */
  readonly without?: readonly string[];
  readonly file?: Buffer | null;
  readonly encoding?: Encoding;
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly method?: string;
  /** A body in place of that of the operation. */
  readonly raw?: { readonly contentType: string; readonly body: Buffer };
}

const isContent = (path: string): boolean => path in CONTENT_PARAMETERS;

/** Sends a request that the operation at `path` accepts, except for what `change` says. */
export function ask(service: Service, path: string, change: Change = {}): Promise<Reply> {
  const { headers = {}, query, method = "POST", key } = change;
  const { contentType, body } = change.raw ?? encoded(path, change);
  return send(service, {
    method,
    path: query === undefined ? path : `${path}?${query}`,
    headers: { "content-type": contentType, ...headers },
    ...(method !== "GET" && method !== "HEAD" && { body }),
    ...(key !== undefined && { key }),
  });
}

function encoded(path: string, change: Change): { readonly contentType: string; readonly body: Buffer } {
  const { fields = {}, members = {}, without = [], encoding = "multipart" } = change;
  const needed = Object.entries(NEEDED[path] ?? {}).filter(([name]) => !without.includes(name) && !(name in fields));
  if (encoding === "json") {
    const values = Object.fromEntries(needed.map(([name, value]) => [name, jsonValue(name, value)]));
    return { contentType: "application/json", body: Buffer.from(JSON.stringify({ ...values, ...fields, ...members })) };
  }
  const texts: Part[] = [...needed, ...Object.entries(fields)].flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((single) => ({ name, value: String(single) })),
  );
  return encodeForm([...texts, ...files(path, change)]);
}

const jsonValue = (name: string, value: string): unknown => (name === "variables" ? JSON.parse(value) : value);

/** Returns a file that the operation at `path` takes. */
export const takenBy = (path: string, pages = 1): Buffer =>
  path === IMAGES_TO_PDF ? whitePng(8, 8) : emptyPages(pages);

function files(path: string, { file = takenBy(path), without = [] }: Change): Part[] {
  if (isContent(path) || file === null || without.includes("file")) {
    return [];
  }
  return path === MERGE
    ? [
        { name: "files", content: file, filename: "a.pdf" },
        { name: "files", content: file, filename: "b.pdf" },
      ]
    : [{ name: "file", content: file, filename: "a.pdf" }];
}
