import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type File, OCR_ADVANCED, upload } from "../api/client.ts";
import { expectFailure, expectOk } from "../api/reply.ts";
import { type OwnService, startService } from "../api/running-service.ts";
import { recognitionIn, type Word } from "../api/scans.ts";
import { IS_FULL } from "../running/sampling.ts";
import { drawnWithoutText, PAGES_WITHOUT_TEXT, type PageWithoutText } from "./pages-without-text.ts";

/*
 * Pages on which there is nothing to read: blank ones as scanners make them, textures, photographs, line art, music and
 * maps. QUIRE_TEST_FULL=1 takes all sixty, else a blank page, a texture and a photograph are read.
 */

const SAMPLE = ["blank 2", "texture 0", "photograph 0"];
const pages = PAGES_WITHOUT_TEXT.filter(({ kind, number }) => IS_FULL || SAMPLE.includes(`${kind} ${number}`));

/** The words of a page that may be reported as more likely right than wrong. */
const MOST_WORDS = 3;
const LIKELY = 0.5;
/** The words of those pages that may be reported at all. */
const MOST_OF_ALL = IS_FULL ? 240 : 12;

/**
 * Regular patterns of shapes as large as letters, thousands of them: the engine takes more than its minute for some of
 * them on some machines, and the answer is an error then that says so.
 */
const PATTERNS: readonly number[] = [5, 6, 7, 9];

describe("pages without text", { timeout: 120_000 }, () => {
  let service: OwnService;
  let reported = 0;

  beforeAll(async () => {
    service = await startService();
  });

  afterAll(async () => {
    await service.stop();
  });

  test.each(pages)("$kind $number has next to no words", async (page) => {
    const file = { content: await drawnWithoutText(page), filename: "page.png" };
    const words = await wordsRead(service, page, file);
    reported += words.length;
    const likely = words.filter(({ confidence }) => confidence > LIKELY).map(({ text }) => text);
    expect(likely.length, likely.join(" ")).toBeLessThanOrEqual(MOST_WORDS);
    expect(page.isBlank ? words.map(({ text }) => text) : []).toEqual([]);
  });

  test("few words are reported of all of them", () => {
    expect(reported).toBeLessThanOrEqual(MOST_OF_ALL);
  });
});

async function wordsRead(service: OwnService, { kind, number }: PageWithoutText, file: File): Promise<readonly Word[]> {
  const reply = await upload(service, { path: OCR_ADVANCED, file });
  if (kind === "texture" && PATTERNS.includes(number) && reply.status !== 200) {
    expectFailure(reply, 400, "document_too_complex");
    return [];
  }
  return recognitionIn(expectOk(reply), { isAdvanced: true, isDetailed: false }).data.words ?? [];
}
