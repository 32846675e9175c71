import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { makeDurably, readIfThere } from "../blobs/small-files.ts";

const PEPPER_FILE = "key-pepper";
const PEPPER_BYTES = 32;

/**
 * Reads the secret under which keys are hashed: a file of the data directory, made at the first start. It is next to
 * the database and not in it, so that a copy of the database alone opens nothing. Without it no key is known any more.
 */
export async function openPepper(dataDirectory: string): Promise<Buffer> {
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const path = join(dataDirectory, PEPPER_FILE);
  const kept = await readIfThere(path);
  if (kept !== undefined) {
    return kept;
  }
  // Another process may make the file at the same moment; one of the two is kept.
  return makeDurably(path, randomBytes(PEPPER_BYTES));
}
