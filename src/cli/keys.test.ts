import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Failure } from "../kernel/failure.ts";
import { createCallers } from "../platform/auth/callers.ts";
import { hasKeyForm, newApiKey } from "../platform/auth/key-form.ts";
import { openPepper } from "../platform/auth/pepper.ts";
import { accountBoundsOf } from "../platform/config/account-bounds.ts";
import { readConfig } from "../platform/config/config.ts";
import { newId } from "../platform/store/ids.ts";
import { UsageError } from "./command-line.ts";
import { runQuire } from "./program.ts";
import { commandLine } from "./testing/run-quire.ts";

let cli: ReturnType<typeof commandLine>;
const accountId = "acc_first";
beforeEach(async () => {
  cli = commandLine();
  mkdirSync(cli.dataDirectory);
  await addAccount(accountId);
});
afterEach(() => cli.remove());

const addAccount = (id: string) =>
  cli.inStore((store) => store.accounts.create({ id, name: "Acme", credits: 0, by: null, now: Date.now() }));

const bounds = {
  rateLimit: 120,
  readRateLimit: 600,
  concurrency: 8,
  account: accountBoundsOf(readConfig({})),
  limits: { uploadBytes: 100_000_000 },
};

/** Returns the service's answer to a request with this key, `later` milliseconds from now. */
async function presented(secret: string, later = 0) {
  const pepper = await openPepper(cli.dataDirectory);
  return cli.inStore(async (store) => {
    const callers = createCallers(store, { pepper, bounds, now: () => Date.now() + later });
    const found = await callers.lookUp(secret);
    return found.kind === "accepted" ? found.caller : found.code;
  });
}

/** Makes a key and returns its secret and id. */
function madeKey(...args: string[]) {
  const { stdout, stderr } = cli.quire("keys", "create", ...args);
  return { secret: stdout.trim(), id: /key_[a-z0-9]{16}/.exec(stderr)?.[0] ?? "" };
}

test("a key of the first account is made: alone on standard output, and the service takes it", async () => {
  await addAccount("acc_second");
  const made = cli.quire("keys", "create");
  expect(made.status).toBe(0);
  expect(made.stdout).toMatch(/^quire_live_[0-9A-Za-z]{30}\n$/);
  expect(hasKeyForm(made.stdout.trim())).toBe(true);
  expect(made.stderr).not.toContain(made.stdout.trim());
  expect(await presented(made.stdout.trim())).toMatchObject({
    account: { id: accountId },
    key: { name: "command line", mode: "live", scopes: ["*"], expiresAt: null, createdBy: null },
    rateLimit: 120,
    concurrency: 8,
  });
});

test("everything about a key can be said", async () => {
  const second = "acc_second";
  await addAccount(second);
  const { secret } = madeKey(
    "--account",
    second,
    "--name=build server",
    "--scopes=pdf, ocr,pdf",
    "--expires=2999-01-31",
    "--rate-limit=7",
    "--concurrency=2",
  );
  expect(await presented(secret)).toMatchObject({
    account: { id: second },
    key: { name: "build server", scopes: ["pdf", "ocr"], expiresAt: Date.UTC(2999, 0, 31) },
    rateLimit: 7,
    concurrency: 2,
  });
  expect(await presented(secret, Date.UTC(2999, 0, 31) - Date.now())).toBe("expired_api_key");
});

test("a key may be for some addresses only", async () => {
  const { secret, id } = madeKey("--addresses", "192.0.2.77/24, 2001:DB8::/32,::ffff:198.51.100.7");
  const networks = ["192.0.2.0/24", "2001:db8::/32", "198.51.100.7/32"];
  expect(await presented(secret)).toMatchObject({ key: { allowedAddresses: networks } });
  const rotated = cli.quire("keys", "rotate", id);
  expect(await presented(rotated.stdout.trim())).toMatchObject({ key: { allowedAddresses: networks } });
  expect(cli.quire("keys", "list").stdout).toContain(networks.join(","));
  expect(JSON.parse(cli.quire("keys", "list", "--json").stdout)).toMatchObject([{ allowed_addresses: networks }]);
});

