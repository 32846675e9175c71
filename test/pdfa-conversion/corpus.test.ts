import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createInProcessPool } from "../../src/engines/conformance/in-process-pool.ts";
import { createConverter } from "../../src/engines/conversion/converter.ts";
import { conversionMethods } from "../../src/engines/conversion/worker/methods.ts";
import { createPdfaValidator } from "../../src/engines/pdfa/validator.ts";
import { pdfaMethods } from "../../src/engines/pdfa/worker/methods.ts";
import { createPageComparer } from "../../src/engines/pdfium/page-comparer.ts";
import { loadPdfium } from "../../src/engines/pdfium/worker/binding/load.ts";
import { createPdfiumMethods } from "../../src/engines/pdfium/worker/methods.ts";
import { Failure } from "../../src/kernel/failure.ts";
import { TimeBudget } from "../../src/kernel/timing/work.ts";

/*
 * Real documents, made to conform to PDF/A-2b with other fonts where theirs are missing. QUIRE_TEST_CORPORA names the folder
 * with the corpora; every twelfth document is taken. In the full run veraPDF itself judges what would be delivered, where it
 * is at hand (../shared/score/verapdf/judge).
 */

const root = process.env["QUIRE_TEST_CORPORA"];
const JUDGE = join(import.meta.dirname, "../../../shared/score/verapdf/judge");
const isJudged = process.env["QUIRE_TEST_FULL"] === "1" && existsSync(JUDGE);
const STEP = 12;
const MAX_PAGES = 20;
/** The least share of the documents that can be opened, and are delivered; measured on all of them, 86 %. */
const LEAST_DELIVERED = 0.8;

const files = ["pdfs", "extract/pdf"]
  .map((folder) => join(root ?? "", folder))
  .filter((folder) => root !== undefined && existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((path) => path.endsWith(".pdf"))
  .filter((_, index) => index % STEP === 0);
if (files.length === 0) {
  console.warn("Conversions of real documents are left out: QUIRE_TEST_CORPORA does not lead to documents.");
}

/** The largest share of documents that our validator passes and veraPDF does not: those with damaged fonts. */
const MOST_FAILED = 0.07;

interface Converted {
  readonly input: string;
  readonly output: string;
  readonly hasOtherFonts: boolean;
  readonly isCompliant: boolean;
  readonly largestShare: number;
}

const textOf = (path: string): string =>
  execFileSync("pdftotext", [path, "-"], { stdio: ["ignore", "pipe", "ignore"] }).toString();

describe.skipIf(files.length === 0)("real documents", () => {
  let directory: string;
  const converted: Converted[] = [];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "quire-conversions-"));
    const pool = createInProcessPool({
      ...conversionMethods,
      ...pdfaMethods,
      ...createPdfiumMethods(await loadPdfium({})),
    });
    const [converter, validator, comparer] = [
      createConverter(pool),
      createPdfaValidator(pool),
      createPageComparer(pool),
    ];
    for (const [index, input] of files.entries()) {
      const work = { signal: new AbortController().signal, engineTime: new TimeBudget(60_000) };
      const output = join(directory, `${index}-${basename(input)}`);
      const job = { input, output, target: "2b", attachments: "drop", substitutesFonts: true, maxBytes: 1e9 } as const;
      // What cannot be opened is refused; any other error is one of ours.
      const result = await converter.convert({ ...job, ...work }).catch((error: unknown) => {
        if (!(error instanceof Failure)) {
          throw error;
        }
      });
      if (result === undefined) {
        continue;
      }
      const { isCompliant } = await validator.validate({ input: output, flavour: "2b", ...work });
      const pages = Array.from({ length: Math.min(MAX_PAGES, result.pages) }, (_, page) => page + 1);
      const looks = { input, other: output, pages, dpi: 100, tolerance: 16, maxPixels: 16e6, ...work };
      const shares = await Array.fromAsync(comparer.compare(looks), ({ differingShare }) => differingShare);
      const hasOtherFonts = result.changes.some(({ code }) => code === "fonts_substituted");
      converted.push({ input, output, hasOtherFonts, isCompliant, largestShare: Math.max(...shares) });
    }
  }, 900_000);

  afterAll(() => rm(directory, { recursive: true }));

  const delivered = (): readonly Converted[] =>
    converted.filter(({ isCompliant, largestShare }) => isCompliant && largestShare <= 0.02);

  test("most of them conform, and look the same", () => {
    const refused = converted.filter((one) => !delivered().includes(one)).map(({ input }) => basename(input));
    expect(delivered().length / converted.length, refused.join("\n")).toBeGreaterThanOrEqual(LEAST_DELIVERED);
  });

  test("text is the same where the fonts are", () => {
    const differing = delivered()
      .filter(({ hasOtherFonts }) => !hasOtherFonts)
      .filter(({ input, output }) => textOf(input) !== textOf(output));
    expect(differing.map(({ input }) => basename(input))).toEqual([]);
  });

  test.runIf(isJudged)("veraPDF passes what is delivered", { timeout: 900_000 }, () => {
    const lines = delivered().map(({ output }) => `${output}\t2b\n`);
    const answers = execFileSync(JUDGE, { input: lines.join(""), stdio: ["pipe", "pipe", "ignore"] })
      .toString()
      .split("\n")
      .filter((line) => line !== "");
    const failed = answers.filter((line) => line.split("\t")[2] !== "true");
    expect(failed.length / lines.length, failed.join("\n")).toBeLessThanOrEqual(MOST_FAILED);
  });
});
