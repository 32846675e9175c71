import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { run } from "../api/programs.ts";
import { sharedService } from "../api/service.ts";
import { convertFile, SETTINGS } from "./convert.ts";
import { extractCorpus, pathOf } from "./corpus.ts";

/* Documents whose pages qpdf has rotated. QUIRE_TEST_CORPORA names the folder with the corpora. */

const corpus = extractCorpus(process.env.QUIRE_TEST_CORPORA, "extract");

if (corpus === undefined) {
  console.warn("Turned pages are left out: QUIRE_TEST_CORPORA does not lead to documents.");
}

/** Documents with columns, a table, a list, and code. */
const WITH_TEXT = [
  "036-d-pdfl-rustbook",
  "114-d-pdfl-generated",
  "123-d-libr-generated",
  "050-d-weas-rustbook",
  "013-d-chro-prometheus",
];
const SCANNED = ["033-d-pdfl-fastify-scan"];
const TURNS = [90, 180, 270];

describe.skipIf(corpus === undefined)("pages that are turned", () => {
  const service = sharedService(SETTINGS);
  const directory = mkdtempSync(join(tmpdir(), "quire-turned-"));
  afterAll(() => rmSync(directory, { recursive: true }));

  async function turned(id: string, degrees: number): Promise<string> {
    if (corpus === undefined) {
      throw new Error("There are no documents.");
    }
    const path = join(directory, `${id}-${degrees}.pdf`);
    const { status, stderr } = await run("qpdf", [`--rotate=+${degrees}:1-z`, pathOf(corpus, { id }), path]);
    expect(status, stderr).toBe(0);
    return path;
  }

  const markdownOf = async (id: string, degrees: number) =>
    convertFile(service(), await turned(id, degrees), { form: "markdown" });

  test.each(WITH_TEXT)("%s has the same text as upright", async (id) => {
    const upright = await markdownOf(id, 0);
    expect(upright.text.length).toBeGreaterThan(500);
    for (const degrees of TURNS) {
      expect(await markdownOf(id, degrees), `turned by ${degrees} degrees`).toEqual(upright);
    }
  });

  test.each(SCANNED)("%s is read as upright", async (id) => {
    const upright = await markdownOf(id, 0);
    expect(upright.ocrPages).not.toEqual([]);
    for (const degrees of TURNS) {
      const { text, ocrPages } = await markdownOf(id, degrees);
      expect(ocrPages).toEqual(upright.ocrPages);
      expect(wordsIn(text), `turned by ${degrees} degrees`).toEqual(wordsIn(upright.text));
    }
  });
});

const wordsIn = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
