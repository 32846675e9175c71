import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { costOf } from "../measuring/process-cost.ts";
import type { Conversion } from "../peers/driver.ts";

/** The Markdown of documents, by the names of their files without the extension, and what it cost. */
export interface Converted {
  readonly texts: ReadonlyMap<string, string>;
  readonly cpuMs: number;
}

/** A program that makes Markdown of PDFs; disposing of it ends what it has started. */
export interface Converter extends Disposable {
  /** The name that the results show. */
  readonly name: string;
  convert(files: readonly string[]): Promise<Converted>;
}

const directory = fileURLToPath(new URL("../peers/", import.meta.url));

/** Starts all converters of bench/peers/package.json; none where they have not been installed. */
export async function startPeers(workDirectory: string): Promise<readonly Converter[]> {
  if (!existsSync(join(directory, "node_modules"))) {
    return [];
  }
  const libraries = ["@llamaindex/liteparse", "@firecrawl/pdf-inspector", "@opendocsg/pdf2md"];
  const started = await Promise.all(libraries.map(startLibrary));
  return existsSync("/usr/bin/java") ? [...started, await opendataloader(workDirectory)] : started;
}

/** Returns the version of a peer's package. */
async function versionOf(name: string): Promise<string> {
  const description = await readFile(join(directory, "node_modules", name, "package.json"), "utf8");
  return (JSON.parse(description) as { version: string }).version;
}

/** Starts a library in a process that stays, as ours does: its start is not counted. */
async function startLibrary(name: string): Promise<Converter> {
  const child = fork(join(directory, "driver.ts"), [name], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const ended = once(child, "exit").then(() => Promise.reject(new Error(`${name} ended.`)));
  ended.catch(() => undefined);
  const answered = async <Answer>(): Promise<Answer> => {
    const [answer] = (await Promise.race([once(child, "message"), ended])) as [Answer];
    return answer;
  };
  await answered();
  return {
    name: `${name} ${await versionOf(name)}`,
    async convert(files) {
      const texts = new Map<string, string>();
      let cpuMs = 0;
      for (const file of files) {
        child.send(file);
        const conversion = await answered<Conversion>();
        texts.set(basename(file, ".pdf"), conversion.text);
        cpuMs += conversion.cpuMs;
      }
      return { texts, cpuMs };
    },
    [Symbol.dispose]: () => child.disconnect(),
  };
}

const OPENDATALOADER = "@opendataloader/pdf";

/**
 * The options with which the program scores best here: the structure tree, tables without lines, and HTML for tables
 * with spans.
 */
const OPENDATALOADER_OPTIONS =
  "--quiet --format markdown --markdown-with-html --image-output off --use-struct-tree --table-method cluster".split(
    " ",
  );

/**
 * Converts with one run of Java for all files, the start of which is counted: the program has no process that stays.
 */
async function opendataloader(workDirectory: string): Promise<Converter> {
  const output = join(workDirectory, "opendataloader");
  const program = join(directory, "node_modules", OPENDATALOADER, "dist/cli.js");
  return {
    name: `${OPENDATALOADER} ${await versionOf(OPENDATALOADER)} with tags`,
    async convert(files) {
      await rm(output, { recursive: true, force: true });
      await mkdir(output);
      const parameters = [program, ...OPENDATALOADER_OPTIONS, "--output-dir", output, ...files];
      const { cpuSeconds } = await costOf(process.execPath, parameters);
      const texts = new Map<string, string>();
      for (const name of files.map((file) => basename(file, ".pdf"))) {
        // The program writes nothing for a document that it cannot read.
        texts.set(name, await readFile(join(output, `${name}.md`), "utf8").catch(() => ""));
      }
      return { texts, cpuMs: cpuSeconds * 1000 };
    },
    [Symbol.dispose]: () => undefined,
  };
}
