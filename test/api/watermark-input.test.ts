import { expect, test } from "vitest";
import { addWatermark, expectStillWorking, type Fields } from "./client.ts";
import { classicPdf } from "./documents.ts";
import { encryptionOf, fixture, pdfInfo, qpdfOpens, qpdfProblems, run, withFile } from "./programs.ts";
import { expectFailure, expectOk, type Reply, warnings } from "./reply.ts";
import { commonService } from "./service.ts";
import { blank, commonest, drawn, isWhite, onlyWordOf, pagesWith, textOf, wordsOf } from "./watermarks.ts";

/* Watermarks with text and documents that are damaged, unusual or wrong. */

const service = commonService();
const page = blank(600, 400);

const watermark = (fields: Fields, file: Buffer = page): Promise<Reply> =>
  addWatermark(service(), file, { text: "Draft", position: "center", font_size: 24, ...fields });

/* Text. */

test.each([
  { script: "Latin", text: "Ångström, naïve ﬁancé, Łódź" },
  { script: "Greek", text: "Ἐν ἀρχῇ ἦν ὁ λόγος" },
  { script: "Cyrillic", text: "Совершенно секретно — Їжак" },
  { script: "Chinese", text: "草稿，请勿外传" },
  { script: "Japanese", text: "社外秘：コピー厳禁です" },
  { script: "Korean", text: "대외비 초안" },
  { script: "Arabic", text: "مسودة سرية للغاية" },
  { script: "Hebrew", text: "טיוטה לא סופית" },
  { script: "Devanagari", text: "गोपनीय प्रारूप क्षत्रिय" },
  { script: "Thai", text: "ฉบับร่าง ห้ามเผยแพร่" },
  { script: "mixed", text: "Draft 草稿 проект" },
])("$script is written, and read back in its order", async ({ text }) => {
  const reply = expectOk(await watermark({ text }));
  expect(warnings(reply)).toEqual([]);
  const marks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
  expect((await textOf(reply)).replaceAll(marks, "").normalize("NFKC")).toBe(text.normalize("NFKC"));
  expect(await qpdfProblems(reply.body)).toBe("");
});

test("emoji are drawn in colour and read back", async () => {
  const reply = expectOk(await watermark({ text: "👩‍🚀🇺🇳👍🏽", font_size: 100, opacity: 1 }));
  expect(warnings(reply)).toEqual([]);
  const colourful = commonest(await drawn(reply.body), (colour) => Math.max(...colour) - Math.min(...colour) > 60);
  expect(colourful).toBeDefined();
  expect(await textOf(reply)).toContain("👍🏽");
});

test("a character that no font has is left out, and the answer says so", async () => {
  const reply = expectOk(await watermark({ text: "A\u{10fffd}B" }));
  expect(warnings(reply)).toEqual(["missing_glyphs"]);
  expect(await textOf(reply)).toBe("AB");
  const alone = expectOk(await watermark({ text: "\u{10fffd}" }));
  expect(warnings(alone)).toEqual(["missing_glyphs"]);
  expect(commonest(await drawn(alone.body), (colour) => !isWhite(colour))).toBeUndefined();
  expect(await qpdfProblems(alone.body)).toBe("");
});

test("controls have no glyph either", async () => {
  const reply = expectOk(await watermark({ text: "A\u0000\u0007\u001b\u007fB" }));
  expect(warnings(reply)).toEqual(["missing_glyphs"]);
  expect(await textOf(reply)).toBe("AB");
});

test.each([
  { what: "joiners and marks of direction", text: "A\u200b\u2060\u200e\ufeffB" },
  { what: "directional isolates that never end", text: `\u2067\u2067\u2067AB` },
  { what: "a soft hyphen", text: "A\u00adB" },
])("$what are not drawn and are no failure", async ({ text }) => {
  const reply = expectOk(await watermark({ text }));
  expect(warnings(reply)).toEqual([]);
  const read = await textOf(reply);
  expect(read.replaceAll(/[\p{Cc}\p{Cf}]/gu, "")).toBe("AB");
});

