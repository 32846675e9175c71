import * as fc from "fast-check";
import { WORK_CLASSES, type WorkClass } from "../../../kernel/work-class.ts";
import type { CallOutcome, Remembered } from "../credit-store.ts";
import type { Claim } from "../job-store.ts";
import type { ModelStore } from "./model-store.ts";
import { DAY, fileAnswer, jsonAnswer, MINUTE } from "./scene.ts";

/* Random steps of everything that changes credits or jobs, for the driver and the model alike. */

export const ACCOUNTS = ["acc_first", "acc_other"] as const;

/** The things that a step may refer to, which the steps before it made. */
export interface World {
  now: number;
  instance: string;
  /** A counter that makes every name new. */
  made: number;
  /** The holds of requests that are still on record. */
  holds: readonly { readonly id: string; readonly amount: number; readonly state: string }[];
  readonly jobs: string[];
  /** All claims that were ever made, most of them no longer held. */
  readonly claims: (Claim & { readonly amount: number })[];
  readonly files: string[];
}

/** Runs a step on the driver or on the model, with the same result. */
export type Act = (store: ModelStore) => Promise<unknown>;

/** A step, which is prepared once for both stores: what it refers to and names is the same. */
export type Command =
  | { readonly kind: "crash" }
  | { readonly kind: "act"; readonly name: string; readonly input: unknown; readonly prepare: (world: World) => Act };

const account = fc.constantFrom(ACCOUNTS[0], ...ACCOUNTS);
const pick = fc.nat(7);
const amount = fc.oneof(fc.nat(25), fc.constant(0));
// There are few keys, mostly the same, so that a request is sent again, and its result is sometimes gone meanwhile.
const anyKey = fc.constantFrom("k1", "k1", "k1", "k2");
const fingerprint = fc.constantFrom("f1", "f1", "f1", "f2");
const key = fc.option(anyKey, { nil: undefined });
const outcome = fc.constantFrom("delivered", "client_error", "server_error", "given_up", undefined);
/** The share of what is held. */
const share = fc.constantFrom(0, 0.5, 1);
const clockStep = fc.oneof(
  // This is past the end of results, and before that of records.
  { weight: 3, arbitrary: fc.constant(90 * MINUTE) },
  { weight: 4, arbitrary: fc.constantFrom(MINUTE, DAY, 20 * DAY, -MINUTE, -DAY, -40 * DAY) },
);

/** Makes one step with everything it is given; fast-check prints it when a sequence fails. */
const step = <Input extends object>(
  name: string,
  weight: number,
  input: { readonly [Name in keyof Input]: fc.Arbitrary<Input[Name]> },
  prepare: (world: World, input: Input) => Act,
): fc.WeightedArbitrary<Command> => ({
  weight,
  // fc.record of these arbitraries generates an Input; its own type expresses that less simply.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  arbitrary: (fc.record(input) as fc.Arbitrary<Input>).map((given) => ({
    kind: "act",
    name,
    input: given,
    prepare: (world) => prepare(world, given),
  })),
});

export const command: fc.Arbitrary<Command> = fc.oneof(
  step("hold", 4, { account, amount }, hold),
  step("raise", 3, { pick, amount }, raise),
  step("settle", 3, { account, pick, share, key, outcome, tookMs: fc.option(fc.nat(100_000)) }, settle),
  step("release", 2, { account, pick, key, outcome }, release),
  step("countFailure", 1, { account, outcome: fc.constantFrom("client_error", "server_error") }, countFailure),
  step("submit", 4, { account, amount, key, workClass: fc.constantFrom(...WORK_CLASSES) }, submit),
  step("claim", 6, { workClass: fc.constantFrom(...WORK_CLASSES) }, claim),
  step("heldClaims", 2, { picks: fc.array(pick, { maxLength: 3 }) }, heldClaims),
  step("progress", 2, { pick, pagesDone: fc.nat(3) }, progress),
  step("owe", 3, { pick, credits: amount }, owe),
  step("raiseJob", 3, { pick, amount }, raiseJob),
  step("finish", 3, { pick, share: fc.option(share) }, finish),
  step("giveBack", 1, { pick }, giveBack),
  step("cancel", 2, { pick }, cancel),
  step("discardResult", 1, { pick }, discardResult),
  step("begin", 8, { account, key: anyKey, fingerprint }, begin),
  step("answer", 3, { account, key: anyKey }, answerRequest),
  step("abandon", 2, { account, key: anyKey }, abandon),
  step("adjust", 2, { account, change: fc.integer({ min: -20, max: 20 }), isRepeated: fc.boolean() }, adjust),
  step("sweep", 2, { keepMs: fc.constantFrom(0, DAY) }, sweep),
  step("clock", 4, { ms: clockStep }, setClock),
  { weight: 3, arbitrary: fc.constant<Command>({ kind: "crash" }) },
);

