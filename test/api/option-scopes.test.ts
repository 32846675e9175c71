import { expect, test } from "vitest";
import { newKey } from "./accounts.ts";
import { type Fields, OCR_ADVANCED, OCR_SIMPLE, PDF_TO_HTML, PDF_TO_MARKDOWN, PDF_TO_TEXT, upload } from "./client.ts";
import { emptyPages } from "./documents.ts";
import { expectFailure } from "./reply.ts";
import { commonService } from "./service.ts";

/* Contract, section 5: options that spend with a model provider need the scope of the provider. */

const service = commonService({ keepsResults: true });

const EXTRACTIONS = [PDF_TO_TEXT, PDF_TO_HTML, PDF_TO_MARKDOWN] as const;
const ROWS: readonly { readonly path: string; readonly scope: string; readonly fields: Fields }[] = [
  ...EXTRACTIONS.flatMap((path) =>
    ["vision", "openai", "OpenAI"].map((engine) => ({ path, scope: "convert", fields: { ocr_engine: engine } })),
  ),
  ...[OCR_SIMPLE, OCR_ADVANCED].flatMap((path) =>
    ["true", "1"].map((enhance) => ({ path, scope: "ocr", fields: { enhance } })),
  ),
];
const nameOf = (path: string): string =>
  path
    .replace(/^.*\/api\/v1\//, "")
    .replace(/^convert\//, "")
    .replaceAll("/", "-");

test.for(ROWS)("$path with $fields needs the scope vision: at once, as a job, and in an estimate", async (row) => {
  const { path, scope, fields } = row;
  const file = emptyPages(1);
  const { key } = await newKey(service(), { scopes: [scope] });
  const replies = [
    await upload(service(), { path, file, fields, key }),
    await upload(service(), { path: `${path}?async=true`, file, fields, key }),
    await upload(service(), { path: "/api/v1/estimate", file, fields: { ...fields, operation: nameOf(path) }, key }),
  ];
  const [option = ""] = Object.keys(fields);
  for (const reply of replies) {
    const { detail } = expectFailure(reply, 403, "insufficient_scope");
    expect(detail).toMatch(/scope vision/);
    expect(detail).toContain(`${option}=`);
  }
});

test("with both scopes, or without the option, the key may", async () => {
  const file = emptyPages(1);
  const path = "/api/v1/estimate";
  const asks = [
    { scopes: ["ocr", "vision"], fields: { operation: "ocr-extract-simple", enhance: true } },
    { scopes: ["*"], fields: { operation: "ocr-extract-simple", enhance: true } },
    { scopes: ["ocr"], fields: { operation: "ocr-extract-simple", enhance: false } },
    { scopes: ["convert"], fields: { operation: "pdf-to-text", ocr_engine: "auto" } },
  ];
  for (const { scopes, fields } of asks) {
    const { key } = await newKey(service(), { scopes });
    expect((await upload(service(), { path, file, fields, key })).status, JSON.stringify(scopes)).not.toBe(403);
  }
});

test("wrong parameters are reported before the scope", async () => {
  const { key } = await newKey(service(), { scopes: ["ocr"] });
  const reply = await upload(service(), { path: OCR_SIMPLE, file: emptyPages(1), fields: { enhance: 1, dpi: 1 }, key });
  expectFailure(reply, 422, "validation_error");
});
