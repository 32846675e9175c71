import { accessSync, constants, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject } from "./json.ts";

/** What the page of the reference needs beside the description: texts and files of `docs/`. */
const DOCS = join(import.meta.dirname, "../../../../docs");

/** An operation, as far as its guide is concerned. */
interface Guided {
  readonly name: string;
  readonly path: string;
}

/**
 * The guides of operations, `docs/guides/NAME.md`, and the files that their examples send, `docs/samples`. They are pages of
 * the documentation whose commands are run by test/docs, and are read when they are first shown.
 */
export class Guides {
  /** The operations that have no guide that can be read. */
  readonly missing: readonly string[];
  /** The names of the files that the examples send. */
  readonly samples: readonly string[];
  readonly #folder: string;
  readonly #operations: readonly Guided[];

  constructor(operations: readonly Guided[], folder: string = DOCS) {
    this.#folder = folder;
    this.#operations = operations;
    this.missing = operations.flatMap(({ name }) => (isReadable(this.#pathOf(name)) ? [] : [name]));
    this.samples = namesIn(join(folder, "samples"));
  }

  /**
   * Returns `document` with the guide of each operation behind its description; one that cannot be read is left out.
   * @param baseUrl the address of the service that the guides are to call
   */
  async addedTo(document: JsonObject, baseUrl: string): Promise<JsonObject> {
    const pages = await Promise.all(
      this.#operations.map(async ({ name, path }) => {
        const page = await readFile(this.#pathOf(name), "utf8").catch(() => undefined);
        return [path, page] as const;
      }),
    );
    const pageOf = new Map(pages);
    const paths = Object.entries<JsonObject>(Object(document["paths"])).map(([path, item]) => {
      const page = pageOf.get(path);
      return [path, page === undefined ? item : withGuide(item, guideIn(page, baseUrl, this.samples))];
    });
    return { ...document, paths: Object.fromEntries(paths) };
  }

  readSample(name: string): Promise<Buffer> {
    return readFile(join(this.#folder, "samples", name));
  }

  #pathOf(name: string): string {
    return join(this.#folder, "guides", `${name}.md`);
  }
}

function withGuide(item: JsonObject, guide: string): JsonObject {
  const post: JsonObject = Object(item["post"]);
  return { ...item, post: { ...post, description: `${String(post["description"])}\n\n${guide}` } };
}

/**
 * Returns a guide as the page shows it: below the operation's own title, calling the service by its address with a key to be
 * replaced, and with links to the files that it sends.
 */
function guideIn(page: string, baseUrl: string, samples: readonly string[]): string {
  const sent = samples.filter((name) => page.includes(`docs/samples/${name}`));
  const links = new Intl.ListFormat("en").format(sent.map((name) => `[${name}](${baseUrl}/docs/samples/${name})`));
  const text = belowOtherTitles(page)
    .replace(/^# .*\n+/, "")
    .replaceAll('"X-API-Key: $API_KEY"', "'X-API-Key: YOUR_API_KEY'")
    .replaceAll("http://127.0.0.1:8080", () => baseUrl)
    .replaceAll("docs/samples/", "")
    .trimEnd();
  return sent.length === 0 ? text : text.replace(AFTER_EXAMPLE, (heading) => `It sends ${links}.\n\n${heading}`);
}

const AFTER_EXAMPLE = /^#### What goes wrong$/m;

/**
 * Returns the page with its second titles on the fourth level, since those of the reference go down to the third. What begins
 * like a title in an example is none.
 */
function belowOtherTitles(page: string): string {
  let isExample = false;
  const lines = page.split("\n").map((line) => {
    isExample = line.startsWith("```") ? !isExample : isExample;
    return line.startsWith("## ") && !isExample ? `##${line}` : line;
  });
  return lines.join("\n");
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^[\w-]+\.\w+$/.test(name));
  } catch {
    return [];
  }
}