const nothing: Act = async () => undefined;

const chosen = <Item>(items: readonly Item[], which: number): Item | undefined =>
  items[which % Math.max(1, items.length)];

const newName = (world: World, kind: string): string => `${kind}_${++world.made}`;

function hold(world: World, given: { account: string; amount: number }): Act {
  const { instance, now } = world;
  const id = newName(world, "hold");
  const request = { id, accountId: given.account, keyId: "key", operation: "merge", amount: given.amount };
  return ({ credits }) => credits.hold({ ...request, instance, now });
}

/** Returns a remembered answer with a file, which goes after an hour, or without; undefined without a key. */
function remembered(
  world: World,
  { account: accountId, key: idempotencyKey }: { account: string; key: string | undefined },
): Remembered | undefined {
  if (idempotencyKey === undefined) {
    return undefined;
  }
  const taken = { accountId, idempotencyKey, instance: world.instance };
  if (world.made % 3 === 0) {
    return { ...taken, answer: jsonAnswer, fileExpiresAt: null };
  }
  const answer = fileAnswer(newFile(world));
  return { ...taken, answer, fileExpiresAt: world.now + 60 * MINUTE };
}

function newFile(world: World): string {
  const name = newName(world, "file");
  world.files.push(name);
  return name;
}

function raise(world: World, given: { pick: number; amount: number }): Act {
  const open = world.holds.filter(({ state }) => state === "open");
  const made = chosen(open, given.pick);
  const { now } = world;
  return made === undefined
    ? nothing
    : ({ credits }) => credits.raise({ holdId: made.id, amount: made.amount + given.amount, now });
}

interface Ending {
  readonly account: string;
  readonly pick: number;
  readonly key: string | undefined;
  readonly outcome: CallOutcome | undefined;
}

function settle(world: World, given: Ending & { share: number; tookMs: number | null }): Act {
  const made = chosen(world.holds, given.pick);
  if (made === undefined) {
    return nothing;
  }
  const charge = Math.floor(made.amount * given.share);
  const { now } = world;
  const { outcome: ended, tookMs } = given;
  const call = { outcome: ended, startedAt: tookMs === null ? undefined : now - tookMs };
  const settlement = { holdId: made.id, charge, pages: 1, remembered: remembered(world, given), ...call, now };
  return ({ credits }) => credits.settle(settlement);
}

function release(world: World, given: Ending): Act {
  const made = chosen(world.holds, given.pick);
  const end = { remembered: remembered(world, given), outcome: given.outcome, now: world.now };
  return made === undefined ? nothing : ({ credits }) => credits.release({ holdId: made.id, ...end });
}

function countFailure(
  { now }: World,
  given: { readonly account: string; readonly outcome: "client_error" | "server_error" },
): Act {
  const call = { accountId: given.account, keyId: "key", operation: "split", outcome: given.outcome, now };
  return async ({ credits }) => await credits.countFailure(call);
}

interface Submission {
  readonly account: string;
  readonly amount: number;
  readonly key: string | undefined;
  readonly workClass: WorkClass;
}

function submit(world: World, given: Submission): Act {
  const id = newName(world, "job");
  const holdId = newName(world, "hold");
  const job = {
    id,
    workClass: given.workClass,
    message: "Why.",
    filename: "a.pdf",
    pageCount: 3,
    retentionMs: 60 * MINUTE,
    maxPending: 4,
    hold: { id: holdId, accountId: given.account, keyId: "key", operation: "ocr", amount: given.amount },
    remembered: announced(id, remembered(world, given)),
    now: world.now,
  };
  world.jobs.push(id);
  return ({ jobs }) => jobs.submit(job);
}

/** Returns what is remembered of a request that became a job. */
const announced = (jobId: string, made: Remembered | undefined): Remembered | undefined =>
  made && { ...made, answer: { ...jsonAnswer, status: 202, jobId }, fileExpiresAt: null };

