import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cpuMsOf } from "../../bench/measuring/process-tree.ts";
import { startService } from "../api/running-service.ts";
import { recognize } from "../api/scans.ts";
import type { CorpusItem, ItemScore, OcrCorpus, ReadItem } from "./corpus.ts";
import { scoredWords } from "./scored-words.ts";

export type Engine = "simple" | "advanced";

export interface ReadCorpus {
  readonly scores: readonly ItemScore[];
  /** The processor time of the service and all its processes, without their start. */
  readonly cpuSecondsPerPage: number;
}

const AT_ONCE = 2;
const CHECK_BOX = /\[[ x]\] ?/g;

/** Sends `items` through an engine of a service, and scores its answers. */
export async function readCorpus(corpus: OcrCorpus, engine: Engine, items: readonly CorpusItem[]): Promise<ReadCorpus> {
  const service = await startService({ QUIRE_OCR_WORKERS: String(AT_ONCE) });
  try {
    const startedMs = cpuMsOf([service.pid]);
    const read: ReadItem[] = [];
    const waiting = items.values();
    const takeItems = async (): Promise<void> => {
      for (const item of waiting) {
        const file = { content: readFileSync(join(corpus.directory, item.image)), filename: item.image };
        const { data } = await recognize(service, `/api/v1/ocr/extract/${engine}`, file, { language: item.lang });
        // The truths are the text of PDF files, in which check boxes are drawn.
        const text = data.text.replaceAll(CHECK_BOX, "");
        const words = data.words && scoredWords(data.words).filter((word) => word.text.replace(CHECK_BOX, "") !== "");
        read.push({ id: item.id, text, ...(words !== undefined && { words }) });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, takeItems));
    const cpuSecondsPerPage = (cpuMsOf([service.pid]) - startedMs) / 1000 / items.length;
    return { scores: scored(corpus, read), cpuSecondsPerPage };
  } finally {
    await service.stop();
  }
}

function scored({ directory, scorer }: OcrCorpus, read: readonly ReadItem[]): ItemScore[] {
  const home = mkdtempSync(join(tmpdir(), "quire-ocr-scores-"));
  try {
    const results = join(home, "results.jsonl");
    writeFileSync(results, read.map((item) => JSON.stringify(item)).join("\n"));
    return scorer.score(directory, results, "");
  } finally {
    rmSync(home, { recursive: true });
  }
}
