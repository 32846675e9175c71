import { expect, test } from "vitest";
import { buildPdf } from "../../packages/pdfa/src/testing/pdf-builder.ts";
import { type Fields, type File, PDF_INFO, upload } from "./client.ts";
import { classicPdf, endlessPage } from "./documents.ts";
import { fixture, pdfInfo, run, withFile } from "./programs.ts";
import { expectFailure, expectFault, expectOk, json, type Reply, warningCodes } from "./reply.ts";
import { commonService } from "./service.ts";

/*
 * POST /api/v1/pdf/info: what is said about documents is what poppler and qpdf say. test/inspection does the same for the
 * corpus.
 */

const service = commonService({ keepsResults: true });

interface Listed {
  readonly total: number;
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

type Answer = Readonly<Record<string, unknown>> & {
  readonly pages: Listed;
  readonly fonts: Listed;
  readonly images: Listed;
};

const ask = (file: File | Uint8Array, fields: Fields = {}): Promise<Reply> =>
  upload(service(), { path: PDF_INFO, file: "content" in file ? file : Buffer.from(file), fields });
const answerTo = async (file: File | Uint8Array, fields: Fields = {}): Promise<Answer> =>
  json(expectOk(await ask(file, fields))) as Answer;

const stream = (content: string, entries = ""): string =>
  `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;

/**
 * Two pages: A4, turned, with an image that a form draws twice, the larger time on 144 x 72 points; and one of 2 units
 * with boxes of its own. A layer, an attachment, scripts, a signature, an empty signature field, a choice.
 */
const rich = classicPdf([
  "<< /Type /Catalog /Pages 2 0 R /Lang (de-AT) /MarkInfo << /Marked true >> /Version /1.6 /OpenAction 12 0 R " +
    "/OCProperties << /OCGs [13 0 R 14 0 R] /D << /OFF [14 0 R] /Locked [13 0 R] >> >> " +
    "/Names << /EmbeddedFiles << /Names [(a) 15 0 R] >> /JavaScript << /Names [(s) 12 0 R] >> >> " +
    "/AcroForm << /SigFlags 3 /Fields [17 0 R 18 0 R 19 0 R] >> /Outlines 21 0 R " +
    "/PageLabels << /Nums [0 << /S /r /St 4 >> 1 << /P (A-) /S /D >>] >> >>",
  "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>",
  "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Rotate 90 /Contents 5 0 R /Annots [17 0 R] " +
    "/Resources << /XObject << /F 6 0 R >> /Font << /A 8 0 R /B 9 0 R >> >> >>",
  "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] /CropBox [10 10 390 490] /TrimBox [20 20 380 480] " +
    "/BleedBox [15 15 900 485] /UserUnit 2 /Contents 10 0 R /Resources << /Font << /A 8 0 R >> >> >>",
  stream("BT /A 9 Tf (x) Tj ET q 0.5 0 0 0.5 0 0 cm /F Do Q /F Do"),
  stream(
    "q 144 0 0 72 0 0 cm /I Do Q",
    "/Type /XObject /Subtype /Form /BBox [0 0 200 200] /Resources << /XObject << /I 7 0 R >> >>",
  ),
  stream(
    "\xff\x00\x00".repeat(4 * 4),
    "/Type /XObject /Subtype /Image /Width 4 /Height 4 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Mask [0 0 0 0 0 0]",
  ),
  "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  "<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+Made /FontDescriptor 11 0 R /Encoding << /Differences [1 /a] >> >>",
  stream("BT /A 9 Tf (x) Tj ET q 100 0 0 50 0 0 cm BI /W 2 /H 1 /BPC 1 /IM true ID \0 EI Q"),
  "<< /Type /FontDescriptor /FontName /ABCDEF+Made /Flags 4 /FontFile2 16 0 R >>",
  "<< /S /JavaScript /JS (app.alert\\(1\\)) >>",
  "<< /Type /OCG /Name (Plan) >>",
  "<< /Type /OCG /Name (Notes) /Usage << /Print << /PrintState /OFF >> >> >>",
  "<< /Type /Filespec /F (a.txt) /UF (\xfe\xff\0\xe4\0.\0t\0x\0t) /Desc (A text) /AFRelationship /Data /EF << /F 20 0 R >> >>",
  stream("no font"),
  "<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signed) /Rect [0 0 0 0] /V 22 0 R >>",
  "<< /FT /Sig /T (Waiting) >>",
  "<< /FT /Ch /T (Choice) /AA << /K 23 0 R >> >>",
  stream(
    "hello",
    "/Type /EmbeddedFile /Subtype /text#2Fplain /Params << /Size 5 /ModDate (D:20200102030405+01'00') >>",
  ),
  "<< /Type /Outlines /First 24 0 R /Last 24 0 R /Count 1 >>",
  "<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /Contents <00> /ByteRange [0 1 2 3] " +
    "/Name (Ada) /M (D:20210203040506Z) /Reason (Because) /Location (Here) >>",
  "<< /S /JavaScript /JS (1) >>",
  "<< /Title (One) /Parent 21 0 R >>",
]);

test("everything that a document has", async () => {
  const answer = await answerTo({ content: rich, filename: "rich.pdf" });
  expect(answer).toMatchObject({
    filename: "rich.pdf",
    size_bytes: rich.length,
    pdf_version: "1.6",
    page_count: 2,
    is_linearized: false,
    is_tagged: true,
    is_repaired: false,
    metadata: { language: "de-AT", title: null, xmp: null },
    encryption: null,
    page_sizes: {
      total: 2,
      items: [
        { name: "A4", orientation: "landscape", width_pt: 842, height_pt: 595, pages: 1 },
        { name: null, orientation: "portrait", width_pt: 760, height_pt: 960, pages: 1 },
      ],
    },
    pages: {
      total: 2,
      items: [
        { page: 1, label: "iv", size: "A4", width_pt: 842, height_pt: 595, rotation: 90, user_unit: 1 },
        {
          page: 2,
          label: "A-1",
          rotation: 0,
          user_unit: 2,
          media_box: [0, 0, 400, 500],
          crop_box: [10, 10, 390, 490],
          trim_box: [20, 20, 380, 480],
          bleed_box: [15, 15, 400, 485],
          art_box: [10, 10, 390, 490],
        },
      ],
    },
    outline: { entries: 1 },
    form: { fields: 3, by_type: { text: 0, button: 0, choice: 1, signature: 2, unknown: 0 }, xfa: "none" },
    javascript: { total: 2, of_document: 1 },
    signatures: {
      total: 2,
      items: [
        {
          field: "Signed",
          page: 1,
          is_signed: true,
          kind: "signature",
          signer_name: "Ada",
          certificate_name: null,
          time: "2021-02-03T04:05:06Z",
          reason: "Because",
          location: "Here",
          covers_whole_file: false,
          is_verified: false,
        },
        { field: "Waiting", is_signed: false, kind: "empty", signer_name: null, time: null },
      ],
    },
    attachments: {
      total: 1,
      items: [
        {
          name: "ä.txt",
          size_bytes: 5,
          media_type: "text/plain",
          description: "A text",
          relationship: "Data",
          created_at: null,
          modified_at: "2020-01-02T03:04:05+01:00",
          page: null,
        },
      ],
    },
    layers: {
      total: 2,
      items: [
        { name: "Plan", is_visible: true, is_printed: null, is_locked: true },
        { name: "Notes", is_visible: false, is_printed: false, is_locked: false },
      ],
    },
  });
});

test("fonts and images, with the pages that show them, and the resolution where an image is largest", async () => {
  const { fonts, images } = await answerTo(rich);
  expect(fonts.items).toEqual([
    expect.objectContaining({ name: "Helvetica", type: "Type 1", encoding: "WinAnsiEncoding", pages: [1, 2] }),
    {
      name: "Made",
      base_font: "ABCDEF+Made",
      type: "TrueType",
      encoding: "custom",
      is_embedded: true,
      is_subset: true,
      has_to_unicode: false,
      // Nothing on the page selects it.
      pages: [],
      page_count: 0,
      object: 9,
    },
  ]);
  expect(images.items).toEqual([
    {
      width_px: 4,
      height_px: 4,
      kind: "image",
      color_space: "DeviceRGB",
      components: 3,
      bits_per_component: 8,
      filters: [],
      mask: "color_key",
      x_ppi: 2,
      y_ppi: 4,
      placements: 2,
      size_bytes: 48,
      pages: [1],
      page_count: 1,
      object: 7,
    },
    // A unit of the second page is two points.
    expect.objectContaining({ kind: "stencil", width_px: 2, x_ppi: 0.7, y_ppi: 0.7, pages: [2], object: null }),
  ]);
});

test("what poppler says of the same document", async () => {
  const { pages, fonts } = await answerTo(rich);
  const said = await withFile(rich, (path) => run("pdfinfo", ["-box", "-f", "1", "-l", "2", path]));
  const text = said.stdout.toString("utf8");
  for (const page of pages.items) {
    for (const [name, key] of [
      ["MediaBox", "media_box"],
      ["CropBox", "crop_box"],
      ["TrimBox", "trim_box"],
      ["BleedBox", "bleed_box"],
    ]) {
      const numbers = new RegExp(`^Page +${String(page["page"])} ${name}: +(.*)$`, "m")
        .exec(text)?.[1]
        ?.split(/ +/)
        .map(Number);
      expect(numbers, `${String(page["page"])} ${name}`).toEqual(page[String(key)]);
    }
  }
  const listed = await withFile(rich, (path) => run("pdffonts", [path]));
  const rows = listed.stdout.toString("utf8").trim().split("\n").slice(2);
  expect(rows).toHaveLength(fonts.total);
  for (const { base_font: name } of fonts.items) {
    expect(rows.some((row) => row.startsWith(String(name)))).toBe(true);
  }
});

test.each([
  ["encrypted-rc4-40.pdf", "user", { method: "RC4", key_bits: 40, revision: 2 }],
  ["encrypted-rc4-128.pdf", "user", { method: "RC4", key_bits: 128, revision: 3 }],
  ["encrypted-aes-128.pdf", "owner", { method: "AES", key_bits: 128, revision: 4 }],
  ["encrypted-aes-256-r5.pdf", "user", { method: "AES", key_bits: 256, revision: 5 }],
  ["encrypted-by-mupdf.pdf", "owner", { method: "AES", key_bits: 256, revision: 6 }],
])("protection of %s, opened as %s", async (name, password, expected) => {
  const { encryption } = await answerTo(fixture(name), { password });
  expect(encryption).toMatchObject({ ...expected, user_password_required: true, opened_as: password });
});

test("permissions are those that qpdf names, and cleartext metadata are told", async () => {
  const restricted = fixture("locked-owner-only.pdf");
  const reply = expectOk(await ask(restricted));
  expect(warningCodes(reply)).toContain("permissions_ignored");
  const { encryption } = json(reply) as { encryption: { permissions: Record<string, boolean> } };
  expect(encryption).toMatchObject({ user_password_required: false, opened_as: "user", encrypts_metadata: true });
  const said = await withFile(restricted, (path) => run("qpdf", ["--json", "--json-key=encrypt", path]));
  const { encrypt } = JSON.parse(said.stdout.toString("utf8")) as {
    encrypt: { capabilities: Record<string, boolean> };
  };
  const { capabilities } = encrypt;
  expect(encryption.permissions).toEqual({
    print: capabilities["printhigh"],
    print_low: capabilities["printlow"],
    copy: capabilities["extract"],
    modify: capabilities["modifyother"],
    annotate: capabilities["modifyannotations"],
    fill_forms: capabilities["modifyforms"],
    assemble: capabilities["modifyassembly"],
    accessibility: capabilities["accessibility"],
  });
  const clear = await answerTo(fixture("encrypted-cleartext-metadata.pdf"), { password: "user" });
  expect(clear["encryption"]).toMatchObject({ encrypts_metadata: false });
});

test("claims of conformance, and a linearized file", async () => {
  const claiming = await answerTo(buildPdf({}, { flavour: "3b" }));
  expect(claiming["conformance"]).toEqual({ pdfa: "PDF/A-3b", pdfua: null, pdfx: null });
  const linearized = await withFile(fixture("features.pdf"), (path) => run("qpdf", ["--linearize", path, "-"]));
  expect(await answerTo(linearized.stdout)).toMatchObject({ is_linearized: true });
  expect((await pdfInfo(linearized.stdout))?.get("Optimized")).toBe("yes");
});

test("`pages` selects what is described; the rest is about the whole document", async () => {
  const answer = await answerTo(rich, { pages: "2" });
  expect(answer.pages).toMatchObject({ total: 1, items: [{ page: 2, label: "A-1" }] });
  expect(answer).toMatchObject({ page_count: 2, fonts: { total: 1 }, images: { total: 1 }, signatures: { total: 2 } });
  const clipped = expectOk(await ask(rich, { pages: "2-9" }));
  expect(warningCodes(clipped)).toContain("pages_clipped");
  expectFailure(await ask(rich, { pages: "3" }), 400, "page_out_of_range");
  expectFailure(await ask(fixture("corner-marks.pdf").subarray(), { pages: "9" }), 400, "page_out_of_range");
  expectFault(await ask(rich, { pages: "1 2" }), { type: "value_error", loc: ["body", "pages"] });
});

test("a damaged file is described as far as it goes, and says so", async () => {
  const reply = expectOk(await ask(fixture("damaged-xref.pdf")));
  expect(json(reply)).toMatchObject({ is_repaired: true, page_count: 2 });
  expect(warningCodes(reply)).toContain("repaired");
});

test("a signature that a page shows and no form lists", async () => {
  const answer = await answerTo(
    classicPdf([
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Annots [4 0 R 4 0 R] >>",
      "<< /Type /Annot /Subtype /Widget /FT /Sig /T (Alone) /Rect [0 0 0 0] /V << /Type /DocTimeStamp >> >>",
    ]),
  );
  expect(answer["signatures"]).toMatchObject({ total: 1, items: [{ field: "Alone", kind: "timestamp", page: 1 }] });
});

test("forms that draw each other without end are told once, in bounded time", async () => {
  const answer = await answerTo(endlessPage());
  expect(answer).toMatchObject({ page_count: 1, images: { total: 0 } });
});

test("a document that needs a password, and a wrong one", async () => {
  expectFailure(await ask(fixture("locked-aes-256.pdf")), 400, "pdf_encrypted");
  expectFailure(await ask(fixture("locked-aes-256.pdf"), { password: "no" }), 400, "wrong_password");
});
