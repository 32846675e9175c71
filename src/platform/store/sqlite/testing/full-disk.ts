import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assert } from "../../../../kernel/assert.ts";
import { Failure } from "../../../../kernel/failure.ts";
import { NOW, newAccount, newJob, submitted } from "../../conformance/scene.ts";
import { openSqliteStore } from "../sqlite-store.ts";

/* Fills a small disk, and frees it again: full-disk.ts DIRECTORY thread|inline. Prints what became of the store. */

const [directory = "", writer] = process.argv.slice(2);
assert(writer === "thread" || writer === "inline", "the writer is named");
const store = await openSqliteStore({ path: join(directory, "store.db"), writer });
const { id } = await newAccount(store, 1_000_000);
const filler = join(directory, "filler");

const failure = await failureOf(fillUp);
const before = await store.accounts.find(id);
const refused = await failureOf(submitBig);
const after = await store.accounts.find(id);
rmSync(filler);
const job = await submitted(store, newJob(id));
const audit = await store.audit();
await store.close();
const isUnchanged = before?.held === after?.held && before?.balance === after?.balance;
process.stdout.write(JSON.stringify({ failure, refused, isUnchanged, later: job.state, audit }));

async function fillUp(): Promise<never> {
  writeFileSync(filler, Buffer.alloc(1_000_000));
  for (;;) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- until there is no room
    await submitBig();
  }
}

async function submitBig(): Promise<void> {
  await submitted(store, newJob(id, { message: "x".repeat(50_000), maxPending: 10_000, now: NOW }));
}

async function failureOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return "none";
  } catch (error) {
    return error instanceof Failure ? error.code : String(error);
  }
}
