import { expect, test } from "vitest";
import { OPERATIONS, PDF_TO_IMAGE, send, toImages, upload } from "./client.ts";
import { brokenForms, encodeForm, encodePart, type FilePart, framed, type Part } from "./multipart.ts";
import { fixture } from "./programs.ts";
import { disposition, expectFailure, expectFault, expectOk, type Reply, savedName } from "./reply.ts";
import { commonService, type Service } from "./service.ts";

/* Contract, section 1: the framing of a form, the type of its file and the file's name. */

const service = commonService();
const plain = fixture("four-colours.pdf");
/** Fields with which the answer is an archive named after the document. */
const asArchive: Part[] = ["start_page", "end_page"].map((name) => ({ name, value: "1" }));

const sendParts = (to: Service, parts: readonly Part[], path = PDF_TO_IMAGE): Promise<Reply> => {
  const { contentType, body } = encodeForm(parts);
  return send(to, { method: "POST", path, body, headers: { "content-type": contentType } });
};

/** Returns the document with `bytes` bytes before its header. */
const behind = (bytes: number): Buffer => Buffer.concat([Buffer.alloc(bytes, "\n"), plain]);

/** Returns the name that a file with this Content-Disposition gives its archive. */
const archiveName = async (part: Partial<FilePart>): Promise<string | undefined> =>
  savedName(expectOk(await sendParts(service(), [...asArchive, { name: "file", content: plain, ...part }])));

for (const { path, fields } of OPERATIONS) {
  const parts: Part[] = [
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    { name: "file", content: plain },
  ];
  test.each(Object.entries(brokenForms(parts)))(
    `${path}: a broken form is 400: %s`,
    async (_, { contentType, body }) => {
      const headers = { "content-type": contentType };
      expectFailure(await send(service(), { method: "POST", path, body, headers }), 400, "malformed_multipart");
      const chunked = await send(service(), { method: "POST", path, body, headers, chunked: true });
      expectFailure(chunked, 400, "malformed_multipart");
    },
  );
}

test("a form without parts is sound and lacks the file", async () => {
  const { contentType, body } = encodeForm([]);
  const reply = await send(service(), {
    method: "POST",
    path: PDF_TO_IMAGE,
    body,
    headers: { "content-type": contentType },
  });
  expectFault(reply, { type: "missing", loc: ["body", "file"] });
});

test("a form may be sent in chunks, without Content-Length", async () => {
  const [whole, chunked] = await Promise.all([
    upload(service(), { path: PDF_TO_IMAGE, file: plain }),
    upload(service(), { path: PDF_TO_IMAGE, file: plain, chunked: true }),
  ]);
  expect(expectOk(chunked).body.equals(expectOk(whole).body)).toBe(true);
});

test("a boundary may be quoted", async () => {
  const { contentType, body } = encodeForm([{ name: "file", content: plain }]);
  const headers = { "content-type": contentType.replace(/boundary=(.*)$/, 'boundary="$1"') };
  expectOk(await send(service(), { method: "POST", path: PDF_TO_IMAGE, body, headers }));
});

test("headers of a part may be written in any case", async () => {
  const part = encodePart({ name: "file", content: plain }).toString("latin1");
  const lowered = Buffer.from(part.replace("Content-Disposition", "content-disposition"), "latin1");
  const { contentType } = encodeForm([]);
  const body = framed([lowered]);
  expectOk(
    await send(service(), { method: "POST", path: PDF_TO_IMAGE, body, headers: { "content-type": contentType } }),
  );
});

test("a part with enormous headers is refused or ignored, never an error of the service", async () => {
  const huge = {
    name: "file",
    content: plain,
    disposition: `form-data; name="file"; filename="${"x".repeat(200_000)}"`,
  };
  const reply = await sendParts(service(), [huge]);
  expect([200, 400, 413, 422]).toContain(reply.status);
});