test.each([
  { what: "ten thousand characters in a line", text: "W".repeat(10_000) },
  { what: "ten thousand lines", text: "\n".repeat(9_999) + "W" },
  { what: "ten thousand marks on a letter", text: `W${"\u0301".repeat(9_999)}` },
  { what: "ten thousand changes of direction", text: "Wא".repeat(5_000) },
  { what: "ten thousand embeddings", text: `${"\u202b".repeat(5_000)}W${"\u202c".repeat(4_999)}` },
  { what: "ten thousand different characters", text: characters(0x4e00, 10_000) },
  { what: "a joined sequence without end", text: "👩‍".repeat(5_000) },
  { what: "ten thousand half-written braces", text: "{{page".repeat(1_600) },
  { what: "a replaced half of a pair", text: "W\ud800" },
])("$what are written", async ({ text }) => {
  const reply = expectOk(await watermark({ text, font_size: 8 }));
  expect(await qpdfProblems(reply.body)).toBe("");
});

function characters(first: number, count: number): string {
  return String.fromCodePoint(...Array.from({ length: count }, (_, index) => first + index));
}

/* Pages. */

test.each([
  { what: "3 points", box: "0 0 3 3" },
  { what: "14,400 points", box: "0 0 14400 14400" },
  { what: "a strip", box: "0 0 14400 3" },
  { what: "fractions", box: "0.5 -0.25 611.976 791.529" },
  { what: "corners in another order", box: "600 400 0 0" },
])("a page of $what has its watermark in every position", async ({ box }) => {
  for (const position of ["diagonal", "center", "top-left", "bottom-right"]) {
    const file = pagesWith({ attributes: `/MediaBox [${box}]` });
    const reply = expectOk(await watermark({ position, opacity: 1, fit: position === "center" }, file));
    expect(await qpdfProblems(reply.body)).toBe("");
    expect((await pdfInfo(reply.body))?.get("Page size")).toBe((await pdfInfo(file))?.get("Page size"));
  }
});

const TREE = ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>"];
const content = (text: string, attributes = ""): string =>
  `<< ${attributes} /Length ${text.length} >>\nstream\n${text}\nendstream`;
const onePage = (attributes: string, ...objects: readonly string[]): Buffer =>
  classicPdf([...TREE, `<< /Type /Page /Parent 2 0 R ${attributes} >>`, ...objects]);

test.each([
  { what: "no resources and no contents", file: onePage("/MediaBox [0 0 300 300]") },
  {
    what: "contents but no resources",
    file: onePage("/MediaBox [0 0 300 300] /Contents 4 0 R", content("0 0 9 9 re f")),
  },
  { what: "no MediaBox", file: onePage("") },
  { what: "an empty MediaBox", file: onePage("/MediaBox [0 0 0 0]") },
  { what: "a MediaBox of names", file: onePage("/MediaBox [/A /B /C /D]") },
  { what: "a turn by 45", file: onePage("/MediaBox [0 0 300 300] /Rotate 45") },
  { what: "contents that are null", file: onePage("/MediaBox [0 0 300 300] /Contents null") },
  { what: "contents that are a number", file: onePage("/MediaBox [0 0 300 300] /Contents 7") },
  { what: "contents that are nowhere", file: onePage("/MediaBox [0 0 300 300] /Contents 99 0 R") },
  { what: "an empty list of contents", file: onePage("/MediaBox [0 0 300 300] /Contents []") },
  {
    what: "a list of contents with null, numbers and lists",
    file: onePage("/MediaBox [0 0 300 300] /Contents [null 4 0 R 7 [4 0 R] 99 0 R]", content("0 0 9 9 re f")),
  },
  {
    what: "contents that cannot be decoded",
    file: onePage(
      "/MediaBox [0 0 300 300] /Contents [4 0 R 5 0 R 6 0 R]",
      content("no deflated data", "/Filter /FlateDecode"),
      content("anything", "/Filter /NoSuchFilter"),
      content("0 0 9 9 re f"),
    ),
  },
  {
    what: "contents that are not balanced",
    file: onePage("/MediaBox [0 0 300 300] /Contents 4 0 R", content("q q 3 0 0 3 0 0 cm BT [(x) (y")),
  },
  { what: "resources that are a list", file: onePage("/MediaBox [0 0 300 300] /Resources [1 2]") },
  {
    what: "resources whose parts are of wrong kinds",
    file: onePage("/MediaBox [0 0 300 300] /Resources << /Font 1 /XObject (x) /ExtGState [] /Properties null >>"),
  },
  {
    what: "resources that lead to themselves",
    file: onePage("/MediaBox [0 0 300 300] /Resources 4 0 R", "<< /Font 4 0 R /XObject 4 0 R /ExtGState 4 0 R >>"),
  },
  { what: "annotations of nothing", file: onePage("/MediaBox [0 0 300 300] /Annots [null 99 0 R 3 0 R]") },
])("a page with $what gets it", async ({ file }) => {
  for (const layer of ["over", "under"]) {
    const reply = expectOk(await watermark({ layer, font_color: "#000", opacity: 1, rotation: 0 }, file));
    expect(await textOf(reply)).toBe("Draft");
    expect(commonest(await drawn(reply.body), ([red]) => red === 0)).toBeDefined();
  }
});

