import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";

interface AccountRow {
  readonly id: string;
  readonly balance: number;
  readonly held: number;
}
interface HoldRow {
  readonly id: string;
  readonly account_id: string;
  readonly amount: number;
  readonly charged: number;
  readonly state: "open" | "settled" | "released";
}
interface EntryRow {
  readonly account_id: string;
  readonly kind: "grant" | "charge" | "refund" | "adjust";
  readonly amount: number;
  readonly hold_id: string | null;
}
export interface JobRow {
  readonly id: string;
  readonly account_id: string;
  readonly hold_id: string;
  readonly state: string;
  readonly attempts: number;
  /** The credits that the job is charged, at most what is held, when it ends without a result. */
  readonly owed: number;
  /** The store's JobError as JSON. */
  readonly error: string | null;
  /** The name of the file that holds its result. */
  readonly file: string | null;
}

/** Everything that money depends on, as it was at one moment. */
export interface StoreContents {
  readonly accounts: readonly AccountRow[];
  readonly holds: readonly HoldRow[];
  readonly ledger: readonly EntryRow[];
  readonly jobs: readonly JobRow[];
}

/** Reads the tables directly, in one transaction, while the service may write them. */
export function readStoreContents(dataDirectory: string): StoreContents {
  using database = new DatabaseSync(join(dataDirectory, "quire.db"), { readOnly: true, timeout: 5000 });
  database.exec("BEGIN");
  return {
    accounts: rows<AccountRow>(database, CONTENTS.accounts),
    holds: rows<HoldRow>(database, CONTENTS.holds),
    ledger: rows<EntryRow>(database, CONTENTS.ledger),
    jobs: rows<JobRow>(database, CONTENTS.jobs),
  };
}

/** Reads the tables of a PostgreSQL database directly, in one transaction. */
export async function readSharedContents(url: string): Promise<StoreContents> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const read = async <Row extends object>(statement: string): Promise<readonly Row[]> =>
      (await client.query<Row>(statement)).rows.map(withNumbers);
    return {
      accounts: await read<AccountRow>(CONTENTS.accounts),
      holds: await read<HoldRow>(CONTENTS.holds),
      ledger: await read<EntryRow>(CONTENTS.ledger),
      jobs: await read<JobRow>(CONTENTS.jobs),
    };
  } finally {
    await client.end();
  }
}

/** The columns that are integers of 64 bits, which arrive as texts. */
const NUMBERS: ReadonlySet<string> = new Set(["balance", "held", "amount", "charged", "attempts", "owed"]);

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the representation of numbers is changed
const withNumbers = <Row extends object>(row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, NUMBERS.has(name) && value !== null ? Number(value) : value]),
  ) as Row;

/** The statements that read everything that money depends on. */
const CONTENTS = {
  accounts: "SELECT id, balance, held FROM accounts",
  holds: "SELECT id, account_id, amount, charged, state FROM holds",
  ledger: `SELECT ledger.account_id, kind, ledger.amount, holds.id AS hold_id
    FROM ledger LEFT JOIN holds ON holds.number = ledger.hold_number`,
  jobs: "SELECT id, account_id, hold_id, state, attempts, owed, error, file FROM jobs",
} as const;

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the columns selected are the members of the type
const rows = <Row>(database: DatabaseSync, sql: string): readonly Row[] =>
  database.prepare(sql).all() as unknown as readonly Row[];

export const isUnfinished = ({ state }: Pick<JobRow, "state">): boolean =>
  state === "pending" || state === "processing";

/**
 * Returns what is wrong in the accounts of a service that does no synchronous request at the moment; calculated here
 * and not by the store.
 */