test("text where a file is meant is distinguished from a missing file", async () => {
  for (const { path, fields } of OPERATIONS) {
    const parts = Object.entries(fields).map(([name, value]) => ({ name, value }));
    const reply = await sendParts(service(), [...parts, { name: "file", value: "%PDF-1.7 as text" }], path);
    const fault = expectFault(reply, { type: "value_error", loc: ["body", "file"] });
    expect(fault).not.toHaveProperty("input");
  }
});

test("a second file where one is meant is refused", async () => {
  for (const { path, fields } of OPERATIONS) {
    const parts = Object.entries(fields).map(([name, value]) => ({ name, value }));
    const file = { name: "file", content: plain };
    expectFault(await sendParts(service(), [...parts, file, file], path), {
      type: "too_long",
      loc: ["body", "file"],
    });
  }
});

test("an empty file is 400, by whatever name and type", async () => {
  for (const { path, fields } of OPERATIONS) {
    expectFailure(await upload(service(), { path, fields, file: Buffer.alloc(0) }), 400, "empty_file");
  }
  const named = { name: "file", content: Buffer.alloc(0), filename: "report.pdf", contentType: "application/pdf" };
  expectFailure(await sendParts(service(), [named]), 400, "empty_file");
});

test.each([
  { contentType: "image/png", filename: "photo.png" },
  { contentType: "text/plain", filename: "notes.txt" },
  { contentType: "application/x-msdownload", filename: "setup.exe" },
  { contentType: "not a type", filename: "x" },
  { contentType: null, filename: "no-type.bin" },
])("a PDF is a PDF, also as $filename of type $contentType", async ({ contentType, filename }) => {
  expectOk(await sendParts(service(), [{ name: "file", content: plain, contentType, filename }]));
});

const takesImages = (path: string): boolean => path.startsWith("/api/v1/ocr/");

test("what only calls itself a PDF is none", async () => {
  const image = expectOk(await toImages(service(), plain, { dpi: 72 })).body;
  const jpeg = expectOk(await toImages(service(), plain, { dpi: 72, image_format: "JPEG" })).body;
  const others = ["PDF-1.7", "%pdf-1.7\n", "\0", "{}"].map((text) => Buffer.from(text));
  for (const { path, fields } of OPERATIONS) {
    for (const content of takesImages(path) ? others : [image, jpeg, ...others]) {
      expectFailure(await upload(service(), { path, fields, file: content }), 400, "unsupported_file_type");
    }
  }
});

test("the PDF header may stand in the first 1024 bytes and not later", async () => {
  for (const bytes of [1, 100, 1019]) {
    expectOk(await toImages(service(), behind(bytes), { dpi: 72 }));
  }
  for (const bytes of [1020, 1024, 5000]) {
    expectFailure(await toImages(service(), behind(bytes), { dpi: 72 }), 400, "unsupported_file_type");
  }
});

test.each([
  { filename: "report.pdf", saved: "report_pages.zip", what: "the last extension goes" },
  { filename: "report.final.v2.pdf", saved: "report.final.v2_pages.zip", what: "only the last one" },
  { filename: "report", saved: "report_pages.zip", what: "no extension" },
  { filename: "REPORT.PDF", saved: "REPORT_pages.zip", what: "case is kept" },
  { filename: "my report (1).pdf", saved: "my report (1)_pages.zip", what: "spaces are kept" },
  { filename: "../../etc/passwd.pdf", saved: "passwd_pages.zip", what: "a path upwards" },
  { filename: "/etc/passwd", saved: "passwd_pages.zip", what: "an absolute path" },
  { filename: "C:\\Users\\me\\report.pdf", saved: "report_pages.zip", what: "a Windows path" },
  { filename: "a\u0001b\tc\u007f.pdf", saved: "abc_pages.zip", what: "control characters go" },
  { filename: null, saved: "document_pages.zip", what: "no name at all" },
  { filename: "../", saved: "document_pages.zip", what: "nothing but a path" },
])("the archive is named after the document: $what", async ({ filename, saved }) => {
  const contentType = filename === null ? "application/octet-stream" : "application/pdf";
  expect(await archiveName({ filename, contentType })).toBe(saved);
});