test("names that the page uses already are left to it", async () => {
  const names = Array.from({ length: 30 }, (_, index) => `/W${index} 4 0 R /Fm${index} 4 0 R /X${index} 4 0 R`).join(
    " ",
  );
  const form = content("0 0 1 rg 0 0 50 50 re f", "/Type /XObject /Subtype /Form /BBox [0 0 50 50]");
  const file = onePage(
    `/MediaBox [0 0 300 300] /Resources << /XObject << ${names} >> >> /Contents 5 0 R`,
    form,
    content("/X0 Do"),
  );
  const drawing = await drawn(expectOk(await watermark({ opacity: 1, font_color: "#F00" }, file)).body);
  expect(drawing.at(10, 290)).toEqual([0, 0, 255]);
  expect(commonest(drawing, ([red, , blue]) => red === 255 && blue === 0)).toBeDefined();
});

test("pages that share their resources and contents get theirs once each", async () => {
  const shared = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Resources 5 0 R /Contents 6 0 R >>";
  const file = classicPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>",
    shared,
    shared,
    "<< /Font << /F1 7 0 R >> >>",
    content("BT /F1 12 Tf 20 20 Td (before) Tj ET"),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ]);
  const reply = expectOk(await watermark({ text: "{{page}}", pages: "2" }, file));
  expect(await textOf(reply)).toBe("before");
  const both = expectOk(await watermark({ text: "No{{page}}" }, file));
  expect((await onlyWord(both, 1, "No")).text).toBe("No1");
  expect((await onlyWord(both, 2, "No")).text).toBe("No2");
});

async function onlyWord(reply: Reply, number: number, start: string) {
  const words = (await wordsOf(reply.body, number)).filter(({ text }) => text.startsWith(start));
  expect(words).toHaveLength(1);
  return words[0] as (typeof words)[number];
}

test.each([
  { what: "no PDF", file: Buffer.from("GIF89a"), code: "unsupported_file_type" },
  { what: "nothing", file: Buffer.alloc(0), code: "empty_file" },
  { what: "a header alone", file: Buffer.from("%PDF-1.7\nnothing else"), code: "invalid_pdf" },
  { what: "a million pages", file: fixture("million-pages.pdf"), code: "too_many_pages" },
])("$what is refused: $code", async ({ file, code }) => {
  expectFailure(await watermark({}, file), 400, code);
  await expectStillWorking(service(), page);
});

test.each(["damaged-xref.pdf", "huge-page.pdf", "drawn-on.pdf", "corner-marks.pdf"])("%s gets it", async (name) => {
  const reply = expectOk(await watermark({}, fixture(name)));
  expect(await qpdfProblems(reply.body)).toBe("");
  expect(await textOf(reply)).toContain("Draft");
});

/* Protected and signed documents. */

const USER = "open sesame";
const OWNER = "owner of all";

test.each(["aes-256", "aes-128", "rc4-128", "rc4-40"])("the protection stays: %s", async (method) => {
  const locked = fixture(`locked-${method}.pdf`);
  expectFailure(await watermark({}, locked), 400, "pdf_encrypted");
  expectFailure(await watermark({ password: "wrong" }, locked), 400, "wrong_password");
  for (const password of [USER, OWNER]) {
    const { body } = expectOk(await watermark({ password }, locked));
    expect(await encryptionOf(body, USER)).toBe(await encryptionOf(locked, USER));
    expect(await qpdfOpens(body, OWNER)).toBe(true);
    expect(await qpdfOpens(body, "")).toBe(false);
    expect(await qpdfProblems(body, USER)).toBe("");
    expect(await textOf(body, "-upw", USER)).toContain("Draft");
  }
});

