import { expect } from "vitest";
import { type Cast, POOR } from "./cast.ts";
import { type Answered, Connection, jsonOf, sha256 } from "./connection.ts";
import { chargesOf, type StoreContents } from "./store-contents.ts";

/* What has to be true of a service that has come to rest after many crashes. */

/**
 * Fails unless each accepted job has ended as its client may expect, with the result that it has to have. Returns how
 * many ended in which state.
 */
export async function expectJobsAnswered(port: number, { journal }: Cast): Promise<ReadonlyMap<string, number>> {
  using connection = new Connection(port);
  const ends = new Map<string, number>();
  /** The jobs whose work is paid, by themselves or by one before them under the same key. */
  const paid = new Set<string>();
  for (const [id, known] of journal.jobs) {
    const path = `/api/v1/jobs/${id}`;
    const job = await connection.ask({ method: "GET", path, key: known.account.key }, 200);
    const result = await connection.send({ method: "GET", path: `${path}/result`, key: known.account.key });
    const status = String(job["status"]);
    ends.set(status, (ends.get(status) ?? 0) + 1);
    // Work whose result was deleted is paid, and done again for nothing under the same key (contract, idempotency).
    const price = paid.has(known.repeats ?? "") ? 0 : 1;
    if (price === 0 || status === "complete") {
      paid.add(id);
    }
    const answer = result.kind === "answered" ? result : undefined;
    expect(endFaults({ ...known, price }, { ...job, status }, answer), id).toEqual([]);
  }
  return ends;
}

function endFaults(
  known: { resultSha256: string; wasCancelAsked: boolean; wasDeletionAsked: boolean; price: number },
  job: Readonly<Record<string, unknown>> & { readonly status: string },
  result: Answered | undefined,
): string[] {
  const { status: answered = 0 } = result ?? {};
  const isSame = result !== undefined && answered === 200 && sha256(result.body) === known.resultSha256;
  const isGone = answered === 410 && known.wasDeletionAsked;
  const credits = job["credits"] as { held: number; charged: number };
  const gaveUp = job["attempts"] === 3 && result !== undefined && jsonCode(result) === "internal_error";
  const isRight: Readonly<Record<string, boolean>> = {
    complete: credits.charged === known.price && (isSame || isGone),
    failed: credits.charged === 0 && gaveUp,
    cancelled: credits.charged === 0 && known.wasCancelAsked && answered === 409,
  };
  return isRight[job.status] === true && credits.held === 0
    ? []
    : [`${JSON.stringify(job)}, its result is answered ${answered} (${isSame ? "as it should be" : "not the same"})`];
}

const jsonCode = (answer: Answered): unknown =>
  String(answer.headers["content-type"]).startsWith("application/json") ? jsonOf(answer)["code"] : undefined;

/** Fails unless the administrator is shown the balances that are in the database. */
export async function expectBalancesShown(
  port: number,
  { contents, adminKey, cast }: { readonly contents: StoreContents; readonly adminKey: string; readonly cast: Cast },
): Promise<void> {
  using connection = new Connection(port);
  for (const { id } of cast.journal.accounts) {
    const shown = await connection.ask({ method: "GET", path: `/api/v1/accounts/${id}`, key: adminKey }, 200);
    const { balance } = contents.accounts.find((account) => account.id === id) ?? {};
    expect(shown).toMatchObject({ balance, held: 0, available: balance });
  }
}

/** Fails unless requests that are sent until they are answered are charged, or granted, as often as there are keys. */
export function expectOneChargePerKey(contents: StoreContents, { keyed, plain, poor, granter }: Cast): void {
  expect(keyed.keysOpen.size).toBe(0);
  expect(chargesOf(contents, keyed.id)).toEqual({ jobs: 0, requests: keyed.keysDelivered.size });
  expect(keyed.keysDelivered.size).toBeGreaterThan(0);
  expect(chargesOf(contents, plain.id).requests).toBeGreaterThanOrEqual(plain.plainDelivered);
  const granted = contents.ledger.filter(({ account_id, kind }) => account_id === poor.id && kind === "grant");
  expect(granted.reduce((sum, { amount }) => sum + amount, 0)).toBe(POOR + granter.granted);
}