test("an account has 50 keys at most, whoever makes them, and revoking one makes room", async () => {
  const ids = await cli.inStore(async (store) => {
    const none = { rateLimit: null, concurrency: null, expiresAt: null, allowedAddresses: null, createdBy: null };
    const key = { accountId, name: "k", mode: "live", scopes: ["*"], ...none, now: Date.now() } as const;
    return Promise.all(
      Array.from({ length: 50 }, async () => {
        const id = newId.key();
        await store.keys.create({ ...key, id, secret: { hash: randomBytes(32), display: "" } });
        return id;
      }),
    );
  });
  for (const made of [cli.quire("keys", "create"), cli.quireWith("foreign-key-123", "keys", "create", "--import")]) {
    expect(made).toMatchObject({ status: 1, stdout: "" });
    expect(made.stderr).toMatch(
      /^quire: Account acc_first has 50 keys that are neither revoked nor expired, the most .* 'quire keys revoke ID'/,
    );
  }
  expect(cli.quire("keys", "revoke", ids[0] ?? "").status).toBe(0);
  expect(cli.quire("keys", "create").status).toBe(0);
});

test("a moment of expiry may have a time of day and a zone", async () => {
  const { secret } = madeKey("--expires", "2999-01-31T12:00:00+02:00");
  expect(await presented(secret)).toMatchObject({ key: { expiresAt: Date.UTC(2999, 0, 31, 10) } });
});

test("a test key is a test key", async () => {
  const { secret } = madeKey("--test");
  expect(secret).toMatch(/^quire_test_/);
  expect(await presented(secret)).toMatchObject({ key: { mode: "test" } });
});

test("the secret is nowhere in the data directory", async () => {
  const { secret } = madeKey();
  for (const name of ["quire.db", "quire.db-wal", "key-pepper"]) {
    const path = join(cli.dataDirectory, name);
    expect(existsSync(path) && (await readFile(path)).includes(secret)).toBe(false);
  }
});

test("a key of another service is imported from standard input and not shown again", async () => {
  const imported = cli.quireWith("foreign~key/123\r\n", "keys", "create", "--import", "--name", "from before");
  expect(imported).toMatchObject({ status: 0, stdout: "" });
  expect(imported.stderr).toMatch(/^Key key_\w{16} of account acc_first has been imported\.\n$/);
  expect(await presented("foreign~key/123")).toMatchObject({
    account: { id: accountId },
    key: { name: "from before" },
  });
});

test("a test key stays one when it is imported", async () => {
  const secret = newApiKey("test");
  expect(cli.quireWith(secret, "keys", "create", "--import").status).toBe(0);
  expect(await presented(secret)).toMatchObject({ key: { mode: "test" } });
});

test("a key is imported once", () => {
  cli.quireWith("foreign-key-123", "keys", "create", "--import");
  expect(cli.quireWith("foreign-key-123", "keys", "create", "--import")).toEqual({
    status: 1,
    stdout: "",
    stderr: "quire: This key exists already.\n",
  });
});

test.each([
  ["nothing", ""],
  ["seven characters", "1234567\n"],
  ["257 characters", "x".repeat(257)],
  ["a space in it", "foreign key 123"],
  ["two lines", "foreign-key-123\nforeign-key-456\n"],
  ["letters beyond ASCII", "schlüssel-123"],
])("%s is not imported", async (_, input) => {
  const refused = cli.quireWith(input, "keys", "create", "--import");
  expect(refused).toMatchObject({ status: 1, stdout: "" });
  expect(refused.stderr).toMatch(/^quire: Standard input should be a key: /);
  expect(await cli.inStore((store) => store.keys.list({ limit: 1 }))).toEqual([]);
});

test("keys of 8 and of 256 characters are imported", async () => {
  for (const secret of ["!".repeat(8), "~".repeat(256)]) {
    expect(cli.quireWith(secret, "keys", "create", "--import").status).toBe(0);
    expect(await presented(secret)).toMatchObject({ account: { id: accountId } });
  }
});

test("a key for an account that is not there is not made", async () => {
  const refused = cli.quire("keys", "create", "--account", "acc_unknown");
  expect(refused).toEqual({ status: 1, stdout: "", stderr: "quire: There is no account 'acc_unknown'.\n" });
  expect(await cli.inStore((store) => store.keys.list({ limit: 1 }))).toEqual([]);
});

