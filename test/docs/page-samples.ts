import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/*
 * Runs the commands that a page of the documentation prints, and compares what they print with what the page says. It
 * does not depend on Vitest: test/setup runs README.md with it on a machine that has no tests.
 */

const root = resolve(import.meta.dirname, "../..");

/** A fenced block of a page. */
export interface Fence {
  /** The page and the line where it begins, for messages. */
  readonly place: string;
  readonly language: string;
  readonly text: string;
  /** The comment on the line before it: `not run: WHY` or `exits STATUS`. */
  readonly mark: string;
  /** Whether nothing but empty lines stands between the block before and this one. */
  readonly follows: boolean;
}

/** Returns the fenced blocks of a page of the repository, in their order. */
export async function fencesOf(page: string): Promise<Fence[]> {
  const lines = (await readFile(join(root, page), "utf8")).split("\n");
  const fences: Fence[] = [];
  let open: { language: string; start: number } | undefined;
  let last = -1;
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith("```")) {
      continue;
    }
    if (open === undefined) {
      open = { language: line.slice(3), start: index };
      continue;
    }
    fences.push({
      place: `${page}:${open.start + 1}`,
      language: open.language,
      text: lines.slice(open.start + 1, index).join("\n"),
      mark: /^<!-- (.*) -->$/.exec(lines[open.start - 1] ?? "")?.[1] ?? "",
      follows: last >= 0 && lines.slice(last + 1, open.start).every((between) => between === ""),
    });
    open = undefined;
    last = index;
  }
  return fences;
}

/** A block of commands, and what the page says that they print. */
interface Sample extends Fence {
  readonly prints: Fence | undefined;
}

interface Where {
  /** The base address of the service that takes the place of the usual one. */
  readonly baseUrl: string;
  readonly key: string;
  /** The data directory of that service, where it is on this machine: for the commands of operators. */
  readonly dataDirectory?: string;
}

/** What the pages say in place of `Where`. */
const PRINTED: Pick<Where, "baseUrl" | "key"> = {
  baseUrl: "http://127.0.0.1:8080",
  key: "my-first-key-2b7e151628aed2a6",
};

/**
 * Runs the blocks of commands of `page`, one after the other in one shell, in a folder that looks like the repository to
 * them. Returns how many there were.
 * @throws Error that names the line, when a command fails, an answer is no success that the page does not show, or
 *   something else is printed than the page says
 */
