import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const corpora = process.env["QUIRE_TEST_CORPORA"];
const full = process.env["QUIRE_TEST_FULL"] === "1";
const DEADLINE_MS = 25_000;

/** Returns whether a file is in the fixed sample of `npm test`: every third file of each corpus. */
const isTaken = (_: unknown, index: number): boolean => full || index % 3 === 1;

test.skipIf(corpora === undefined)(
  "each document of the corpora, or of their sample, is rewritten or refused: none crashes libqpdf or fills memory (left out without QUIRE_TEST_CORPORA)",
  { timeout: 300_000 },
  async () => {
    const files = ["hostile/own", "hostile/third", "pdfs"].flatMap((folder) =>
      filesIn(join(corpora ?? "", folder)).filter(isTaken),
    );
    const { verdicts, crashed, residentBytesMax } = await rewriteAll(files);
    expect(crashed).toEqual([]);
    expect(residentBytesMax).toBeLessThan(1.5 * 2 ** 30);
    // This was measured as 590 of 646, 198 of the sample's 216; the others are no PDFs, need a password, or have no
    // trailer.
    expect(verdicts.get("ok")).toBeGreaterThanOrEqual(full ? 590 : 198);
  },
);

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".json"))
    .map((entry) => join(folder, entry.name))
    .toSorted();
}

interface Summary {
  readonly verdicts: ReadonlyMap<string, number>;
  readonly crashed: readonly string[];
  readonly residentBytesMax: number;
}

/**
 * Rewrites all files in one process after the other: a new one whenever a document has ended the last or run past the
 * deadline.
 */
async function rewriteAll(files: readonly string[]): Promise<Summary> {
  const directory = await mkdtemp(join(tmpdir(), "quire-corpora-"));
  const start = (): ChildProcess => fork(join(import.meta.dirname, "../testing/rewrite-files.ts"), [directory]);
  const verdicts = new Map<string, number>();
  const crashed: string[] = [];
  let residentBytesMax = 0;
  let child = start();
  for (const file of files) {
    const answer = await answerFor(child, file);
    if (typeof answer === "string") {
      crashed.push(...(answer === "crash" ? [file] : []));
      child.kill("SIGKILL");
      child = start();
    } else {
      residentBytesMax = Math.max(residentBytesMax, answer.residentBytesMax);
    }
    const verdict = typeof answer === "string" ? answer : answer.verdict;
    verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
  }
  child.kill();
  await rm(directory, { recursive: true });
  return { verdicts, crashed, residentBytesMax };
}

type Answer = { readonly verdict: string; readonly residentBytesMax: number };

async function answerFor(child: ChildProcess, file: string): Promise<Answer | "crash" | "deadline"> {
  const { promise: deadline, resolve } = Promise.withResolvers<"deadline">();
  const timer = setTimeout(resolve, DEADLINE_MS, "deadline");
  const settled = new AbortController();
  const { signal } = settled;
  const crash = once(child, "exit", { signal }).then(() => "crash" as const);
  const answer = once(child, "message", { signal }).then(([message]) => message as Answer);
  child.send(file);
  try {
    return await Promise.race([answer, crash, deadline]);
  } finally {
    clearTimeout(timer);
    // Both losers of the race end with the abort.
    void Promise.allSettled([answer, crash]);
    settled.abort();
  }
}
