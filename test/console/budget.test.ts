import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { noConsole } from "./console-page.ts";

/* What a browser reads until the console can be used; it reads files of other places when they are opened. */

const DIST = join(import.meta.dirname, "../../console/dist");
const MOST_BYTES = 250_000;
/** An import that is read with the file that has it; what is imported by a call is read later. */
const IMPORT = /(?:from|import)\s*"\.\/([\w.-]+\.js)"/g;

describe.skipIf(noConsole !== undefined)("the first load", () => {
  test("is at most 250 kB compressed, with the playground", () => {
    const page = readFileSync(join(DIST, "index.html"), "utf8");
    const named = [...page.matchAll(/(?:src|href)="\.\/console\/([\w.-]+)"/g)].map(([, name = ""]) => name);
    const [place = ""] = readdirSync(join(DIST, "console")).filter((name) => /^playground-.*\.js$/.test(name));
    const scripts = withImports([...named.filter((name) => name.endsWith(".js")), place]);
    // Which styles come with a place is not told by its file: here all of them count.
    const styles = readdirSync(join(DIST, "console")).filter((name) => name.endsWith(".css"));
    const files = [...scripts, ...styles];
    expect(scripts.length).toBeGreaterThan(1);
    const sizes = files.map((name) => ({ name, bytes: gzipSync(readFileSync(join(DIST, "console", name))).length }));
    const sum = sizes.reduce((total, { bytes }) => total + bytes, gzipSync(page).length);
    expect(sum, JSON.stringify(sizes)).toBeLessThanOrEqual(MOST_BYTES);
  });
});

/** Returns scripts with all that they import, each once. */
function withImports(names: readonly string[]): readonly string[] {
  const found = new Set(names);
  for (const name of found) {
    for (const [, imported = ""] of readFileSync(join(DIST, "console", name), "utf8").matchAll(IMPORT)) {
      found.add(imported);
    }
  }
  return [...found];
}