test.each([
  ["an unknown scope", ["--scopes", "pdf,everything"], "There is no scope 'everything'."],
  ["no scope", ["--scopes", ""], "There is no scope ''."],
  ["a day that does not exist", ["--expires", "2999-02-30"], "--expires should be a date"],
  ["a date in words", ["--expires", "tomorrow"], "--expires should be a date"],
  ["a day that is over", ["--expires", "2020-01-01"], "--expires 2020-01-01 is in the past."],
  ["no requests", ["--rate-limit", "0"], "--rate-limit should be an integer from 1"],
  ["a name of a machine", ["--addresses", "10.0.0.0/8,office"], "--addresses: 'office' is no address or network"],
  ["no address", ["--addresses", ""], "--addresses: '' is no address or network"],
  ["half an operation", ["--concurrency", "0.5"], "--concurrency should be an integer from 1"],
  ["an empty name", ["--name", ""], "A name should have 1 to 200 characters"],
])("%s is refused", async (_, args, sentence) => {
  const refusal = await runQuire(["keys", "create", ...args]).catch((thrown: unknown) => thrown);
  expect(refusal).toBeInstanceOf(Failure);
  expect(refusal).toMatchObject({ message: expect.stringContaining(sentence) });
});

test("before the service has ever run, a key is made for the first account, with its monthly grant", async () => {
  const empty = commandLine();
  const made = empty.quire("keys", "create");
  const accounts = await empty.inStore((store) => store.accounts.list({ limit: 9 }));
  empty.remove();
  expect(made).toMatchObject({ status: 0, stdout: expect.stringMatching(/^quire_live_/) });
  expect(accounts).toMatchObject([{ name: "first account", balance: 1_000_000, monthlyGrant: 1_000_000 }]);
});

test("a revoked key is refused from then on; an unknown one cannot be revoked", async () => {
  const { secret, id } = madeKey();
  expect(cli.quire("keys", "revoke", id)).toEqual({ status: 0, stdout: "", stderr: `Key ${id} is revoked.\n` });
  expect(await presented(secret)).toBe("revoked_api_key");
  expect(cli.quire("keys", "rotate", id)).toMatchObject({ status: 1, stdout: "" });
  for (const command of ["revoke", "rotate"]) {
    const refused = cli.quire("keys", command, "key_unknown");
    expect(refused).toEqual({ status: 1, stdout: "", stderr: "quire: There is no key 'key_unknown'.\n" });
  }
});

test("a rotated key has a new secret, and the old one for a day", async () => {
  const { secret, id } = madeKey("--test");
  const rotated = cli.quire("keys", "rotate", id);
  expect(rotated).toMatchObject({ status: 0, stdout: expect.stringMatching(/^quire_test_[0-9A-Za-z]{30}\n$/) });
  const newSecret = rotated.stdout.trim();
  expect(await presented(secret)).toMatchObject({ key: { id } });
  expect(await presented(newSecret)).toMatchObject({ key: { id } });
  const dayMs = 86_400_000;
  expect(await presented(secret, dayMs)).toBe("revoked_api_key");
  expect(await presented(newSecret, dayMs)).toMatchObject({ key: { id } });
});

test("without grace the old secret ends at once; the grace is an integer", async () => {
  const { secret, id } = madeKey();
  expect(cli.quire("keys", "rotate", id, "--grace-seconds", "soon")).toMatchObject({ status: 1, stdout: "" });
  expect(cli.quire("keys", "rotate", id, "--grace-seconds", "0").status).toBe(0);
  expect(await presented(secret)).toBe("revoked_api_key");
});

test("the list is a table or JSON, of one account or of all, and without any secret", async () => {
  const second = "acc_second";
  await addAccount(second);
  const first = madeKey("--name", "one");
  const other = madeKey("--account", second, "--name", "two", "--scopes", "pdf,ocr");
  const table = cli.quire("keys", "list");
  expect(table.stdout).toContain(
    `${first.id}  ${accountId.padEnd(second.length)}  ${first.secret.slice(0, 14)}…${first.secret.slice(-4)}`,
  );
  expect(table.stdout.trimEnd().split("\n")).toHaveLength(3);
  expect(table.stdout).not.toContain(first.secret);
  const listed = cli.quire("keys", "list", "--json", "--account", second);
  expect(JSON.parse(listed.stdout)).toMatchObject([
    { key_id: other.id, account_id: second, name: "two", mode: "live", scopes: ["pdf", "ocr"], revoked_at: null },
  ]);
  expect(listed.stdout).not.toContain(other.secret);
  expect(cli.quire("keys", "list", "--account", "acc_unknown")).toMatchObject({ status: 1, stdout: "" });
});

test("a key is never an argument", () => {
  expect(cli.quire("keys", "create", "quire_live_x")).toMatchObject({ status: 2, stdout: "" });
});

test.each([[[]], [["delete", "key_x"]], [["revoke"]], [["rotate", "key_x", "key_y"]], [["create", "--import=key"]]])(
  "keys %j is not understood",
  async (args) => {
    await expect(runQuire(["keys", ...args])).rejects.toBeInstanceOf(UsageError);
  },
);
