import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { accountOf, as, call, type KeyObject, moneyOf, newAccount, spend } from "./accounts.ts";
import { expectFailure, expectOk, type Reply } from "./reply.ts";
import { commonService } from "./service.ts";

/* `quire accounts` and `quire keys`, while a service runs on the same data directory. */

const service = commonService();
const root = resolve(import.meta.dirname, "../..");

interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `quire` with `args`; the caller judges its exit status. */
function quire(args: readonly string[], { input = "" } = {}): Promise<Ended> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, QUIRE_DATA_DIR: service().dataDirectory };
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [join(root, "src/cli/quire.ts"), ...args],
      { cwd: root, env },
      (error, stdout, stderr) =>
        done({ status: typeof error?.code === "number" ? error.code : error === null ? 0 : -1, stdout, stderr }),
    );
    child.stdin?.end(input);
  });
}

/** Runs `quire` and returns what it wrote to standard output, without the line break at the end. */
async function reported(args: readonly string[], options: { readonly input?: string } = {}): Promise<string> {
  const { status, stdout, stderr } = await quire(args, options);
  expect({ status, stderr }).toEqual({ status: 0, stderr });
  return stdout.trim();
}

const limits = (key: string): Promise<Reply> => call(service(), "GET", "/api/v1/limits", { key });

test("an account and a key made by the command line are those of the service, at once", async () => {
  const id = await reported(["accounts", "create", "By hand", "--credits", "3"]);
  expect(await accountOf(service(), id)).toMatchObject({ name: "By hand", balance: 3, state: "active" });
  const key = await reported(["keys", "create", "--account", id, "--name", "ci", "--scopes", "convert,account"]);
  expect(key).toMatch(/^quire_live_[0-9A-Za-z]{30}$/);
  expect(expectOk(await spend(service(), key)).headers["x-credits-remaining"]).toBe("2");
  const account = as<{ key: KeyObject }>(await call(service(), "GET", "/api/v1/account", { key }));
  expect(account.key).toMatchObject({ name: "ci", scopes: ["convert", "account"], created_by: null, mode: "live" });
});

test("grants and takings", async () => {
  const { account_id } = await newAccount(service(), 10);
  await reported(["accounts", "grant", account_id, "5", "--reason", "paid"]);
  expect(await moneyOf(service(), account_id)).toEqual([15, 0, 15]);
  await reported(["accounts", "grant", account_id, "-15"]);
  expect(await moneyOf(service(), account_id)).toEqual([0, 0, 0]);
  const failures = [
    ["accounts", "grant", account_id, "-1"],
    ["accounts", "grant", account_id, "0"],
    ["accounts", "grant", account_id, "1.5"],
    ["accounts", "grant", account_id, "many"],
    ["accounts", "grant", "acc_0000000000000000", "5"],
    ["accounts", "grant", account_id],
    ["accounts", "create"],
    ["accounts", "create", "x", "--credits", "-5"],
  ];
  for (const args of failures) {
    const { status, stderr } = await quire(args);
    expect(status, args.join(" ")).toBeGreaterThan(0);
    expect(stderr).toMatch(/\S/);
    expect(stderr).not.toMatch(/\bat .+\.[jt]s:\d+/);
  }
  expect(await moneyOf(service(), account_id)).toEqual([0, 0, 0]);
});

test("lists have every account and every key, and no secret", async () => {
  const { account_id } = await newAccount(service(), 7, "Listed");
  const key = await reported(["keys", "create", "--account", account_id]);
  const accounts = JSON.parse(await reported(["accounts", "list", "--json"])) as object[];
  expect(accounts).toContainEqual(expect.objectContaining({ account_id, name: "Listed", balance: 7 }));
  expect(accounts.length).toBeGreaterThan(1);
  const keys = await reported(["keys", "list", "--account", account_id, "--json"]);
  expect(JSON.parse(keys)).toEqual([expect.objectContaining({ account_id, scopes: ["*"] })]);
  expect(keys).not.toContain(key);
  expect(await reported(["accounts", "list"])).toContain(account_id);
});

test("a key that is revoked or rotated there is so for the service at once", async () => {
  const { account_id } = await newAccount(service(), 0);
  const key = await reported(["keys", "create", "--account", account_id]);
  expect((await limits(key)).status).toBe(200);
  const [only] = JSON.parse(await reported(["keys", "list", "--account", account_id, "--json"])) as KeyObject[];
  const id = String(only?.key_id);
  const second = await reported(["keys", "rotate", id, "--grace-seconds", "0"]);
  expectFailure(await limits(key), 401, "revoked_api_key");
  expect((await limits(second)).status).toBe(200);
  await reported(["keys", "revoke", id]);
  expectFailure(await limits(second), 401, "revoked_api_key");
  expect((await quire(["keys", "revoke", "key_0000000000000000"])).status).toBeGreaterThan(0);
});

test("keys of foreign form are imported, and are unknown again when they are revoked", async () => {
  const { account_id } = await newAccount(service(), 0);
  const foreign = `sk-${crypto.randomUUID()}-~!`;
  await reported(["keys", "create", "--account", account_id, "--import"], { input: `${foreign}\n` });
  expect((await limits(foreign)).status).toBe(200);
  const [only] = JSON.parse(await reported(["keys", "list", "--account", account_id, "--json"])) as KeyObject[];
  await reported(["keys", "revoke", String(only?.key_id)]);
  expectFailure(await limits(foreign), 401, "invalid_api_key");
});

test.each(["short", "x".repeat(257), "two words here", "schlüssel-aus-übersee"])(
  "%j cannot be imported",
  async (input) => {
    const { account_id } = await newAccount(service(), 0);
    expect((await quire(["keys", "create", "--account", account_id, "--import"], { input })).status).toBeGreaterThan(0);
    expect(JSON.parse(await reported(["keys", "list", "--account", account_id, "--json"]))).toEqual([]);
  },
);

test("keys of 8 and of 256 visible characters can be imported, test keys made", async () => {
  const { account_id } = await newAccount(service(), 0);
  for (const input of [crypto.randomUUID().slice(0, 8), crypto.randomUUID().padEnd(256, "~")]) {
    await reported(["keys", "create", "--account", account_id, "--import"], { input });
    expect((await limits(input)).status).toBe(200);
  }
  const key = await reported(["keys", "create", "--account", account_id, "--test"]);
  expect(key).toMatch(/^quire_test_/);
  expect(expectOk(await spend(service(), key)).headers["x-credits-charged"]).toBe("0");
});
