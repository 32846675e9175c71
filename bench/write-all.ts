import { closeSync, openSync, writeSync } from "node:fs";
import type { ByteSink } from "../packages/cos/src/index.ts";

/** Writes all bytes to an open file: one call may write less. */
export function writeAll(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(file, bytes, written);
  }
}

/** Gives `write` a file to write to, and closes it. */
export function intoFile(path: string, write: (sink: ByteSink) => void): void {
  const file = openSync(path, "w");
  try {
    write({ write: (bytes) => writeAll(file, bytes) });
  } finally {
    closeSync(file);
  }
}
