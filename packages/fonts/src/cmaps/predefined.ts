import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import type { CMap } from "./cmap.ts";
import { RangesByLength } from "./code-ranges.ts";
import { cmapOf } from "./file-cmap.ts";
import { unpackCMap } from "./packed-cmap.ts";
import { isPredefinedName, PREDEFINED_NAMES } from "./predefined-names.ts";

const made = new Map<string, CMap | undefined>();

/**
 * Returns a predefined CMap (ISO 32000-2, table 116), whose file is read at its first use; undefined for other names.
 */
export function predefinedCMap(name: string): CMap | undefined {
  if (!made.has(name)) {
    made.set(name, name.startsWith("Identity-") ? identity(name) : packed(name));
  }
  return made.get(name);
}

/** Reads the files of all predefined CMaps, a quarter of a megabyte, which are otherwise read at their first use. */
export function readAhead(): void {
  for (const name of PREDEFINED_NAMES) {
    files.set(name, readPacked(name));
  }
}

const files = new Map<string, Buffer>();

const readPacked = (name: string): Buffer =>
  files.get(name) ?? readFileSync(new URL(`./data/${name}.br`, import.meta.url));

function packed(name: string): CMap | undefined {
  if (!isPredefinedName(name)) {
    return undefined;
  }
  const bytes = brotliDecompressSync(readPacked(name));
  const file = unpackCMap(name, bytes);
  return cmapOf(file, file.usedName === undefined ? undefined : predefinedCMap(file.usedName));
}

function identity(name: string): CMap | undefined {
  if (name !== "Identity-H" && name !== "Identity-V") {
    return undefined;
  }
  const cids = new RangesByLength<number>();
  cids.of(2).add(0, 0xffff, 0);
  const file = {
    name,
    cids,
    usedName: undefined,
    isMalformed: false,
    notdefs: new RangesByLength<number>(),
    texts: new RangesByLength<string>(),
    systemInfo: { registry: "Adobe", ordering: "Identity", supplement: 0 },
    writingMode: name === "Identity-V" ? 1 : 0,
    codespace: [{ low: Uint8Array.of(0, 0), high: Uint8Array.of(255, 255) }],
  };
  return cmapOf(file, undefined);
}
