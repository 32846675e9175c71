import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Fields, send } from "../api/client.ts";
import { encodeForm } from "../api/multipart.ts";
import { disposition, expectFailure, expectOk, json, type Reply } from "../api/reply.ts";
import { commonService } from "../api/service.ts";
import { sampled } from "../running/sampling.ts";
import { CONTENT_PARAMETERS, FILE_PARAMETERS } from "./parameters.ts";
import { ask, takenBy } from "./requests.ts";

/* The headers of answers (contract, sections 1, 3 and 4). Those that every answer has are checked by `send`. */

const service = commonService({ keepsResults: true });

/** The name and the type of each operation's answer to a document `Ünder.pdf` of one page, or to a content. */
const ANSWERS: Readonly<Record<string, readonly [type: string, filename: string | undefined]>> = {
  "/api/v1/pdf/watermark": ["application/pdf", "watermarked.pdf"],
  "/api/v1/pdf/remove-password": ["application/pdf", "unlocked.pdf"],
  "/api/v1/convert/pdf-to-image": ["image/png", "page_1.png"],
  "/api/v1/convert/pdf-to-pdfa": ["application/pdf", "Ünder-pdfa.pdf"],
  "/api/v1/convert/images-to-pdf": ["application/pdf", "Ünder.pdf"],
  "/api/v1/extract/pdf-images": ["application/zip", "Ünder_images.zip"],
  "/api/v1/pdf/merge": ["application/pdf", "merged.pdf"],
  "/api/v1/pdf/pages": ["application/pdf", "pages.pdf"],
  "/api/v1/pdf/split": ["application/zip", "Ünder_split.zip"],
  "/api/v1/convert/text-to-pdf": ["application/pdf", "document.pdf"],
  "/api/v1/convert/html-to-pdf": ["application/pdf", "document.pdf"],
  "/api/v1/convert/markdown-to-pdf": ["application/pdf", "document.pdf"],
  "/api/v1/convert/json-to-pdf": ["application/pdf", "report.pdf"],
  "/api/v1/pdf/from-template": ["application/pdf", "receipt-minimal.pdf"],
};
const PATHS = [...Object.keys(FILE_PARAMETERS), ...Object.keys(CONTENT_PARAMETERS)];
const JSON_PATHS = PATHS.filter((path) => !(path in ANSWERS) && !path.endsWith("/vision"));

/** Asks an operation about a document whose name is not ASCII. */
function askNamed(path: string, fields: Readonly<Record<string, string>> = {}): Promise<Reply> {
  if (path in CONTENT_PARAMETERS) {
    return ask(service(), path, { fields });
  }
  const names = path.endsWith("/merge") ? ["files", "files"] : ["file"];
  const texts: Fields = {
    ...(path.endsWith("/pages") && { steps: '[{"rotate":{"degrees":90}}]' }),
    ...(path.endsWith("/watermark") && { text: "D" }),
    ...(path.endsWith("/remove-password") && { password: "" }),
    ...fields,
  };
  const raw = encodeForm([
    ...Object.entries(texts).map(([name, value]) => ({ name, value: String(value) })),
    ...names.map((name) => ({ name, content: takenBy(path), filename: "Ünder.pdf" })),
  ]);
  return ask(service(), path, { raw });
}

