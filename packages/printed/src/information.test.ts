import { assert, asyncProperty, constantFrom, oneof, record, string } from "fast-check";
import { getDocument, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import { expect, test } from "vitest";
import { IS_FULL } from "../../../test/running/sampling.ts";
import type { PrintedInformation } from "./index.ts";
import { finished } from "./testing/finished.ts";
import { fixture } from "./testing/printing.ts";
import { outputOf } from "./testing/programs.ts";

/** A printed document with a title. */
const invoice = fixture("invoice");
const TITLE = "Invoice 2026-17 – Müller & Söhne";

const pdfinfo = (information: PrintedInformation, pdf = invoice): string =>
  outputOf("pdfinfo", ["-enc", "UTF-8", "%"], finished(pdf, { information }));

const xmp = (information: PrintedInformation, pdf = invoice): string =>
  outputOf("pdfinfo", ["-meta", "%"], finished(pdf, { information }));

test("the title is that of the document", () => {
  expect(pdfinfo({})).toContain(`Title:           ${TITLE}\n`);
  expect(xmp({})).toContain('<rdf:li xml:lang="x-default">Invoice 2026-17 – Müller &amp; Söhne</rdf:li>');
});

test("entries that are given count more than those of the document", () => {
  const given = { title: "Rechnung 中", author: "A < B", subject: "One\r\ntwo", keywords: "x, y" };
  const info = pdfinfo(given);
  expect(info).toMatch(/^Title: +Rechnung 中$/m);
  expect(info).toMatch(/^Author: +A < B$/m);
  expect(info).toMatch(/^Subject: +One\ntwo$/m);
  expect(info).toMatch(/^Keywords: +x, y$/m);
  const packet = xmp(given);
  expect(packet).toContain("<dc:creator><rdf:Seq><rdf:li>A &lt; B</rdf:li></rdf:Seq></dc:creator>");
  expect(packet).toContain("One\ntwo</rdf:li>");
  expect(packet).toContain("<pdf:Keywords>x, y</pdf:Keywords>");
});

test.each(["", " \u0007\n"])("a text that is empty leaves the entry out: %j", (title) => {
  expect(pdfinfo({ title })).not.toMatch(/^Title/m);
  expect(xmp({ title })).not.toContain("dc:title");
});

test("the title of a document without one is its first heading, unless it is to have none", () => {
  expect(pdfinfo({}, fixture("structure"))).toMatch(/^Title: +Aa$/m);
  expect(pdfinfo({}, fixture("structure"))).not.toMatch(/^(Author|Subject|Keywords)/m);
  expect(xmp({ title: "" }, fixture("structure"))).not.toMatch(/dc:(title|creator|description)|Keywords/);
});

test("the document says what it was made with, but not when", () => {
  const info = pdfinfo({});
  expect(info).toMatch(/^Creator: +Quire 1$/m);
  expect(info).toMatch(/^Producer: +Skia\/PDF m\d+$/m);
  expect(info).not.toMatch(/Date/);
});

test("metadata is found without reading PDF", () => {
  const bytes = finished(invoice).toString("utf8");
  expect(bytes).toContain('<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>');
  expect(bytes).toContain("<pdf:Producer>Skia/PDF m");
});

test("a text that is very long is cut", () => {
  const info = pdfinfo({ subject: "😀".repeat(20_000), author: `a${"😀".repeat(20_000)}` });
  expect(/^Subject: +(.*)$/m.exec(info)?.[1]).toBe("😀".repeat(8000));
  expect(/^Author: +(.*)$/m.exec(info)?.[1]).toBe(`a${"😀".repeat(7999)}`);
});

test("the information dictionary and XMP say the same, whatever the text", async () => {
  // The characters include halves of surrogate pairs.
  const odd = constantFrom(..."<>&'\"]\u0000\u001b\r\n\t\ud800\udc00\ufffe\u0085\u00fe\u00ff\u{1fffe}é€中".split(""));
  const text = string({ unit: oneof(odd, string({ unit: "binary", minLength: 1, maxLength: 1 })) });
  const given = record({ title: text, author: text, subject: text, keywords: text });
  const runs = asyncProperty(given, async (information) => {
    const { info, metadata } = await readByPdfjs(finished(invoice, { information }));
    for (const [key, name] of PROPERTIES) {
      expect([metadata(name)].flat()[0] ?? undefined, name).toBe(info[key]);
    }
    expect(plainLetters(info["Title"])).toBe(plainLetters(information.title));
    expect(plainLetters(info["Subject"])).toBe(plainLetters(information.subject));
  });
  await assert(runs, { numRuns: IS_FULL ? 25 : 8 });
});

const plainLetters = (text: unknown): string => (typeof text === "string" ? text.replaceAll(/[^a-z<&é€中]/g, "") : "");

const PROPERTIES = [
  ["Title", "dc:title"],
  ["Author", "dc:creator"],
  ["Subject", "dc:description"],
  ["Keywords", "pdf:keywords"],
  ["Creator", "xmp:creatortool"],
  ["Producer", "pdf:producer"],
] as const;

async function readByPdfjs(pdf: Buffer) {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: VerbosityLevel.ERRORS });
  const document = await loading.promise;
  const { info, metadata } = await document.getMetadata();
  await loading.destroy();
  return {
    info: info as Readonly<Record<string, unknown>>,
    metadata: (property: string): unknown => metadata.get(property),
  };
}