export function contradictions({ accounts, holds, ledger, jobs }: StoreContents): string[] {
  const entered = sums(ledger, ({ account_id, amount }) => [account_id, amount]);
  const open = holds.filter(({ state }) => state === "open");
  const held = sums(open, ({ account_id, amount }) => [account_id, amount]);
  const charges = ledger.filter(({ kind }) => kind === "charge");
  const chargesOfHold = sums(charges, ({ hold_id }) => [hold_id ?? "", 1]);
  const chargedToHold = sums(charges, ({ hold_id, amount }) => [hold_id ?? "", -amount]);
  const waited = new Set(jobs.filter(isUnfinished).map(({ hold_id }) => hold_id));
  const openIds = new Set(open.map(({ id }) => id));
  const wrongAccount = ({ id, balance, held: kept }: AccountRow): boolean =>
    balance !== (entered.get(id) ?? 0) || kept !== (held.get(id) ?? 0) || balance - kept < 0;
  const holdsById = new Map(holds.map((hold) => [hold.id, hold]));
  const isUnpaid = ({ state, hold_id }: JobRow): boolean => {
    const hold = holdsById.get(hold_id);
    return state === "complete" && (hold?.state !== "settled" || hold.charged !== hold.amount);
  };
  const wrongHold = ({ id, state, amount, charged }: HoldRow): boolean =>
    charged !== (chargedToHold.get(id) ?? 0) || charged > (state === "settled" ? amount : 0);
  const jobOfHold = new Map(jobs.map((job) => [job.hold_id, job]));
  const paysForNothing = ({ hold_id }: EntryRow): boolean => {
    const job = jobOfHold.get(hold_id ?? "");
    return job !== undefined && job.state !== "complete" && (isUnfinished(job) || job.owed === 0);
  };
  const isWronglyPaid = ({ state, hold_id, owed }: JobRow): boolean => {
    const hold = holdsById.get(hold_id);
    return (state === "failed" || state === "cancelled") && hold?.charged !== Math.min(owed, hold?.amount ?? 0);
  };
  return [
    ...accounts.filter(wrongAccount).map((account) => `wrong sums: ${JSON.stringify(account)}`),
    ...holds.filter(wrongHold).map((hold) => `wrong charge: ${JSON.stringify(hold)}`),
    ...[...chargesOfHold].filter(([, count]) => count !== 1).map(([id]) => `charged twice: ${id}`),
    ...open.filter(({ id }) => !waited.has(id)).map(({ id }) => `open hold without unfinished job: ${id}`),
    ...[...waited].filter((id) => !openIds.has(id)).map((id) => `unfinished job without open hold: ${id}`),
    ...charges.filter(paysForNothing).map(({ hold_id }) => `charge of a job that has brought nothing: ${hold_id}`),
    ...jobs.filter(isWronglyPaid).map((job) => `not charged what was owed: ${JSON.stringify(job)}`),
    ...jobs.filter(isUnpaid).map(({ id }) => `complete job that was not charged: ${id}`),
    ...jobs.filter(({ attempts }) => attempts > 3).map((job) => `more than 3 attempts: ${JSON.stringify(job)}`),
  ];
}

/** Returns the credits charged to an account for jobs, and for requests that were answered at once. */
export function chargesOf({ ledger, jobs }: StoreContents, accountId: string): { jobs: number; requests: number } {
  const ofJobs = new Set(jobs.map(({ hold_id }) => hold_id));
  const charged = { jobs: 0, requests: 0 };
  for (const { account_id, kind, amount, hold_id } of ledger) {
    if (account_id === accountId && kind === "charge") {
      charged[ofJobs.has(hold_id ?? "") ? "jobs" : "requests"] -= amount;
    }
  }
  return charged;
}

/** Returns the result files that belong to a job or a remembered request. */
export function knownResults(dataDirectory: string): string[] {
  using database = new DatabaseSync(join(dataDirectory, "quire.db"), { readOnly: true, timeout: 5000 });
  const sql =
    "SELECT file FROM jobs WHERE file IS NOT NULL UNION SELECT file FROM remembered_requests WHERE file IS NOT NULL";
  return rows<{ file: string }>(database, sql).map(({ file }) => file);
}

/** Returns the names in a directory of the data directory; none when there is no such directory. */
export async function namesIn(dataDirectory: string, name: "tasks" | "jobs" | "results"): Promise<string[]> {
  try {
    return await readdir(join(dataDirectory, name));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return [];
    }
    throw error;
  }
}

/** Returns the ids of the jobs that have inputs. */
export const jobsWithInputs = async (dataDirectory: string): Promise<string[]> => [
  ...new Set((await namesIn(dataDirectory, "jobs")).map((name) => name.split(".")[0] ?? name)),
];

function sums<T>(items: Iterable<T>, entry: (item: T) => readonly [string, number]): Map<string, number> {
  const totals = new Map<string, number>();
  for (const item of items) {
    const [key, amount] = entry(item);
    totals.set(key, (totals.get(key) ?? 0) + amount);
  }
  return totals;
}
