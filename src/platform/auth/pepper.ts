import { createHmac, randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { makeDurably, readIfThere } from "../blobs/small-files.ts";
import { type Config, ConfigError } from "../config/config.ts";
import { StartFailure } from "../start-failure.ts";
import type { Store } from "../store/store.ts";

const PEPPER_FILE = "key-pepper";
const PEPPER_BYTES = 32;
const HEX_OF_FILE = /^[0-9a-f]{64}$/i;

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

/**
 * Returns the secret under which keys are hashed: that of the settings, or else the one of the data directory.
 * @throws ConfigError when the nodes of a shared database have no secret that they share
 */
export async function configuredPepper(config: Config): Promise<Buffer> {
  const configured = config.QUIRE_KEY_PEPPER;
  if (configured !== undefined) {
    // The bytes of the file of a data directory, written as hexadecimal digits.
    return Buffer.from(configured, HEX_OF_FILE.test(configured) ? "hex" : "utf8");
  }
  if (config.QUIRE_DATABASE_URL !== undefined) {
    throw new ConfigError(
      "QUIRE_KEY_PEPPER is absent, and with QUIRE_DATABASE_URL it is needed: keys are hashed under it, on all nodes alike. " +
        "Set it to a random text, such as the output of `openssl rand -hex 32`, and keep it apart from the database.",
    );
  }
  return openPepper(config.QUIRE_DATA_DIR);
}

/**
 * Checks that the secret is the one under which the keys of the database are hashed, which the first start there decides.
 * @throws StartFailure when it is another
 */
export async function agreeOnPepper(store: Store, pepper: Buffer): Promise<void> {
  const value = createHmac("sha256", pepper).update("quire key pepper").digest("hex");
  if ((await store.agree({ name: "key-pepper", value })) !== value) {
    throw new StartFailure(
      "QUIRE_KEY_PEPPER is not the secret with which this database was first used: none of its API keys would be known. " +
        "Set it to the value that the other nodes have.",
    );
  }
}
