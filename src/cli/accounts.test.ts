import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Failure } from "../kernel/failure.ts";
import { UsageError } from "./command-line.ts";
import { runQuire } from "./program.ts";
import { commandLine } from "./testing/run-quire.ts";

let cli: ReturnType<typeof commandLine>;
beforeEach(() => {
  cli = commandLine();
});
afterEach(() => cli.remove());

/** Makes an account and returns its id. */
const madeAccount = (...args: string[]): string => cli.quire("accounts", "create", ...args).stdout.trim();
const ledgerOf = (accountId: string) => cli.inStore((store) => store.accounts.ledger({ accountId, limit: 10 }));

test("an account is made where there is no database, its id alone on standard output", async () => {
  const made = cli.quire("accounts", "create", "Ärzte & Söhne", "--credits", "250");
  expect(made).toMatchObject({ status: 0, stdout: expect.stringMatching(/^acc_[a-z0-9]{16}\n$/) });
  expect(made.stderr).toMatch(/has been made, with 250 credits\.\n$/);
  const account = await cli.inStore((store) => store.accounts.find(made.stdout.trim()));
  expect(account).toMatchObject({ name: "Ärzte & Söhne", state: "active", balance: 250, held: 0 });
});

test("an account may be called like a command", async () => {
  const id = madeAccount("accounts");
  expect(await cli.inStore((store) => store.accounts.find(id))).toMatchObject({ name: "accounts", balance: 0 });
});

test("credits are granted and taken, each with its entry in the ledger", async () => {
  const id = madeAccount("Acme");
  expect(cli.quire("accounts", "grant", id, "100", "--reason", "invoice 7")).toEqual({
    status: 0,
    stdout: "",
    stderr: `Account ${id} has been granted 100 credits; it can spend 100.\n`,
  });
  expect(cli.quire("accounts", "grant", id, "-30").stderr).toBe(
    `Account ${id} has lost 30 credits; it can spend 70.\n`,
  );
  expect(await ledgerOf(id)).toMatchObject([
    { kind: "adjust", amount: -30, reason: "command line", keyId: null },
    { kind: "grant", amount: 100, reason: "invoice 7", keyId: null },
  ]);
});

test("the amount that is taken may be before the options, or behind two hyphens", async () => {
  const id = madeAccount("Acme", "--credits", "10");
  expect(cli.quire("accounts", "grant", id, "-3", "--reason", "correction").status).toBe(0);
  expect(cli.quire("accounts", "grant", "--reason", "correction", "--", id, "-3").status).toBe(0);
  expect(await cli.inStore((store) => store.accounts.find(id))).toMatchObject({ balance: 4 });
});

test("more than there is cannot be taken, and nothing happens", async () => {
  const id = madeAccount("Acme", "--credits", "10");
  expect(cli.quire("accounts", "grant", id, "-11")).toEqual({
    status: 1,
    stdout: "",
    stderr: `quire: Only 10 credits can be taken from ${id}.\n`,
  });
  expect(await ledgerOf(id)).toHaveLength(1);
});

test("an account that is not there is named", () => {
  madeAccount("Acme");
  expect(cli.quire("accounts", "grant", "acc_unknown", "5")).toMatchObject({
    status: 1,
    stderr: "quire: There is no account 'acc_unknown'.\n",
  });
});

test("the list is a table, or JSON with all members", () => {
  const ids = [madeAccount("First", "--credits", "5"), madeAccount("Second")];
  const { stdout } = cli.quire("accounts", "list");
  const lines = stdout.trimEnd().split("\n");
  expect(lines).toHaveLength(4);
  expect(lines[2]).toMatch(new RegExp(`^${ids[0]}  active +5 +0 +First$`));
  expect(JSON.parse(cli.quire("accounts", "list", "--json").stdout)).toMatchObject([
    { name: "first account" },
    { account_id: ids[0], name: "First", state: "active", balance: 5, held: 0, available: 5 },
    { account_id: ids[1], name: "Second", balance: 0, monthly_grant: 0, created_at: expect.stringMatching(/Z$/) },
  ]);
});

test.each([
  [["accounts", "list"]],
  [["accounts", "grant", "acc_x", "5"]],
  [["keys", "list"]],
  [["keys", "revoke", "key_x"]],
  [["keys", "rotate", "key_x"]],
])("where there is no data, %j says so and makes nothing", (args) => {
  const refused = cli.quire(...args);
  expect(refused).toMatchObject({ status: 1, stdout: "" });
  expect(refused.stderr).toBe(
    `quire: There is no data in ${cli.dataDirectory}: no service has been started with this directory. Set ` +
      "QUIRE_DATA_DIR, or --data-dir, to the data directory of the service.\n",
  );
  expect(existsSync(cli.dataDirectory)).toBe(false);
});

