import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

const SAMPLE_BYTES = 64 * 1024;

/**
 * Returns a beginning for the names of the fonts of a document's HTML that another document does not have: both may be
 * put into one page.
 */
export function fontPrefixOf(path: string): string {
  const file = openSync(path, "r");
  try {
    const sample = Buffer.alloc(SAMPLE_BYTES);
    const length = readSync(file, sample, 0, SAMPLE_BYTES, 0);
    const hash = createHash("sha256")
      .update(sample.subarray(0, length))
      .update(String(fstatSync(file).size));
    return `f${hash.digest("hex").slice(0, 8)}-`;
  } finally {
    closeSync(file);
  }
}