test.each([
  { filename: "Übersicht.pdf", saved: "Übersicht_pages.zip", what: "Latin letters with marks" },
  { filename: "отчёт.pdf", saved: "отчёт_pages.zip", what: "Cyrillic" },
  { filename: "報告書 2026.pdf", saved: "報告書 2026_pages.zip", what: "Japanese" },
  { filename: "🔑.pdf", saved: "🔑_pages.zip", what: "beyond the basic plane" },
  { filename: "Cafe\u0301.pdf", saved: "Caf\u00e9_pages.zip", what: "decomposed letters become NFC" },
])("a name outside ASCII is sent twice, as a fallback and in full: $what", async ({ filename, saved }) => {
  const reply = expectOk(await sendParts(service(), [...asArchive, { name: "file", content: plain, filename }]));
  const { type, filename: fallback, extended } = disposition(reply);
  expect([type, extended]).toEqual(["attachment", saved]);
  expect(fallback).toMatch(/^[\x20-\x7e]+_pages\.zip$/);
});

test("filename* is only sent for a name outside ASCII", async () => {
  const reply = await sendParts(service(), [...asArchive, { name: "file", content: plain, filename: "plain.pdf" }]);
  expect(reply.headers["content-disposition"]).toBe('attachment; filename="plain_pages.zip"');
});

test.each([
  { value: "UTF-8''%E5%A0%B1%E5%91%8A.pdf", saved: "報告_pages.zip", what: "UTF-8" },
  {
    value: "utf-8'de'%C3%9Cbersicht.pdf",
    saved: "Übersicht_pages.zip",
    what: "a language, and the charset in lower case",
  },
  { value: "UTF-8''..%2F..%2Fsecret.pdf", saved: "secret_pages.zip", what: "an encoded path" },
  { value: "UTF-8''a%0D%0AX-Evil%3A%201.pdf", saved: "aX-Evil: 1_pages.zip", what: "an encoded line break" },
  { value: "UTF-8''a%00b.pdf", saved: "ab_pages.zip", what: "an encoded zero byte" },
])("filename* (RFC 5987) names the document: $what", async ({ value, saved }) => {
  expect(await archiveName({ disposition: `form-data; name="file"; filename*=${value}` })).toBe(saved);
});

test("filename* wins over filename", async () => {
  const value = 'form-data; name="file"; filename="fallback.pdf"; filename*=UTF-8\'\'%C3%A9t%C3%A9.pdf';
  expect(await archiveName({ disposition: value })).toBe("été_pages.zip");
});

test("no name can add a header or break out of its own", async () => {
  const names = ['a"b.pdf', "a; filename=b.pdf", 'a\\b"; x="y.pdf', "100% sure.pdf", "a,b;c=d.pdf", "'quoted'.pdf"];
  for (const name of names) {
    const encoded = [...Buffer.from(name)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
    const value = `form-data; name="file"; filename*=UTF-8''${encoded}`;
    const part = { name: "file", content: plain, disposition: value };
    const reply = expectOk(await sendParts(service(), [...asArchive, part]));
    expect(disposition(reply).type).toBe("attachment");
    expect(savedName(reply)).toBe(`${name.replace(/^.*\\/, "").replace(/\.pdf$/, "")}_pages.zip`);
  }
});

test("a long name is cut to 255 bytes, never inside a character", async () => {
  for (const letter of ["a", "é", "報", "🔑"]) {
    const saved = String(await archiveName({ filename: `${letter.repeat(400)}.pdf` }));
    const stem = saved.replace(/_pages\.zip$/, "");
    expect(stem.replaceAll(letter, ""), "what is kept of the name").toBe("");
    expect(Buffer.byteLength(stem)).toBeLessThanOrEqual(255);
    expect(Buffer.byteLength(stem)).toBeGreaterThan(200);
  }
});
