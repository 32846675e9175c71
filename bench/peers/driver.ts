/*
 * Converts documents to Markdown with one library, one after another, in a process that stays: each is a message with
 * its path, and is answered with the text and what it cost. Started by `fork` with the name of the library; ends with
 * its parent. It is in this folder because its libraries are.
 */
import { readFile } from "node:fs/promises";

export interface Conversion {
  readonly text: string;
  /** The user and system time of all threads of the process. */
  readonly cpuMs: number;
}

type Convert = (path: string) => Promise<string>;

/**
 * The libraries, each with the options that score best here: no OCR, and tables and links as the library writes them by
 * default.
 */
const LIBRARIES: Readonly<Record<string, (library: never) => Convert>> = {
  "@llamaindex/liteparse": ({ LiteParse }: LiteParseLibrary) => {
    const parser = new LiteParse({ outputFormat: "markdown", ocrEnabled: false, quiet: true });
    return async (path) => (await parser.parse(path)).text;
  },
  "@firecrawl/pdf-inspector":
    ({ processPdf }: PdfInspectorLibrary) =>
    async (path) =>
      processPdf(await readFile(path)).markdown ?? "",
  "@opendocsg/pdf2md":
    ({ default: toMarkdown }: Pdf2mdLibrary) =>
    async (path) =>
      toMarkdown(new Uint8Array(await readFile(path))),
};

interface LiteParseLibrary {
  readonly LiteParse: new (options: object) => { parse(path: string): Promise<{ readonly text: string }> };
}

interface PdfInspectorLibrary {
  readonly processPdf: (bytes: Buffer) => { readonly markdown?: string };
}

interface Pdf2mdLibrary {
  readonly default: (bytes: Uint8Array) => Promise<string>;
}

const name = process.argv[2] ?? "";
const load = LIBRARIES[name];
if (load === undefined) {
  throw new Error(`There is no library ${name}.`);
}
const convert = load((await import(name)) as never);

process.on("message", (path: string) => {
  const before = process.cpuUsage();
  convert(path).then(
    (text) => answer(text, before),
    // A document that a library cannot read counts as one without text.
    () => answer("", before),
  );
});
process.send?.("ready");

function answer(text: string, before: NodeJS.CpuUsage): void {
  const { user, system } = process.cpuUsage(before);
  const conversion: Conversion = { text, cpuMs: (user + system) / 1000 };
  process.send?.(conversion);
}