export async function runPage(page: string, where: Where): Promise<number> {
  const samples = await samplesOf(page, where);
  const folder = await mkdtemp(join(tmpdir(), "quire-page-"));
  try {
    await layOut(folder, samples);
    const { status, errors } = await runShell(folder, where);
    for (const [index, sample] of samples.entries()) {
      const output = await readFile(join(folder, `.run/${index}.output`), "utf8").catch(() => undefined);
      const isDone = output !== undefined && (await isThere(folder, `${index}.done`));
      if (!isDone) {
        throw new Error(`${sample.place} ends with ${status}:\n${sample.text}\n${output ?? ""}${errors}`);
      }
      check(sample, { output, statuses: await statusesOf(folder, index) });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return samples.length;
}

async function samplesOf(page: string, where: Where): Promise<Sample[]> {
  const fences = (await fencesOf(page)).map((fence) => ({
    ...fence,
    text: fence.text.replaceAll(PRINTED.baseUrl, where.baseUrl).replaceAll(PRINTED.key, where.key),
  }));
  return fences.flatMap((fence, index) => {
    const next = fences[index + 1];
    const prints = next?.follows === true && (next.language === "" || next.language === "json") ? next : undefined;
    return fence.language === "sh" && !fence.mark.startsWith("not run: ") ? [{ ...fence, prints }] : [];
  });
}

async function layOut(folder: string, samples: readonly Sample[]): Promise<void> {
  await mkdir(join(folder, "docs"));
  await cp(join(root, "docs/samples"), join(folder, "docs/samples"), { recursive: true });
  await symlink(join(root, "bin"), join(folder, "bin"));
  const run = join(folder, ".run");
  await mkdir(join(run, "programs"), { recursive: true });
  // curl leaves the head of each answer behind, beside all that the sample asks of it.
  const curl = '#!/bin/sh\nexec /usr/bin/curl --dump-header "$HEADS-$$" "$@"\n';
  await writeFile(join(run, "programs/curl"), curl);
  await chmod(join(run, "programs/curl"), 0o755);
  const steps = samples.map((sample, index) => {
    const status = /^exits (\d+)$/.exec(sample.mark)?.[1];
    const ends = status === undefined ? "" : ` || test $? = ${status}`;
    return `export HEADS=$PWD/.run/${index}.head\n{ . .run/${index}.sh${ends}; } >.run/${index}.output\n: >.run/${index}.done\n`;
  });
  await Promise.all([
    writeFile(join(run, "all.sh"), `set -e\n${steps.join("")}`),
    ...samples.map(({ text }, index) => writeFile(join(run, `${index}.sh`), `${text}\n`)),
  ]);
}

async function runShell(
  folder: string,
  { key, dataDirectory }: Where,
): Promise<{ status: number | null; errors: string }> {
  // oxlint-disable-next-line node/no-process-env -- what a terminal has
  const own = process.env;
  const shell = spawn("bash", ["--norc", "-e", ".run/all.sh"], {
    cwd: folder,
    env: {
      ...own,
      PATH: `${join(folder, ".run/programs")}:${own["PATH"]}`,
      API_KEY: key,
      ...(dataDirectory !== undefined && { QUIRE_DATA_DIR: dataDirectory }),
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  shell.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  await once(shell, "close");
  return { status: shell.exitCode, errors };
}

const isThere = async (folder: string, name: string): Promise<boolean> =>
  (await readdir(join(folder, ".run"))).includes(name);

/** Returns the status of each answer that a sample got. */
async function statusesOf(folder: string, index: number): Promise<number[]> {
  const names = (await readdir(join(folder, ".run"))).filter((name) => name.startsWith(`${index}.head-`));
  const heads = await Promise.all(names.map((name) => readFile(join(folder, ".run", name), "latin1")));
  return heads.map((head) => Number(/^HTTP\/\S+ (\d{3})(?![^]*\nHTTP\/)/m.exec(head)?.[1]));
}

function check(
  { place, prints }: Sample,
  { output, statuses }: { readonly output: string; readonly statuses: readonly number[] },
): void {
  if (prints?.language === "json") {
    const fault = shapeFault(JSON.parse(prints.text.replaceAll(/, …(?=\s*[\]}])/g, "")), JSON.parse(output), "answer");
    if (fault !== undefined) {
      throw new Error(`${place}: ${fault}; the answer is ${output}`);
    }
  } else if (prints !== undefined && withoutIds(prints.text) !== withoutIds(output)) {
    throw new Error(`${place} prints\n${output}\nand not, as the page says,\n${prints.text}`);
  }
  const isShown = prints?.language === "";
  if (!isShown && statuses.some((status) => status >= 300)) {
    throw new Error(`${place} is answered ${statuses.join()}: ${output}`);
  }
}

const withoutIds = (text: string): string => text.replaceAll(/req_[0-9A-Z]+/g, "req_…").trim();

const kindOf = (value: unknown): string => (Array.isArray(value) ? "array" : value === null ? "null" : typeof value);

/** Returns what `shown` has that `actual` has not: a member, or one of another type. */
function shapeFault(shown: unknown, actual: unknown, path: string): string | undefined {
  if (kindOf(shown) !== kindOf(actual)) {
    return `${path} is no ${kindOf(shown)} but ${kindOf(actual)}`;
  }
  if (Array.isArray(shown) && Array.isArray(actual)) {
    // A page may show any item of the list.
    const faults = actual.map((item, index) => shapeFault(shown[0], item, `${path}[${index}]`));
    return shown.length === 0 || faults.includes(undefined) ? undefined : (faults[0] ?? `${path} is empty`);
  }
  for (const [name, value] of Object.entries(Object(shown))) {
    const fault = kindOf(shown) === "object" ? shapeFault(value, Object(actual)[name], `${path}.${name}`) : undefined;
    if (fault !== undefined) {
      return fault;
    }
  }
  return undefined;
}
