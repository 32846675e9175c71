import { text } from "node:stream/consumers";
import { z } from "zod";
import { assert } from "../kernel/assert.ts";
import { Failure } from "../kernel/failure.ts";
import { parseNetwork } from "../kernel/ip-networks.ts";
import { hasKeyForm, isAcceptableKey } from "../platform/auth/key-form.ts";
import { type IssuedSecret, issueSecret, secretOnFile } from "../platform/auth/key-issuing.ts";
import { isKeyScope, KEY_SCOPES } from "../platform/auth/scopes.ts";
import { timeOrNull } from "../platform/http/resources/json.ts";
import { keyObject } from "../platform/http/resources/keys/key-object.ts";
import { newId } from "../platform/store/ids.ts";
import type { Key, KeyScope } from "../platform/store/key-store.ts";
import type { Store } from "../platform/store/store.ts";
import { unknownAccount } from "./accounts.ts";
import { everyItem, withStore } from "./administered-store.ts";
import { integerFrom, nameFrom, tableText } from "./command-line.ts";
import type { DataDirectoryChoice } from "./data-directory.ts";

const DEFAULT_GRACE_SECONDS = 86_400;
const MOST_GRACE_SECONDS = 2_592_000;
const MOST_REQUESTS_PER_MINUTE = 1_000_000;
const MOST_AT_ONCE = 10_000;

/*
 * The commands `quire keys …`, which manage API keys in the store itself. A key that was made is on standard output,
 * alone and once.
 */

/** The options of `quire keys create`, as they were written. */
export interface NewKeyOptions extends DataDirectoryChoice {
  readonly account?: string;
  readonly name?: string;
  readonly scopes?: string;
  readonly test?: boolean;
  readonly expires?: string;
  readonly rateLimit?: string;
  readonly concurrency?: string;
  /** Networks, separated by commas. */
  readonly addresses?: string;
  readonly import?: boolean;
}

/** Makes a key, or imports one from standard input. */
export async function createKey(options: NewKeyOptions): Promise<number> {
  const wanted = {
    name: nameFrom(options.name ?? "command line"),
    scopes: scopesFrom(options.scopes ?? "*"),
    rateLimit: boundFrom(options.rateLimit, { name: "--rate-limit", max: MOST_REQUESTS_PER_MINUTE }),
    concurrency: boundFrom(options.concurrency, { name: "--concurrency", max: MOST_AT_ONCE }),
    expiresAt: options.expires === undefined ? null : momentFrom(options.expires, Date.now()),
    allowedAddresses: options.addresses === undefined ? null : networksFrom(options.addresses),
  };
  const imported = options.import === true ? await importedSecret() : undefined;
  const mode = options.test === true || isTestKey(imported) ? "test" : "live";
  return withStore(
    { ...options, makesData: true },
    async ({ store, pepper: openPepper, accountBounds: { keys: maxLive } }) => {
      const pepper = await openPepper();
      const accountId = options.account ?? (await firstAccountId(store));
      const secret = imported === undefined ? issueSecret(mode, pepper) : undefined;
      const made = await store.keys.create({
        ...wanted,
        id: newId.key(),
        accountId,
        mode,
        createdBy: null,
        maxLive,
        secret: secret?.onFile ?? secretOnFile(imported ?? "", pepper),
        now: Date.now(),
      });
      switch (made.kind) {
        case "unknown_account":
          throw unknownAccount(accountId);
        case "too_many":
          throw new Failure(
            "too_many_keys",
            `Account ${accountId} has ${maxLive} keys that are neither revoked nor expired, the most that it may have ` +
              "(QUIRE_ACCOUNT_KEYS). Revoke one with 'quire keys revoke ID'; 'quire keys list' shows them.",
          );
        case "secret_taken":
          throw new Failure("name_taken", "This key exists already.");
        case "created":
          console.error(`Key ${made.key.id} of account ${accountId} has been ${secret ? "made" : "imported"}.`);
          revealSecret(secret);
          return 0;
      }
    },
  );
}

/** Prints the key on a line of standard output alone, for scripts. */
function revealSecret(issued: IssuedSecret | undefined): void {
  if (issued !== undefined) {
    console.error("The key itself, shown this once, is on standard output.");
    console.log(issued.secret);
  }
}

function scopesFrom(given: string): readonly KeyScope[] {
  const scopes = given.split(",").map((scope) => scope.trim());
  return [...new Set(scopes)].map((scope) => {
    if (!isKeyScope(scope)) {
      throw new Failure(
        "validation_error",
        `There is no scope '${scope}'. --scopes takes ${Object.keys(KEY_SCOPES).join(", ")}, with commas between them.`,
      );
    }
    return scope;
  });
}

function networksFrom(given: string): readonly string[] {
  const networks = given.split(",").map((each) => {
    const network = parseNetwork(each);
    if ("fault" in network) {
      throw new Failure("validation_error", `--addresses: ${network.fault}. Commas stand between several.`);
    }
    return network.value;
  });
  return [...new Set(networks)];
}