function claim({ instance, now }: World, { workClass }: { workClass: WorkClass }): Act {
  return ({ jobs }) => jobs.claim({ instance, workClass, now });
}

function heldClaims({ instance, claims, now }: World, { picks }: { picks: readonly number[] }): Act {
  const made = picks.flatMap((which) => chosen(claims, which) ?? []);
  return async ({ jobs }) => [
    await jobs.heldClaims({ instance, claims: made.map(({ jobId, attempt }) => ({ jobId, attempt })) }),
    await jobs.pendingClasses(WORK_CLASSES),
    await Promise.all(WORK_CLASSES.map((workClass) => jobs.pace({ workClass, now }))),
  ];
}

function progress(world: World, { pick: which, pagesDone }: { pick: number; pagesDone: number }): Act {
  const made = chosen(world.claims, which);
  return made === undefined ? nothing : ({ jobs }) => jobs.progress({ ...made, pagesDone, pagesTotal: 3 });
}

function owe(world: World, { pick: which, credits }: { pick: number; credits: number }): Act {
  const made = chosen(world.claims, which);
  return made === undefined ? nothing : ({ jobs }) => jobs.owe({ ...made, credits, pages: 1, bytes: 0 });
}

function raiseJob(world: World, given: { pick: number; amount: number }): Act {
  const made = chosen(world.claims, given.pick);
  const { now } = world;
  return made === undefined ? nothing : ({ jobs }) => jobs.raise({ ...made, amount: made.amount + given.amount, now });
}

function finish(world: World, given: { pick: number; share: number | null }): Act {
  const made = chosen(world.claims, given.pick);
  if (made === undefined) {
    return nothing;
  }
  const { now } = world;
  if (given.share === null) {
    const error = { code: "invalid_pdf", status: 400, detail: "No." } as const;
    return ({ jobs }) => jobs.finish({ ...made, outcome: { kind: "failed", error }, message: "Failed.", now });
  }
  const charge = Math.floor(made.amount * given.share);
  const done = { charge, pages: 3, answer: fileAnswer(newFile(world)), expiresAt: now + 60 * MINUTE };
  return ({ jobs }) => jobs.finish({ ...made, outcome: { kind: "complete", ...done }, message: "Done.", now });
}

function giveBack({ claims, now }: World, { pick: which }: { pick: number }): Act {
  const made = chosen(claims, which);
  return made === undefined ? nothing : ({ jobs }) => jobs.giveBack({ ...made, now });
}

function cancel(world: World, { pick: which }: { pick: number }): Act {
  const jobId = chosen(world.jobs, which);
  const { now } = world;
  return jobId === undefined ? nothing : ({ jobs }) => jobs.cancel({ jobId, now });
}

function discardResult(world: World, { pick: which }: { pick: number }): Act {
  const jobId = chosen(world.jobs, which);
  const { now } = world;
  return jobId === undefined ? nothing : ({ jobs }) => jobs.discardResult({ jobId, now });
}

function begin({ instance, now }: World, given: { account: string; key: string; fingerprint: string }): Act {
  const request = { accountId: given.account, idempotencyKey: given.key, fingerprint: given.fingerprint };
  return ({ idempotency }) => idempotency.begin({ ...request, instance, now, keepMs: DAY });
}

function answerRequest(world: World, given: { account: string; key: string }): Act {
  const answer = remembered(world, given);
  return answer === undefined ? nothing : ({ idempotency }) => idempotency.finish(answer);
}

function abandon({ instance }: World, given: { account: string; key: string }): Act {
  return ({ idempotency }) => idempotency.abandon({ accountId: given.account, idempotencyKey: given.key, instance });
}

function adjust({ now }: World, given: { account: string; change: number; isRepeated: boolean }): Act {
  const { account: accountId, change: credits } = given;
  const origin = given.isRepeated ? `origin ${accountId} ${credits % 3}` : undefined;
  return async ({ accounts }) => {
    const result = await accounts.adjust({ accountId, amount: credits, reason: "r", by: null, origin, now });
    return result.kind === "done" ? [result.account.balance, result.account.held] : result;
  };
}

function sweep({ now }: World, { keepMs }: { keepMs: number }): Act {
  return async ({ jobs }) => {
    const { files, more } = await jobs.sweep({ now, recordsBefore: now - keepMs });
    return { files: files.toSorted(), more };
  };
}

function setClock(world: World, { ms }: { ms: number }): Act {
  world.now += ms;
  return nothing;
}
