import { deflateSync } from "node:zlib";
import { CosDocument, CosString, SecurityHandler, writeDocument } from "@quire/cos";
import { expect, test } from "vitest";
import { chosen } from "../../../../test/running/sampling.ts";
import { marked, pageOf, pdfOf, streamOf } from "../testing/documents.ts";
import { checked, darkBox, drawnByPoppler, reported } from "../testing/programs.ts";

const BOX = "/MediaBox[0 0 300 400]/Resources<<>>";
const MARKED = { left: 126, top: 190, right: 174, bottom: 210 };

const ALGORITHMS = ["RC4-40", "RC4-128", "AES-128", "AES-256"] as const;

test.each(chosen(ALGORITHMS, [0, 3]))("protection by %s is kept", (algorithm) => {
  const plain = CosDocument.open(pageOf("0.9 g 0 0 30 30 re f"));
  const firstId = Buffer.from("0123456789abcdef");
  const security = SecurityHandler.create({
    algorithm,
    userPassword: "user",
    ownerPassword: "owner",
    permissions: -1340,
    encryptMetadata: true,
    firstId,
  });
  const pieces: Uint8Array[] = [];
  const trailer = plain.trailer.copy().set("ID", [string(firstId), string(firstId)]);
  writeDocument(trailer, { write: (bytes) => void pieces.push(bytes.slice()) }, { security });
  const { pdf } = marked(Buffer.concat(pieces), { password: "user" });
  expect(checked(pdf, "user")).toContain("No syntax or stream encoding errors");
  const [before, after] = [Buffer.concat(pieces), pdf].map((bytes) =>
    reported("qpdf", ["--show-encryption", "--password=owner", "%"], bytes).text.replaceAll(/\S*file\.pdf/g, ""),
  );
  expect(after).toBe(before);
  const [identifier] = CosDocument.open(pdf, { password: "user" }).trailer.array("ID") ?? [];
  expect(identifier).toMatchObject({ bytes: new Uint8Array(firstId) });
  const decrypted = reported("qpdf", ["--password=user", "--decrypt", "%", "%out"], pdf).out;
  expect(darkBox(drawnByPoppler(decrypted)[0])).toEqual(MARKED);
  expect(() => CosDocument.open(pdf)).toThrow(/password/);
});

const string = (bytes: Uint8Array) => new CosString(bytes);

