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
    const paths = { ...Object(document["paths"]) } as Record<string, { readonly post?: JsonObject }>;
    for (const { name, path } of this.#operations) {
      const { post, ...others } = paths[path] ?? {};
      // oxlint-disable-next-line eslint/no-await-in-loop -- a few small files, once
      const page = await readFile(this.#pathOf(name), "utf8").catch(() => undefined);
      if (post !== undefined && page !== undefined) {
        const description = [post["description"], guideIn(page, baseUrl, this.samples)].join("\n\n");
        paths[path] = { ...others, post: { ...post, description } };
      }
    }
    return { ...document, paths };
  }

  readSample(name: string): Promise<Buffer> {
    return readFile(join(this.#folder, "samples", name));
  }

  #pathOf(name: string): string {
    return join(this.#folder, "guides", `${name}.md`);
  }
}

/**
 * Returns a guide as the page shows it: below the operation's own title, calling the service by its address with a key to be
 * replaced, and with links to the files that it sends.
 */
function guideIn(page: string, baseUrl: string, samples: readonly string[]): string {
  const sent = samples.filter((name) => page.includes(`docs/samples/${name}`));
  const links = new Intl.ListFormat("en").format(sent.map((name) => `[${name}](${baseUrl}/docs/samples/${name})`));
  const text = page
    .replace(/^# .*\n+/, "")
    .replaceAll(/^<!-- .* -->\n/gm, "")
    // The titles of the reference go down to the third level. What begins like a title in an example is none.
    .replaceAll(/^```[^]*?^```$|^## /gm, (found) => (found === "## " ? "#### " : found))
    .replaceAll('"X-API-Key: $API_KEY"', "'X-API-Key: YOUR_API_KEY'")
    .replaceAll("http://127.0.0.1:8080", () => baseUrl)
    .replaceAll("docs/samples/", "")
    .trimEnd();
  return sent.length === 0 ? text : text.replace(AFTER_EXAMPLE, (heading) => `It sends ${links}.\n\n${heading}`);
}

const AFTER_EXAMPLE = /^#### What goes wrong$/m;

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
