import { createHash, randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { readIfThere, writeDurably } from "../blobs/small-files.ts";
import type { Config } from "../config/config.ts";
import { newApiKey } from "./key-form.ts";
import { hashKey, type Keys, keysFrom } from "./keys.ts";

/** File of the data directory that holds the key when the configuration gives none; readable by the service's user. */
const KEY_FILE = "bootstrap-api-key";
const PEPPER_FILE = "key-pepper";
const PEPPER_BYTES = 32;

type KeySettings = Pick<
  Config,
  "QUIRE_DATA_DIR" | "QUIRE_BOOTSTRAP_API_KEY" | "QUIRE_RATE_LIMIT" | "QUIRE_RATE_LIMIT_READS" | "QUIRE_CONCURRENCY"
>;

/**
 * The first account's key: the configured one, else one that is made at the first start and kept in the data directory.
 * `printOnce` is there when it has just been made: nothing shows it again.
 */
export async function openBootstrapKey(config: KeySettings): Promise<{ keys: Keys; printOnce?: string }> {
  const directory = config.QUIRE_DATA_DIR;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const pepper = await readOrMake(directory, PEPPER_FILE, () => randomBytes(PEPPER_BYTES));
  const configured = config.QUIRE_BOOTSTRAP_API_KEY;
  const kept = configured === undefined ? await readOrMake(directory, KEY_FILE, newKeyLine) : undefined;
  const key = configured ?? kept?.content.toString("utf8").trim() ?? "";
  const hash = hashKey(key, pepper.content);
  const stored = {
    id: `key_${createHash("sha256").update(hash).digest("hex").slice(0, 12)}`,
    hash,
    rateLimit: config.QUIRE_RATE_LIMIT,
    readRateLimit: config.QUIRE_RATE_LIMIT_READS,
    concurrency: config.QUIRE_CONCURRENCY,
  };
  return { keys: keysFrom([stored], pepper.content), ...(kept?.isNew === true && { printOnce: key }) };
}

const newKeyLine = (): Buffer => Buffer.from(`${newApiKey()}\n`);

async function readOrMake(
  directory: string,
  name: string,
  make: () => Buffer,
): Promise<{ content: Buffer; isNew: boolean }> {
  const path = join(directory, name);
  const kept = await readIfThere(path);
  if (kept !== undefined) {
    return { content: kept, isNew: false };
  }
  const content = make();
  await writeDurably(path, content);
  return { content, isNew: true };
}