test("a new installation has the first account", () => {
  madeAccount("Acme");
  expect(JSON.parse(cli.quire("accounts", "list", "--json").stdout)).toMatchObject([
    { name: "first account" },
    { name: "Acme" },
  ]);
});

test("a name that would steer the terminal is shown without its controls", async () => {
  const id = madeAccount("plain");
  await cli.inStore((store) => store.accounts.change({ id, name: "\u{1b}[31mred\nline", now: Date.now() }));
  const { stdout } = cli.quire("accounts", "list");
  expect(stdout).toContain("\u{FFFD}[31mred\u{FFFD}line");
  expect(stdout).not.toContain("\u{1b}");
});

test("what is refused is said in a sentence, and nothing is made", () => {
  const refused = cli.quire("accounts", "create", "Acme", "--credits", "1.5");
  const stderr = "quire: --credits should be an integer from 0 to 1000000000000.\n";
  expect(refused).toEqual({ status: 1, stdout: "", stderr });
  expect(existsSync(cli.dataDirectory)).toBe(false);
});

test.each([
  ["a negative number to begin with", ["create", "A", "--credits=-1"], "--credits should be an integer from 0"],
  ["a number of another notation", ["create", "A", "--credits", "1e3"], "--credits should be an integer from 0"],
  [
    "too many",
    ["create", "A", "--credits", "1000000000001"],
    "--credits should be an integer from 0 to 1000000000000.",
  ],
  ["an amount of nothing", ["grant", "acc_x", "0"], "AMOUNT should not be 0"],
  ["too many to take", ["grant", "acc_x", "-1000000000001"], "AMOUNT should be an integer from -1000000000000"],
  ["a word", ["grant", "acc_x", "many"], "AMOUNT should be an integer"],
  [
    "a long reason",
    ["grant", "acc_x", "5", "--reason", "x".repeat(501)],
    "--reason should have at most 500 characters.",
  ],
  ["no name", ["create", " "], "A name should have 1 to 200 characters on one line."],
  ["a name of 201 characters", ["create", "x".repeat(201)], "A name should have 1 to 200 characters on one line."],
  ["a name of two lines", ["create", "a\nb"], "A name should have 1 to 200 characters on one line."],
])("%s is refused", async (_, args, sentence) => {
  const refusal = await runQuire(["accounts", ...args]).catch((thrown: unknown) => thrown);
  expect(refusal).toBeInstanceOf(Failure);
  expect(refusal).toMatchObject({ message: expect.stringContaining(sentence) });
});

test("names of 200 characters and the largest amount are taken", async () => {
  const id = madeAccount("x".repeat(200), "--credits", "1000000000000");
  expect(await cli.inStore((store) => store.accounts.find(id))).toMatchObject({ balance: 1_000_000_000_000 });
});

test.each([[["accounts", "delete"]], [["nothing"]], [["constructor"]]])(
  "quire %j is not understood: why, how help is called, and 2",
  (args) => {
    const refused = cli.quire(...args);
    expect(refused).toMatchObject({ status: 2, stdout: "" });
    expect(refused.stderr).toMatch(/^quire: [A-Z].+\.\n'quire( accounts)? --help' shows how it is called\.\n$/);
    expect(existsSync(cli.dataDirectory)).toBe(false);
  },
);

test.each([
  [[]],
  [["toString"]],
  [["create"]],
  [["create", "A", "B"]],
  [["create", "A", "--credit", "5"]],
  [["create", "A", "--credits"]],
  [["grant", "acc_x"]],
  [["grant", "acc_x", "-5", "-6"]],
  [["list", "--json=yes"]],
])("accounts %j is not understood", async (args) => {
  await expect(runQuire(["accounts", ...args])).rejects.toBeInstanceOf(UsageError);
});

test("while another process has the database open, commands work", () => {
  const id = madeAccount("Acme");
  using database = new DatabaseSync(join(cli.dataDirectory, "quire.db"));
  database.prepare("SELECT count(*) FROM sqlite_schema").get();
  expect(cli.quire("accounts", "grant", id, "5")).toMatchObject({ status: 0 });
});

test("a data directory that cannot be made is reported as a sentence", () => {
  writeFileSync(cli.dataDirectory, "This is a file.");
  const refused = cli.quire("accounts", "list");
  expect(refused).toMatchObject({ status: 1, stdout: "" });
  expect(refused.stderr).toMatch(/^quire: [^\n]+\n$/);
});

test("--help shows the usage", () => {
  const helped = cli.quire("accounts", "grant", "--help");
  expect(helped).toMatchObject({ status: 0, stderr: "" });
  expect(helped.stdout).toContain("Usage: quire accounts grant [options] <ID> <AMOUNT>");
  expect(helped.stdout).not.toContain("revoke");
});
