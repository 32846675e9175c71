import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Bounds, CosDocument, CosError, Dict, decodeStream } from "@quire/cos";
import { expect, test } from "vitest";
import { type FontFileKey, isUnreadable } from "./font-program.ts";
import { readFontProgram } from "./read-font-program.ts";

const corpora = process.env["QUIRE_TEST_CORPORA"];
const KEYS: readonly FontFileKey[] = ["FontFile", "FontFile2", "FontFile3"];

test.skipIf(corpora === undefined)(
  "the programs of the regression corpus give a width to nearly all glyphs (left out without QUIRE_TEST_CORPORA)",
  { timeout: 120_000 },
  () => {
    const counts = { programs: 0, unreadable: 0, glyphs: 0, withoutWidth: 0 };
    for (const { key, bytes } of programsIn(join(corpora ?? "", "pdfa-regression"))) {
      const program = readFontProgram({ bytes, key });
      counts.programs += 1;
      if (isUnreadable(program)) {
        counts.unreadable += 1;
        continue;
      }
      counts.glyphs += program.glyphCount;
      for (let glyph = 0; glyph < program.glyphCount; glyph++) {
        counts.withoutWidth += program.widthOf(glyph) === undefined ? 1 : 0;
      }
    }
    expect(counts.programs).toBeGreaterThan(100);
    expect(counts.unreadable / counts.programs).toBeLessThan(0.02);
    expect(counts.withoutWidth / counts.glyphs).toBeLessThan(0.01);
  },
);

function* programsIn(folder: string): Iterable<{ readonly key: FontFileKey; readonly bytes: Uint8Array }> {
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const document = path.endsWith(".pdf") ? opened(join(folder, path)) : undefined;
    for (const number of document?.objectNumbers() ?? []) {
      const value = document?.object(number)?.value;
      for (const key of value instanceof Dict ? KEYS : []) {
        const stream = value instanceof Dict ? value.stream(key) : undefined;
        if (stream !== undefined) {
          yield { key, bytes: decodeStream(stream, new Bounds()).bytes };
        }
      }
    }
  }
}

function opened(path: string): CosDocument | undefined {
  try {
    return CosDocument.open(readFileSync(path));
  } catch (error) {
    if (error instanceof CosError) {
      return undefined;
    }
    throw error;
  }
}
