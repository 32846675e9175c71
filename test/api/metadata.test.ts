import { expect, test } from "vitest";
import { buildPdf } from "../../packages/pdfa/src/testing/pdf-builder.ts";
import { attachingPdf } from "../../src/engines/conformance/documents/conforming-documents.ts";
import { type Fields, type File, METADATA, upload, VALIDATE_PDFA } from "./client.ts";
import { classicPdf } from "./documents.ts";
import { differingPixels, fixture, pdfInfo, qpdfProblems, run, withFile } from "./programs.ts";
import { expectFailure, expectFault, expectOk, json, type Reply, savedName, warningCodes } from "./reply.ts";
import { commonService } from "./service.ts";

/* POST /api/v1/pdf/metadata: read by poppler and our validator, whose reader of packets is another than that of the edit. */

const service = commonService({ keepsResults: true });
const features = fixture("features.pdf");

const ask = (file: File | Uint8Array, fields: Fields = {}): Promise<Reply> =>
  upload(service(), { path: METADATA, file: "content" in file ? file : Buffer.from(file), fields });
const changed = async (file: File | Uint8Array, fields: Fields): Promise<Buffer> =>
  expectOk(await ask(file, fields)).body;

interface Answer {
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly conformance: Readonly<Record<string, unknown>>;
}
const read = async (file: Uint8Array, fields: Fields = {}): Promise<Answer> =>
  json(expectOk(await ask(file, fields))) as Answer;

/** Returns the packet of a document, by pdfinfo; empty where there is none. */
const packetOf = async (bytes: Buffer): Promise<string> =>
  (await withFile(bytes, (path) => run("pdfinfo", ["-meta", path]))).stdout.toString("utf8").trim();

const ALL = {
  title: "Ä title <&> 日本",
  author: "Ada, Grace",
  subject: "A subject",
  keywords: "one, two",
  creator: "A program",
  producer: "Another",
  creation_date: "2026-01-31T12:00:00+02:00",
  modification_date: "2026-02-01T00:00:00Z",
} as const;

test("without a change, the answer is what there is, as JSON", async () => {
  const reply = expectOk(await ask({ content: features, filename: "features.pdf" }));
  expect(json(reply)).toMatchObject({
    filename: "features.pdf",
    page_count: 2,
    metadata: {
      title: "Everything to keep",
      author: "Quire",
      subject: null,
      language: "en",
      differing: [],
      information: { Title: "Everything to keep", Author: "Quire" },
      xmp: { properties: { "dc:title": { "x-default": "Everything to keep" } } },
    },
    conformance: { pdfa: null, pdfua: null, pdfx: null },
  });
  const unchanged = expectOk(await ask(features, { output: "file" }));
  expect(unchanged.body.equals(features)).toBe(true);
});

test("each field is set in the information dictionary and in XMP; what is not sent stays", async () => {
  const result = await changed({ content: features, filename: "plan.pdf" }, ALL);
  expect(await qpdfProblems(result)).toBe("");
  const info = await pdfInfo(result);
  expect([info?.get("Title"), info?.get("Author"), info?.get("Subject"), info?.get("Keywords")]).toEqual([
    ALL.title,
    ALL.author,
    ALL.subject,
    ALL.keywords,
  ]);
  expect([info?.get("Creator"), info?.get("Producer"), info?.get("Pages")]).toEqual(["A program", "Another", "2"]);
  const dates = await withFile(result, (path) => run("pdfinfo", ["-isodates", path]));
  expect(dates.stdout.toString()).toMatch(/CreationDate: +2026-01-31T12:00:00\+02/);
  const packet = await packetOf(result);
  expect(packet).toContain("Ä title &lt;&amp;&gt; 日本");
  expect(packet).toContain("<xmp:CreateDate>2026-01-31T12:00:00+02:00</xmp:CreateDate>");
  expect(packet).toContain("<rdf:Bag><rdf:li>one</rdf:li><rdf:li>two</rdf:li></rdf:Bag>");
  const { metadata } = await read(result);
  expect(metadata).toMatchObject({ ...ALL, language: "en", differing: [] });
  expect(await differingPixels(result, features, 1)).toBe(0);

  const later = await changed(result, { title: "Another title" });
  expect((await read(later)).metadata).toMatchObject({ ...ALL, title: "Another title", differing: [] });
});

test("an empty value removes, from both places", async () => {
  const result = await changed(await changed(features, ALL), {
    author: "",
    keywords: "",
    creation_date: "",
    language: "",
  });
  const { metadata } = await read(result);
  expect(metadata).toMatchObject({
    author: null,
    keywords: null,
    creation_date: null,
    language: null,
    title: ALL.title,
  });
  const packet = await packetOf(result);
  expect(packet).not.toMatch(/dc:creator|pdf:Keywords|dc:subject|CreateDate/);
  expect([...((await pdfInfo(result))?.keys() ?? [])]).not.toContain("Author");
});

