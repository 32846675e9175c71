import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type Service, startService } from "../api/running-service.ts";
import { recognize } from "../api/scans.ts";
import { HARMLESS_CHANGES, type HarmlessChange, type ImageFile } from "./harmless-changes.ts";
import { filenameOf, SAMPLE_PAGE, type StablePage, stablePages, wordF1 } from "./stable-pages.ts";

/*
 * What is read of a page may not depend on the format of its file, a per cent of its size or the place of its first
 * pixel. QUIRE_TEST_FULL=1 takes 40 pages, and keeps the share of changed pages that are read as well as unchanged.
 */

const full = process.env.QUIRE_TEST_FULL === "1";
const pages = stablePages(process.env.QUIRE_TEST_CORPORA)?.filter(({ id }) => full || id === SAMPLE_PAGE);
/** The sample's changes are those that turned its page on its side. */
const changes: readonly HarmlessChange[] = full ? namesOf(HARMLESS_CHANGES) : ["quality", "crop", "shift"];
const RUN_TIMEOUT_MS = full ? 3_600_000 : 300_000;
const AT_ONCE = 2;

/** The points by which the word F1 of a page may move. */
const MOST_POINTS = 2;
/** Those of the sample's page, which has 50 words. */
const MOST_SAMPLE_POINTS = 12;

interface Pair {
  readonly id: string;
  readonly change: HarmlessChange;
  readonly unchanged: number;
  readonly changed: number;
}

describe.skipIf(pages === undefined)("harmless changes", () => {
  test(
    "leave what is read of a page",
    async () => {
      const service = await startService({ QUIRE_OCR_WORKERS: String(AT_ONCE) });
      try {
        const pairs = await pairsOf(service, pages ?? []);
        expect(pairs).toHaveLength((pages?.length ?? 0) * changes.length);
        const most = full ? MOST_POINTS : MOST_SAMPLE_POINTS;
        const moved = pairs.filter(({ unchanged, changed }) => Math.abs(changed - unchanged) > most);
        const stablePercent = Math.round(1000 * (1 - moved.length / pairs.length)) / 10;
        expect(stablePercent, tableOf(moved)).toBeGreaterThanOrEqual(full ? keptPercent() : 100);
        if (full) {
          writeFileSync(PATH, `${JSON.stringify({ pairs: pairs.length, stablePercent }, null, 2)}\n`);
        }
      } finally {
        await service.stop();
      }
    },
    RUN_TIMEOUT_MS,
  );
});

async function pairsOf(service: Service, all: readonly StablePage[]): Promise<Pair[]> {
  const scores = new Map<string, number>();
  const waiting = all.flatMap((page) => ["none" as const, ...changes].map((change) => ({ page, change }))).values();
  const takePages = async (): Promise<void> => {
    for (const { page, change } of waiting) {
      const file = { filename: filenameOf(page), content: readFileSync(page.imagePath) };
      const changed = change === "none" ? file : await HARMLESS_CHANGES[change](file);
      scores.set(`${page.id} ${change}`, await scoreOf(service, page, changed));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takePages));
  const scored = (id: string, change: string): number => scores.get(`${id} ${change}`) ?? 0;
  return all.flatMap(({ id }) =>
    changes.map((change) => ({ id, change, unchanged: scored(id, "none"), changed: scored(id, change) })),
  );
}

async function scoreOf(service: Service, page: StablePage, file: ImageFile): Promise<number> {
  const { data } = await recognize(service, "/api/v1/ocr/extract/advanced", file, { language: page.language });
  return wordF1(page, data.text);
}

function namesOf(of: typeof HARMLESS_CHANGES): HarmlessChange[] {
  return Object.keys(of) as HarmlessChange[];
}

const PATH = fileURLToPath(new URL("scores/stability.json", import.meta.url));

/** The share that was reached before, less what rounding and one page may make; the goal is 95. */
function keptPercent(): number {
  const kept = existsSync(PATH) ? (JSON.parse(readFileSync(PATH, "utf8")) as { stablePercent: number }) : undefined;
  return (kept?.stablePercent ?? 0) - 1;
}

const tableOf = (pairs: readonly Pair[]): string =>
  pairs
    .map(({ id, change, unchanged, changed }) => [id, change, unchanged.toFixed(1), changed.toFixed(1)].join(" "))
    .join("\n");