test.each([
  ["1.2", "1.4", false],
  ["1.4", "1.4", false],
  ["1.5", "1.5", true],
  ["1.7", "1.7", true],
  ["2.0", "2.0", true],
])("a document of version %s is one of %s, and has object streams: %s", (version, written, hasObjectStreams) => {
  const { pdf } = marked(pdfOf({ version, pages: [BOX], trailer: "/ID[<aa><bb>]" }));
  expect(pdf.subarray(0, 8).toString()).toBe(`%PDF-${written}`);
  expect(pdf.includes("/ObjStm")).toBe(hasObjectStreams);
  expect(pdf.toString("latin1")).toMatch(/\/ID ?\[<(AA|aa)>/);
  checked(pdf);
});

test("everything else stays", () => {
  const before = pdfOf({
    catalog:
      "/Lang(de)/MarkInfo<</Marked true>>/StructTreeRoot 110 0 R/Outlines 120 0 R/PageLabels<</Nums[0<</S/r>>]>>/AcroForm<</Fields[130 0 R]/DA(/Helv 0 Tf)>>/Names<</EmbeddedFiles<</Names[(a.txt) 140 0 R]>>>>/Metadata 150 0 R/PageLayout/TwoColumnLeft",
    trailer: "/Info 160 0 R",
    pages: [`${BOX}/StructParents 0/Annots[130 0 R]/Contents 100 0 R/Tabs/S`],
    objects: {
      100: streamOf("/P <</MCID 0>> BDC 0.9 g 0 0 30 30 re f EMC"),
      110: "<</Type/StructTreeRoot/K 111 0 R/ParentTree<</Nums[0[111 0 R]]>>>>",
      111: "<</Type/StructElem/S/P/P 110 0 R/Pg 10 0 R/K 0>>",
      120: "<</First 121 0 R/Last 121 0 R/Count 1>>",
      121: "<</Title(One)/Parent 120 0 R/Dest[10 0 R/Fit]>>",
      130: "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(value)/Rect[10 10 60 30]/P 10 0 R>>",
      140: "<</Type/Filespec/F(a.txt)/UF(a.txt)/EF<</F 141 0 R>>>>",
      141: streamOf("attached"),
      150: streamOf("<x/>", "/Type/Metadata/Subtype/XML"),
      160: "<</Title(Title)/ModDate(D:20200101)>>",
    },
  });
  const { pdf, warnings } = marked(before);
  expect(warnings).toEqual([]);
  checked(pdf);
  const document = CosDocument.open(pdf);
  expect([...document.catalog.keys()].toSorted()).toEqual([...CosDocument.open(before).catalog.keys()].toSorted());
  for (const [program, args] of [
    ["pdfinfo", ["%"]],
    ["pdfinfo", ["-struct-text", "%"]],
    ["pdfdetach", ["-list", "%"]],
    ["qpdf", ["--json=2", "--json-key=outlines", "--json-key=acroform", "--json-key=pagelabels", "%"]],
  ] as const) {
    const [old, now] = [before, pdf].map((bytes) =>
      reported(program, args, bytes)
        .text.replaceAll(/.*file\.pdf.*|File size.*/g, "")
        .replaceAll(/"?\b\d+ 0 R"?|"object": "[^"]*"|"parameters": \{[^}]*\}/g, "R"),
    );
    expect(now).toBe(old);
  }
});

test.each([
  ["a signed field", "/AcroForm<</Fields[100 0 R]/SigFlags 1>>", "<</T(s)/FT/Sig/V 101 0 R>>", true],
  ["a kid of a field of signatures", "/AcroForm<</Fields[<</FT/Sig/Kids[100 0 R]>>]>>", "<</T(s)/V 101 0 R>>", true],
  ["permissions of a signature", "/Perms<</DocMDP 101 0 R>>", "<<>>", true],
  ["the flag of signatures", "/AcroForm<</Fields[]/SigFlags 3>>", "<<>>", true],
  ["a field that is not signed", "/AcroForm<</Fields[100 0 R]/SigFlags 1>>", "<</T(s)/FT/Sig>>", false],
  ["a text field", "/AcroForm<</Fields[100 0 R]>>", "<</T(s)/FT/Tx/V(x)>>", false],
  ["fields in a circle", "/AcroForm<</Fields[100 0 R]>>", "<</T(s)/FT/Sig/Kids[100 0 R 100 0 R]>>", false],
  ["fields that are none", "/AcroForm<</Fields[1 null(x)[]]>>", "<<>>", false],
])("%s", (_, catalog, field, isReported) => {
  const signature = "<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 1 2 3]/Contents<00ff>>>";
  const { pdf, warnings } = marked(pdfOf({ catalog, pages: [BOX], objects: { 100: field, 101: signature } }));
  expect(warnings).toEqual(isReported ? ["signatures_invalidated"] : []);
  expect(pdf.includes("/ByteRange")).toBe(catalog.includes("101") || field.includes("101"));
});

const claim = (part: number) =>
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:dc="http://purl.org/dc/elements/1.1/" pdfaid:part="${part}" pdfaid:conformance="B"><dc:format>application/pdf</dc:format></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
const claiming = (part: number, components: number | undefined) =>
  pdfOf({
    catalog: `/Metadata 100 0 R${components === undefined ? "" : "/OutputIntents[<</S/GTS_PDFA1/DestOutputProfile 101 0 R>>]"}`,
    pages: [BOX],
    objects: {
      100: streamOf(claim(part), "/Type/Metadata/Subtype/XML"),
      101: streamOf(deflateSync(Buffer.from("profile")).toString("latin1"), `/Filter/FlateDecode/N ${components ?? 3}`),
    },
  });
const GRAY = [128, 128, 128] as const;
const RED = [255, 0, 0] as const;

test.each([
  [2, 3, RED, "MARK", true],
  [3, 3, GRAY, "MARK", true],
  [4, 4, GRAY, "MARK", true],
  [2, 1, GRAY, "MARK", true],
  [2, 4, RED, "MARK", false],
  [2, 4, GRAY, "MA*K", false],
  [2, 3, GRAY, "MA*K", true],
  [2, undefined, GRAY, "MARK", false],
  [1, 3, GRAY, "MARK", false],
  [1, 3, GRAY, "?", true],
] as const)(
  "PDF/A-%s with a profile of %s components, %s, %s: the claim stays: %s",
  (part, components, colour, text, stays) => {
    const { pdf, warnings } = marked(claiming(part, components), { colour, text });
    expect(warnings.filter((warning) => warning !== "missing_glyphs")).toEqual(stays ? [] : ["pdfa_claim_dropped"]);
    const xmp = reported("pdfinfo", ["-meta", "%"], pdf).text;
    expect(xmp.includes("pdfaid:part=")).toBe(stays);
    expect(xmp).toContain("<dc:format>application/pdf</dc:format>");
    checked(pdf);
  },
);
