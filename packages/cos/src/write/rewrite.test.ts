import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { chosen } from "../../../../test/running/sampling.ts";
import { CosDocument } from "../file/document.ts";
import { CLEAN, documentOf, qpdfCheck, run, textOf, written } from "./testing/documents.ts";

const directory = mkdtempSync(path.join(tmpdir(), "cos-rewrite-"));
afterAll(() => rmSync(directory, { recursive: true }));

/** Makes a document with MuPDF: a font, an image with a soft mask, and drawings. */
function madeByMupdf(): string {
  const page = path.join(directory, "page.txt");
  const image = path.join(directory, "image.pam");
  const file = path.join(directory, "made.pdf");
  const pixels = Buffer.from(Array.from({ length: 16 * 16 * 4 }, (_, index) => (index * 37) % 256));
  const header = "P7\nWIDTH 16\nHEIGHT 16\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n";
  writeFileSync(image, Buffer.concat([Buffer.from(header), pixels]));
  const resources = `%%MediaBox 0 0 200 200\n%%Font F Times-Roman\n%%Image I ${image}\n`;
  const drawing = "1 0 0 RG 4 w 10 10 m 190 190 l S\nq 100 0 0 100 50 20 cm /I Do Q\n";
  writeFileSync(page, `${resources}${drawing}BT /F 24 Tf 20 150 Td (Text by MuPDF) Tj ET\n`);
  execFileSync("mutool", ["create", "-o", file, page, page]);
  return file;
}

const made = madeByMupdf();
/** Rewrites that document with qpdf and some options. */
function madeByQpdf(...options: string[]): Uint8Array {
  const file = path.join(directory, "qpdf.pdf");
  execFileSync("qpdf", [...options, made, file]);
  return readFileSync(file);
}

const views = (bytes: Uint8Array): string[] => [
  run("pdftotext", bytes, "FILE", "-"),
  run("pdftoppm", bytes, "-r", "72", "FILE"),
  run("mutool", bytes, "draw", "-q", "-r", "72", "-F", "ppm", "FILE"),
];

describe.each<[string, () => Uint8Array]>([
  ["MuPDF", () => readFileSync(made)],
  ["qpdf, with object streams", () => madeByQpdf("--object-streams=generate")],
  ["qpdf, linearized", () => madeByQpdf("--linearize")],
  ["qpdf, uncompressed", () => madeByQpdf("--stream-data=uncompress", "--object-streams=disable")],
  ["qpdf, encrypted", () => madeByQpdf("--encrypt", "", "owner", "256", "--")],
])("a document by %s", (_, make) => {
  let bytes: Uint8Array | undefined;
  let expected: readonly string[] | undefined;

  test.each(chosen([true, false], [0]))("looks the same when it is rewritten (object streams: %s)", (objectStreams) => {
    bytes ??= make();
    const document = CosDocument.open(bytes);
    const { bytes: rewritten, summary } = written(document.trailer, { objectStreams });
    const found = qpdfCheck(rewritten);
    expect(found).toContain(CLEAN);
    expect(found).toContain("File is not encrypted");
    expect(views(rewritten)).toEqual((expected ??= views(bytes)));
    expect(textOf(rewritten)).toContain(`%PDF-${summary.version}`);
    expect(summary.dropped.missing).toBe(0);
  });
});

const again = (bytes: Uint8Array) => written(CosDocument.open(bytes, { mode: "strict" }).trailer).bytes;

test("a document that is rewritten twice is the same", () => {
  const once = again(readFileSync(made));
  const twice = again(once);
  expect(textOf(again(twice))).toBe(textOf(twice));
});

test("an encrypted document gets the same protection again", () => {
  const document = CosDocument.open(madeByQpdf("--encrypt", "user", "owner", "128", "--use-aes=y", "--"), {
    password: "user",
  });
  const { bytes } = written(document.trailer, { security: document.security });
  for (const password of ["user", "owner"]) {
    expect(qpdfCheck(bytes, password)).toContain(CLEAN);
    expect(run("pdftotext", bytes, "-opw", "owner", "FILE", "-")).toContain("Text by MuPDF");
  }
});

test("memory grows with the input and its objects, not with what is written", () => {
  const script = path.join(import.meta.dirname, "testing/rewrite-in-memory.ts");
  const measured: unknown = JSON.parse(execFileSync(process.execPath, [script, "100"], { encoding: "utf8" }));
  expect(measured).toMatchObject({ objects: expect.toSatisfy((objects: number) => objects > 10_000) });
  expect(measured).toMatchObject({ bytes: expect.toSatisfy((bytes: number) => bytes > 100 * 2 ** 20) });
  expect(measured).toMatchObject({ peakMb: expect.toSatisfy((mb: number) => mb < 500) });
});

test("many documents of the same objects are one of them in size", () => {
  const one = written(documentOf(50));
  const roots = Array.from({ length: 10 }, () => CosDocument.open(one.bytes).catalog.raw("Pages") ?? null);
  const together = written(documentOf(1, { Roots: roots }));
  expect(together.summary.unifiedStreams).toBe(450);
  expect(qpdfCheck(together.bytes)).toContain(CLEAN);
});
