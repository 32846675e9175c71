import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPageReading, PAGES } from "./page-reading.ts";
import { type Call, canTrace, readSystemCalls } from "./system-calls.ts";

/*
 * A power failure loses more than kill -9 does: what was paid for must have been flushed to the disk before work goes
 * on.
 */

if (!canTrace) {
  console.warn(
    "The proof that pages are on disk before the next one is asked for is left out: there is no strace, or it may not watch processes.",
  );
}

const PROGRAM = resolve(import.meta.dirname, "page-reading-process.ts");
const TRACE = ["-f", "--seccomp-bpf", "-qq", "-yy", "-s", "200", "-e", "signal=none"];
const CALLS = "trace=write,pwrite64,fsync,fdatasync,rename,renameat,renameat2";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "quire-page-fsync-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test.skipIf(!canTrace)(
  "a page is on disk, name included, and then what is owed for it, before the next one is asked for",
  { timeout: 120_000 },
  async () => {
    const jobId = await submit();
    const trace = join(directory, "trace");
    const parameters = [...TRACE, "-e", CALLS, "-o", trace, process.execPath, PROGRAM, directory, jobId];
    expect(spawnSync("strace", parameters, { encoding: "utf8" })).toMatchObject({ status: 0 });
    const text = await readFile(trace, "utf8");
    const pages = Array.from({ length: PAGES }, (_, index) => index + 1);
    expect(pages.map((page) => stepsOf(page, text))).toEqual(pages.map(() => STEPS.map(({ name }) => name)));
  },
);

async function submit(): Promise<string> {
  await using reading = await openPageReading(directory);
  return await reading.submit();
}

interface Step {
  readonly name: string;
  readonly call: RegExp;
  /** The end of a file's path; `PART` stands for the path at which the part is written before it has its name. */
  readonly file: string;
}

const SYNC = /^f(?:data)?sync$/;

const STEPS: readonly Step[] = [
  { name: "the part is synced", call: SYNC, file: "PART" },
  { name: "it is renamed", call: /^rename/, file: "PART" },
  { name: "its directory is synced", call: SYNC, file: ".parts" },
  { name: "the directory above is synced", call: SYNC, file: "/jobs" },
  { name: "what is owed is written", call: /^pwrite64$/, file: "/quire.db-wal" },
  { name: "and synced", call: SYNC, file: "/quire.db-wal" },
];

/**
 * Returns the steps that were taken one after the other between the provider's answer for this page and its next one.
 */
function stepsOf(page: number, trace: string): string[] {
  const moves = renames(trace);
  const part = moves.find(({ rest }) => rest.endsWith(`.parts/${page}.json`))?.file ?? "no part";
  const calls = [...readSystemCalls(trace), ...moves].filter(({ returned }) => returned >= 0);
  calls.sort((one, other) => one.began - other.began);
  const asked = calls.filter(({ name, file }) => name === "write" && file.endsWith("/asked"));
  const next = asked[page]?.began ?? Infinity;
  let at = asked[page - 1]?.ended ?? Infinity;
  return STEPS.flatMap(({ name, call, file }) => {
    const wanted = file.replace("PART", part);
    const found = calls.find((each) => each.began > at && call.test(each.name) && each.file.endsWith(wanted));
    if (found === undefined || found.ended > next) {
      return [];
    }
    at = found.ended;
    return [name];
  });
}

const RENAMED = /^(\d+) +(rename\w*)\((?:AT_FDCWD\S*, )?"([^"]*)", (?:AT_FDCWD\S*, )?"([^"]*)"/;
const RETURNED = /\) += (-?\d+)/;

/** Returns the calls that name a file rather than a descriptor: `file` is the old path, and `rest` the new one. */
function renames(trace: string): Call[] {
  const lines = trace.split("\n");
  return lines.flatMap((line, began) => {
    const [, thread, name, file, rest] = RENAMED.exec(line) ?? [];
    if (thread === undefined || name === undefined || file === undefined || rest === undefined) {
      return [];
    }
    const isEnd = (other: string): boolean => other.startsWith(`${thread} `) && RETURNED.test(other);
    const ended = lines.findIndex((other, number) => number >= began && isEnd(other));
    return [{ began, ended, name, file, rest, returned: Number(RETURNED.exec(lines[ended] ?? "")?.[1] ?? -1) }];
  });
}