test("entries of one's own, set and removed", async () => {
  const result = await changed(features, { custom: '{"Department": "Sales", "Two words": "yes"}' });
  const listed = await withFile(result, (path) => run("pdfinfo", ["-custom", path]));
  expect(listed.stdout.toString()).toMatch(/Department: +Sales/);
  expect((await read(result)).metadata["custom"]).toEqual({ Department: "Sales", "Two words": "yes" });
  expect(await packetOf(result)).toContain("<pdfx:Department>Sales</pdfx:Department>");
  const without = await changed(result, { custom: '{"Department": null, "Two words": ""}' });
  expect((await read(without)).metadata["custom"]).toEqual({});
  expect(await packetOf(without)).not.toContain("pdfx:Department");
});

test("`output=json` with a change says what would become of the document", async () => {
  const { metadata } = await read(features, { title: "New", output: "json" });
  expect(metadata).toMatchObject({ title: "New", author: "Quire" });
  expect(savedName(await ask({ content: features, filename: "Übersicht.pdf" }, { title: "x" }))).toBe("Übersicht.pdf");
});

const LEVELS = ["1b", "2b", "3u", "4"] as const;

test.each(LEVELS)("a document stays PDF/A-%s", async (flavour) => {
  const document = flavour === "3u" ? attachingPdf(buildPdf(), { flavour }) : buildPdf({}, { flavour });
  const result = await changed(document, { ...ALL, custom: '{"Department": "Sales"}' });
  expect(await qpdfProblems(result)).toBe("");
  const report = json(expectOk(await upload(service(), { path: VALIDATE_PDFA, file: result }))) as { issues: unknown };
  expect(report.issues).toEqual([]);
  expect(report).toMatchObject({ is_compliant: true, claimed_conformance: `PDF/A-${flavour}` });
  const { metadata } = await read(result);
  expect(metadata).toMatchObject({ ...ALL, custom: { Department: "Sales" }, differing: [] });
  // PDF/A-4 has no information dictionary.
  const { Title: title } = metadata["information"] as { readonly Title?: string };
  expect(title).toBe(flavour === "4" ? undefined : ALL.title);
});

/** A photograph of one grey pixel, with a place in Exif, a comment, and an ICC profile that stays. */
const photograph = Buffer.concat([
  Buffer.from("ffd8", "hex"),
  segment(0xe1, "Exif\0\0 N 48.2 E 16.4"),
  segment(0xe2, "ICC_PROFILE\0 kept"),
  segment(0xfe, "by Ada"),
  Buffer.from("ffda0008010100003f00", "hex"),
  Buffer.from([0x00, 0xff, 0xd9]),
]);

function segment(marker: number, content: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(content.length + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), length, Buffer.from(content, "latin1")]);
}