const boundFrom = (
  given: string | undefined,
  { name, max }: { readonly name: string; readonly max: number },
): number | null => (given === undefined ? null : integerFrom(given, { name, min: 1, max }));

const isoMoment = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** Parses the moment of expiry; a day means its beginning in UTC. */
function momentFrom(given: string, now: number): number {
  const moment = isoMoment.safeParse(given).success ? Date.parse(given) : Number.NaN;
  if (Number.isNaN(moment)) {
    throw new Failure("validation_error", "--expires should be a date such as 2031-01-31 or 2031-01-31T12:00:00Z.");
  }
  if (moment <= now) {
    throw new Failure("validation_error", `--expires ${given} is in the past.`);
  }
  return moment;
}

/** Reads the secret from standard input, because arguments can be seen by every user of the machine. */
async function importedSecret(): Promise<string> {
  if (process.stdin.isTTY) {
    console.error("Type the key, Enter and Ctrl-D.");
  }
  const secret = (await text(process.stdin)).replace(/\r?\n$/, "");
  if (!isAcceptableKey(secret)) {
    throw new Failure(
      "validation_error",
      "Standard input should be a key: one line of 8 to 256 visible ASCII characters.",
    );
  }
  return secret;
}

/**
 * Returns whether a secret is a test key: one in the service's own form shows it itself, so that an import never makes
 * a test key cost credits.
 */
const isTestKey = (secret: string | undefined): boolean =>
  secret !== undefined && secret.startsWith("quire_test_") && hasKeyForm(secret);

async function firstAccountId(store: Store): Promise<string> {
  const [first] = await store.accounts.list({ limit: 1 });
  assert(first !== undefined, "a store that is administered has its first account");
  return first.id;
}

/** Prints the keys of all accounts or of one, as a table or as the objects of the API. */
export async function listKeys(
  options: DataDirectoryChoice & { readonly account?: string; readonly json?: boolean },
): Promise<number> {
  const accountId = options.account;
  const all = await withStore(options, async ({ store }) => {
    if (accountId !== undefined && (await store.accounts.find(accountId)) === undefined) {
      throw unknownAccount(accountId);
    }
    return everyItem((page) => store.keys.list({ ...page, accountId }));
  });
  console.log(options.json === true ? JSON.stringify(all.map(keyObject), null, 2) : keyTable(all, Date.now()));
  return 0;
}

const keyTable = (all: readonly Key[], now: number): string =>
  tableText([
    ["KEY", "ACCOUNT", "SECRET", "STATE", "SCOPES", "ADDRESSES", "LAST USED", "NAME"],
    ...all.map((key) => [
      key.id,
      key.accountId,
      key.display,
      stateOf(key, now),
      key.scopes.join(","),
      key.allowedAddresses?.join(",") ?? "any",
      timeOrNull(key.lastUsedAt) ?? "never",
      key.name,
    ]),
  ]);

function stateOf({ mode, revokedAt, expiresAt }: Key, now: number): string {
  if (revokedAt !== null) {
    return "revoked";
  }
  return expiresAt !== null && expiresAt <= now ? "expired" : mode;
}

/** Revokes a key, at once. */
export async function revokeKey(id: string, options: DataDirectoryChoice): Promise<number> {
  const key = await withStore(options, ({ store }) => store.keys.revoke({ id, now: Date.now() }));
  if (key === undefined) {
    throw unknownKey(id);
  }
  console.error(`Key ${id} is revoked.`);
  return 0;
}

/** Gives a key a new secret; the old one works for some time yet. */
export async function rotateKey(
  id: string,
  options: DataDirectoryChoice & { readonly graceSeconds?: string },
): Promise<number> {
  const graceSeconds = integerFrom(options.graceSeconds ?? String(DEFAULT_GRACE_SECONDS), {
    name: "--grace-seconds",
    min: 0,
    max: MOST_GRACE_SECONDS,
  });
  return withStore(options, async ({ store, pepper }) => {
    const key = await store.keys.find(id);
    if (key === undefined) {
      throw unknownKey(id);
    }
    const issued = issueSecret(key.mode, await pepper());
    const now = Date.now();
    const oldExpireAt = now + 1000 * graceSeconds;
    if (
      key.revokedAt !== null ||
      (await store.keys.rotate({ id, secret: issued.onFile, oldExpireAt, now })) === undefined
    ) {
      throw new Failure("not_found", `Key '${id}' is revoked; make a new one.`);
    }
    console.error(`Key ${id} has a new secret; the old one works until ${new Date(oldExpireAt).toISOString()}.`);
    revealSecret(issued);
    return 0;
  });
}

const unknownKey = (id: string): Failure => new Failure("not_found", `There is no key '${id}'.`);