test.each([
  { name: "locked-any-script.pdf", password: "пароль-密码-🔑" },
  { name: "locked-latin-1.pdf", password: "pässwörd" },
  { name: "encrypted-cleartext-metadata.pdf", password: "user" },
  { name: "encrypted-damaged-xref.pdf", password: "user" },
  { name: "encrypted-aes-256-r5.pdf", password: "user" },
  { name: "encrypted-by-mupdf.pdf", password: "owner" },
])("it stays protected: $name", async ({ name, password }) => {
  const { body } = expectOk(await watermark({ password }, fixture(name)));
  expect(await qpdfOpens(body, password)).toBe(true);
  expect(await qpdfOpens(body, "")).toBe(false);
  expect(await qpdfProblems(body, password)).toBe("");
});

test("what only an owner password restricts stays so, and the answer says so", async () => {
  const restricted = fixture("locked-owner-only.pdf");
  const reply = expectOk(await watermark({}, restricted));
  expect(warnings(reply)).toEqual(["permissions_ignored"]);
  expect(await encryptionOf(reply.body)).toBe(await encryptionOf(restricted));
  const byOwner = expectOk(await watermark({ password: OWNER }, restricted));
  expect(warnings(byOwner)).toEqual([]);
  expect(await encryptionOf(byOwner.body)).toBe(await encryptionOf(restricted));
});

test("no password opens what is encrypted for a certificate", async () => {
  expectFailure(await watermark({ password: "x" }, fixture("locked-certificate.pdf")), 400, "pdf_encrypted");
});

test("a signature does not hold any more, and the answer says so", async () => {
  const signature =
    "<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /Contents <00> /ByteRange [0 1 2 3] >>";
  const signed = classicPdf([
    "<< /Type /Catalog /Pages 2 0 R /AcroForm << /SigFlags 3 /Fields [4 0 R] >> >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Annots [4 0 R] >>",
    "<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature) /V 5 0 R /Rect [0 0 0 0] /P 3 0 R >>",
    signature,
  ]);
  const reply = expectOk(await watermark({}, signed));
  expect(warnings(reply)).toEqual(["signatures_invalidated"]);
  expect((await onlyWordOf(reply.body)).text).toBe("Draft");
  const unsigned = expectOk(await watermark({}, classicPdf([...TREE, "<< /Type /Page /Parent 2 0 R >>"])));
  expect(warnings(unsigned)).toEqual([]);
});

/** Makes a page that claims to conform to this part of PDF/A. */
function claiming(part: number, profile: string): Buffer {
  const description = `<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="${part}" pdfaid:conformance="B"/>`;
  const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${description}</rdf:RDF>`;
  const xmp = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">${rdf}</x:xmpmeta><?xpacket end="w"?>`;
  return classicPdf([
    "<< /Type /Catalog /Pages 2 0 R /Metadata 4 0 R /OutputIntents [5 0 R] >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] >>",
    content(xmp, "/Type /Metadata /Subtype /XML"),
    "<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (x) /DestOutputProfile 6 0 R >>",
    content("profile", profile),
  ]);
}

test.each([
  { part: 1, profile: "/N 3", fields: {}, codes: ["pdfa_claim_dropped"] },
  { part: 2, profile: "/N 3", fields: {}, codes: [] },
  { part: 2, profile: "/N 1", fields: { font_color: "#F00" }, codes: ["pdfa_claim_dropped"] },
  { part: 3, profile: "/N 3", fields: { font_color: "#F00" }, codes: [] },
])("a claim of PDF/A-$part with $profile and $fields gives $codes", async ({ part, profile, fields, codes }) => {
  const reply = expectOk(await watermark(fields, claiming(part, profile)));
  expect(warnings(reply)).toEqual(codes);
  const { stdout } = await withFile(reply.body, (path) => run("pdfinfo", ["-meta", path]));
  expect(stdout.toString("utf8").includes("pdfaid:part")).toBe(codes.length === 0);
});
