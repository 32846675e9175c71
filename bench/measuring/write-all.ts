import { closeSync, openSync, writeSync } from "node:fs";
import type { ByteSink } from "../../packages/cos/src/index.ts";

/** Writes all bytes to an open file: one system call may write fewer. */
export function writeAll(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(file, bytes, written);
  }
}

/** Calls `write` with a file to write to, and closes the file. */
export function intoFile(path: string, write: (sink: ByteSink) => void): void {
  const file = openSync(path, "w");
  try {
    write({ write: (bytes) => writeAll(file, bytes) });
  } finally {
    closeSync(file);
  }
}
