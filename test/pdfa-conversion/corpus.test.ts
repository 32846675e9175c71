import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Verapdf, verapdfProgram } from "../pdfa/differential/verapdf.ts";
import { IS_FULL } from "../running/sampling.ts";
import { type ConvertedDocument, convertFiles } from "./convert-files.ts";

/*
 * Real documents, made to conform to PDF/A-2b with other fonts where theirs are missing. QUIRE_TEST_CORPORA names the folder
 * with the corpora; every twelfth document is taken, in the full run every third. In the full run veraPDF itself judges what
 * would be delivered, where it is at hand.
 */

const root = process.env["QUIRE_TEST_CORPORA"];
const program = verapdfProgram(root);
const STEP = IS_FULL ? 3 : 12;
/** The least share of the documents that can be opened, and are delivered; measured on all of them, 87 %. */
const LEAST_DELIVERED = 0.82;

const files = ["pdfs", "extract/pdf", "extract-real/pdf", "extract-world/pdf"]
  .map((folder) => join(root ?? "", folder))
  .filter((folder) => root !== undefined && existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((path) => path.endsWith(".pdf"))
  .filter((_, index) => index % STEP === 0);
if (files.length === 0) {
  console.warn("Conversions of real documents are left out: QUIRE_TEST_CORPORA does not lead to documents.");
}

/**
 * Documents whose font or image programs are damaged in ways that our reader forgives, as viewers do, and veraPDF does not: two
 * programs of CFF that it cannot read, a width that it does not find in one, and an image of JPEG 2000.
 */
const FORGIVEN: ReadonlySet<string> = new Set(["bug1308536.pdf", "issue3566.pdf", "issue7598.pdf", "issue19326.pdf"]);

/** Returns the text that poppler finds; undefined for a document that it cannot open. */
function textOf(path: string): string | undefined {
  const { status, stdout } = spawnSync("pdftotext", [path, "-"], { encoding: "utf8", maxBuffer: 256 * 2 ** 20 });
  return status === 0 ? stdout : undefined;
}

describe.skipIf(files.length === 0)("real documents", () => {
  let directory: string;
  let converted: readonly ConvertedDocument[];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "quire-conversions-"));
    converted = await Array.fromAsync(convertFiles({ files, directory, target: "2b", substitutesFonts: true }));
  }, 900_000);

  afterAll(() => rm(directory, { recursive: true }));

  const delivered = () => converted.filter(({ isDelivered }) => isDelivered);

  test("most of them conform, and look the same", () => {
    const refused = converted.filter(({ isDelivered }) => !isDelivered).map(({ input }) => basename(input));
    expect(delivered().length / converted.length, refused.join("\n")).toBeGreaterThanOrEqual(LEAST_DELIVERED);
  });

  test("text is the same where the fonts are", () => {
    const differing = delivered()
      .filter(({ hasOtherFonts }) => !hasOtherFonts)
      .filter(({ input, output }) => {
        const text = textOf(input);
        return text !== undefined && textOf(output) !== text;
      });
    expect(differing.map(({ input }) => basename(input))).toEqual([]);
  });

  test.runIf(IS_FULL && program !== undefined)("veraPDF passes what is delivered", { timeout: 900_000 }, async () => {
    await using verapdf = new Verapdf(program ?? "");
    const verdicts = await verapdf.judge(delivered().map(({ output }) => ({ path: output, flavour: "2b" })));
    const failed = delivered().filter((_, index) => verdicts[index]?.isCompliant !== true);
    const names = failed.map(({ input }) => basename(input)).filter((name) => !FORGIVEN.has(name));
    expect(names).toEqual([]);
  });
});