/** Checks what every file that is sent has: its length, and that nobody keeps it or guesses its type. */
function expectFile({ headers, body }: Reply, type: string, filename: string): void {
  expect(headers).toMatchObject({
    "content-type": expect.stringMatching(new RegExp(`^${type}(?:;|$)`)),
    "content-length": String(body.length),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  expect(headers["transfer-encoding"]).toBeUndefined();
  const isAscii = /^[\x20-\x7e]*$/.test(filename);
  const { type: kind, filename: plain, extended } = disposition({ status: 200, headers, body });
  expect([kind, extended ?? plain, extended === undefined]).toEqual(["attachment", filename, isAscii]);
  expect(plain).toMatch(/^[\x20-\x7e]+$/);
}

describe("a file", () => {
  test.each(sampled(Object.entries(ANSWERS), 7))("of %s", async (path, [type, filename = ""]) => {
    expectFile(expectOk(await askNamed(path)), type, filename);
  });

  test.each([
    ["text", "txt", "text/plain"],
    ["html", "html", "text/html"],
    ["markdown", "md", "text/markdown"],
  ] as const)("of pdf-to-%s, which output=file and Accept ask for", async (name, extension, type) => {
    const path = `/api/v1/convert/pdf-to-${name}`;
    expectFile(expectOk(await askNamed(path, { output: "file" })), type, `Ünder.${extension}`);
    const accepted = await ask(service(), path, { headers: { accept: type } });
    expectFile(expectOk(accepted), type, `a.${extension}`);
    for (const accept of ["*/*", `${type}, */*;q=0.1`, "application/json"]) {
      const reply = expectOk(await ask(service(), path, { headers: { accept } }));
      expect(reply.headers["content-type"]).toMatch(/^application\/json/);
    }
  });
});

test.each(sampled(JSON_PATHS, 6))(
  "%s answers JSON in UTF-8, with the name of the document as it was sent",
  async (path) => {
    const reply = expectOk(await askNamed(path, path.includes("/ocr/") ? { dpi: "72" } : {}));
    expect(reply.headers["content-type"]).toMatch(/^application\/json(; charset=utf-8)?$/i);
    expect(reply.headers["content-length"]).toBe(String(reply.body.length));
    const { metadata } = json(reply) as { metadata: { filename?: string } };
    expect(metadata.filename ?? "Ünder.pdf").toBe("Ünder.pdf");
  },
);

const description: { readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>> } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../docs/openapi.json"), "utf8"),
);
const GUARDED = Object.entries(description.paths)
  .filter(([path]) => path.startsWith("/api/v1/"))
  .flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{\w+\}/g, "not-there"),
    })),
  );

describe.each(sampled(GUARDED, 12))("$method $path", ({ method, path }) => {
  test.each([
    [null, "missing_api_key"],
    ["nobody-has-this-key", "invalid_api_key"],
  ] as const)("with the key %j is 401 and names its scheme", async (key, code) => {
    const reply = await send(service(), { method, path, key });
    expectFailure(reply, 401, code);
    expect([reply.headers["www-authenticate"], reply.headers["x-credits-remaining"]]).toEqual([
      'ApiKey realm="api"',
      "0",
    ]);
    expect(reply.headers["x-credits-charged"] ?? "0").toBe("0");
  });
});

describe("browsers", () => {
  const ORIGIN = { origin: "https://pages.example" };
  /** The headers that a browser shows to every page (Fetch, 4.9), and those that are no page's business. */
  const NOT_EXPOSED =
    /^(?:cache-control|content-(?:length|type|language|encoding)|expires|last-modified|pragma|date|connection|keep-alive|transfer-encoding|vary|access-control-.*|x-content-type-options|allow|www-authenticate|strict-transport-security|cross-origin-.*|referrer-policy|content-security-policy|x-frame-options)$/;

  test.each(sampled(PATHS, 12))("may read all headers of %s", async (path) => {
    const replies = [
      await ask(service(), path, { headers: ORIGIN }),
      await ask(service(), path, { headers: ORIGIN, query: "async=true" }),
      await ask(service(), path, { headers: ORIGIN, fields: { qqqq: "1" }, key: null }),
    ];
    for (const { headers } of replies) {
      const exposed = String(headers["access-control-expose-headers"]).toLowerCase().split(/, */);
      const hidden = Object.keys(headers).filter((name) => !NOT_EXPOSED.test(name) && !exposed.includes(name));
      expect([hidden, headers["access-control-allow-origin"]]).toEqual([[], "*"]);
      expect(headers).not.toHaveProperty("access-control-allow-credentials");
    }
  });
});