const stream = (content: string, entries = ""): string =>
  `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;

test("`strip` removes all of it, wherever it is, and what is sent along is set", async () => {
  const talkative = classicPdf([
    "<< /Type /Catalog /Pages 2 0 R /Lang (en) /Metadata 5 0 R /PieceInfo << /App << /Private (SECRET-1) >> >> >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Thumb 6 0 R /LastModified (D:2020) /Metadata 7 0 R " +
      "/Resources << /XObject << /Metadata 4 0 R /Thumb 8 0 R >> >> /Contents 9 0 R >>",
    stream(
      photograph.toString("latin1"),
      "/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode " +
        "/Metadata 7 0 R",
    ),
    stream("<x>SECRET-2</x>", "/Type /Metadata /Subtype /XML"),
    stream("SECRET-3", "/Width 1 /Height 1"),
    stream("<x>SECRET-4</x>", "/Type /Metadata /Subtype /XML"),
    stream(
      "0 0 9 9 re f",
      "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /PieceInfo << /A << /Private (SECRET-5) >> >>",
    ),
    stream("/Metadata Do /Thumb Do"),
  ]);
  const result = await changed(talkative, { strip: "true", title: "Only this" });
  const plain = await withFile(result, (path) => run("qpdf", ["--qdf", "--object-streams=disable", path, "-"]));
  const text = plain.stdout.toString("latin1");
  expect(text).not.toMatch(/SECRET|PieceInfo|LastModified|Exif|by Ada/);
  expect(text).toContain("ICC_PROFILE");
  // Resources are called as their document likes.
  expect(text).toMatch(/\/XObject <<\s+\/Metadata \d+ 0 R\s+\/Thumb \d+ 0 R/);
  const { metadata } = await read(result);
  expect(metadata).toMatchObject({
    title: "Only this",
    author: null,
    language: "en",
    information: { Title: "Only this" },
  });

  const bare = await changed(features, { strip: "true" });
  expect(await packetOf(bare)).toBe("");
  expect((await read(bare)).metadata).toMatchObject({ title: null, information: {}, xmp: null, language: "en" });
});

test("what it costs is said: signatures, claims, a packet that is no XML", async () => {
  const signed = classicPdf([
    "<< /Type /Catalog /Pages 2 0 R /AcroForm << /SigFlags 3 /Fields [4 0 R] >> >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Annots [4 0 R] >>",
    "<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature) /V 5 0 R /Rect [0 0 0 0] /P 3 0 R >>",
    "<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /Contents <00> /ByteRange [0 1 2 3] >>",
  ]);
  const unsigned = expectOk(await ask(signed, { title: "x" }));
  expect(warningCodes(unsigned)).toEqual(["signatures_removed"]);
  const said = await withFile(unsigned.body, (path) => run("pdfsig", [path]));
  expect(said.stdout.toString()).toContain("is not signed");
  expect(warningCodes(expectOk(await ask(signed)))).toEqual([]);

  const archived = expectOk(await ask(buildPdf(), { strip: "true" }));
  expect(warningCodes(archived)).toEqual(["pdfa_claim_dropped"]);
  expect((await read(archived.body)).conformance).toEqual({ pdfa: null, pdfua: null, pdfx: null });

  const accessible = buildPdf(
    {},
    {
      xmpProperties:
        '<pdfuaid:part xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">1</pdfuaid:part>' +
        '<dc:title xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Alt><rdf:li xml:lang="x-default">T</rdf:li></rdf:Alt></dc:title>',
    },
  );
  const untitled = expectOk(await ask(accessible, { title: "" }));
  expect(warningCodes(untitled)).toEqual(["pdfua_claim_dropped"]);
  expect((await read(untitled.body)).conformance).toMatchObject({ pdfa: "PDF/A-2b", pdfua: null });

  const broken = expectOk(await ask(buildPdf({}, { xmp: "<x:xmpmeta><rdf:RDF>" }), { title: "x" }));
  expect(warningCodes(broken)).toEqual(["xmp_replaced"]);
  expect((await read(broken.body)).metadata).toMatchObject({ title: "x", xmp: { problem: null } });
});

test("where both places differ, XMP counts, and it is said", async () => {
  const document = buildPdf(
    { 10: "<< /Title (In the dictionary) /Author (Ada) >>" },
    {
      trailer: "/Info 10 0 R",
      xmpProperties:
        '<dc:title xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Alt><rdf:li xml:lang="x-default">In XMP</rdf:li></rdf:Alt></dc:title>',
    },
  );
  expect((await read(document)).metadata).toMatchObject({ title: "In XMP", author: "Ada", differing: ["title"] });
  const mended = await changed(document, { title: "One" });
  expect((await read(mended)).metadata).toMatchObject({ title: "One", differing: [] });
});

test("protection stays, with its password", async () => {
  const locked = fixture("encrypted-aes-256-r6.pdf");
  expectFailure(await ask(locked, { title: "x" }), 400, "pdf_encrypted");
  expectFailure(await ask(locked, { title: "x", password: "no" }), 400, "wrong_password");
  const result = await changed(locked, { title: "Locked", password: "user" });
  expect(await pdfInfo(result)).toBeUndefined();
  expect((await pdfInfo(result, { user: "user" }))?.get("Title")).toBe("Locked");
  expect((await read(result, { password: "owner" })).metadata).toMatchObject({ title: "Locked" });
});

test.each<readonly [field: string, value: string, loc: readonly string[], type: string]>([
  ["creation_date", "2026", ["creation_date"], "value_error"],
  ["language", "no language", ["language"], "value_error"],
  ["custom", '{"Title": "x"}', ["custom", "Title"], "value_error"],
  ["custom", '{"Trapped": "x"}', ["custom", "Trapped"], "value_error"],
  ["custom", '{"A": 1}', ["custom", "A"], "string_type"],
  ["custom", "[]", ["custom"], "model_attributes_type"],
  ["title", "x".repeat(10_001), ["title"], "string_too_long"],
])("what is wrong is named: %s", async (field, value, loc, type) => {
  const reply = await ask(features, { [field]: value });
  expect(expectFault(reply, { type }).loc).toEqual(["body", ...loc]);
});
