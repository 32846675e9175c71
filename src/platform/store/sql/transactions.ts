import type { Store } from "../store.ts";
import { adjustAccount, changeAccount, createAccount, openFirstAccount } from "./accounts/accounts.ts";
import { holdForRequest, raiseHold, releaseRequest, settleRequest } from "./accounts/credits.ts";
import { configureKey, createKey, revokeKey, rotateKey, touchKeys } from "./accounts/keys.ts";
import { admitRequest, countRequest, leave } from "./admission.ts";
import { agree } from "./agreed-facts.ts";
import {
  claimHanded,
  finishHanded,
  giveBackHanded,
  handRequest,
  oweHanded,
  withdrawHanded,
} from "./jobs/handed-requests.ts";
import { abandonRequest, beginRequest, rememberIfRoom } from "./jobs/idempotency.ts";
import { claimJob, finishJob, giveBackJob, owe, raiseJob, reportProgress } from "./jobs/job-claims.ts";
import { claimPart, finishPart, giveBackPart, offerParts, reportPart, takePart } from "./jobs/job-parts.ts";
import { cancelJob, discardResult, submitJob } from "./jobs/jobs.ts";
import { recover } from "./jobs/recovery.ts";
import { forgetParts, keepPart } from "./jobs/request-parts.ts";
import { sweep } from "./jobs/sweeping.ts";
import { renewLease } from "./leases.ts";
import { writeProbe } from "./probe.ts";
import type { Sql } from "./sql.ts";
import { changeTemplate, createTemplate, removeTemplate } from "./templates.ts";
import { claimDelivery, finishAttempt, giveBackDelivery, redeliver } from "./webhooks/webhook-deliveries.ts";
import { enqueueTest, notice } from "./webhooks/webhook-events.ts";
import {
  accountWebhookSecrets,
  changeWebhook,
  createWebhook,
  removeWebhook,
  rotateAccountWebhookSecret,
  rotateWebhook,
} from "./webhooks/webhooks.ts";

/** All transactions that write, by the name under which they are sent to what runs them. */
const transactions = {
  countRequest: fleeting(countRequest),
  admitRequest: fleeting(admitRequest),
  leave: fleeting(leave),
  createAccount: durable(createAccount),
  changeAccount: durable(changeAccount),
  adjustAccount: durable(adjustAccount),
  openFirstAccount: durable(openFirstAccount),
  createKey: durable(createKey),
  revokeKey: durable(revokeKey),
  rotateKey: durable(rotateKey),
  configureKey: durable(configureKey),
  touchKeys: fleeting(touchKeys),
  hold: nonDurable(holdForRequest),
  raise: nonDurable(raiseHold),
  settle: durable(settleRequest),
  release: { run: releaseRequest, durable: ({ remembered }: ReleaseInput) => remembered !== undefined },
  begin: nonDurable(beginRequest),
  finishRequest: nonDurable(rememberIfRoom),
  abandon: nonDurable(abandonRequest),
  keepPart: nonDurable(keepPart),
  forgetParts: nonDurable(forgetParts),
  submit: durable(submitJob),
  claim: nonDurable(claimJob),
  progress: fleeting(reportProgress),
  owe: durable(owe),
  raiseJob: nonDurable(raiseJob),
  finishJob: durable(finishJob),
  giveBack: durable(giveBackJob),
  cancel: durable(cancelJob),
  discardResult: durable(discardResult),
  handRequest: nonDurable(handRequest),
  claimHanded: nonDurable(claimHanded),
  oweHanded: durable(oweHanded),
  finishHanded: nonDurable(finishHanded),
  giveBackHanded: nonDurable(giveBackHanded),
  withdrawHanded: nonDurable(withdrawHanded),
  offerParts: nonDurable(offerParts),
  takePart: nonDurable(takePart),
  claimPart: nonDurable(claimPart),
  reportPart: { run: reportPart, durable: ({ credits }: PartReport) => credits > 0 },
  finishPart: nonDurable(finishPart),
  giveBackPart: nonDurable(giveBackPart),
  createTemplate: durable(createTemplate),
  changeTemplate: durable(changeTemplate),
  removeTemplate: durable(removeTemplate),
  createWebhook: durable(createWebhook),
  changeWebhook: durable(changeWebhook),
  removeWebhook: durable(removeWebhook),
  rotateWebhook: durable(rotateWebhook),
  accountWebhookSecrets: durable(accountWebhookSecrets),
  rotateAccountWebhookSecret: durable(rotateAccountWebhookSecret),
  testWebhook: durable(enqueueTest),
  redeliver: durable(redeliver),
  claimDelivery: nonDurable(claimDelivery),
  finishAttempt: durable(finishAttempt),
  giveBackDelivery: durable(giveBackDelivery),
  notice: durable(notice),
  sweep: fleeting(sweep),
  agree: durable(agree),
  renewLease: fleeting(renewLease),
  recover: durable(recover),
  probe: fleeting(writeProbe),
} as const;

type ReleaseInput = Parameters<Store["credits"]["release"]>[0];
type PartReport = Parameters<Store["parts"]["report"]>[0];

export type TransactionName = keyof typeof transactions;
export type InputOf<Name extends TransactionName> = Parameters<(typeof transactions)[Name]["run"]>[1];
export type OutputOf<Name extends TransactionName> = Awaited<ReturnType<(typeof transactions)[Name]["run"]>>;

/** A transaction that is to be run. The type of `input` depends on `name`: `callOf` is the way to make a call. */
export interface Call {
  readonly name: TransactionName;
  readonly input: unknown;
}

export const callOf = <Name extends TransactionName>(name: Name, input: InputOf<Name>): Call => ({ name, input });

/** A transaction with the type of its input erased. */
interface AnyTransaction {
  readonly durable: (input: unknown) => boolean;
  readonly isFleeting?: boolean;
  readonly run: (sql: Sql, input: unknown) => Promise<unknown>;
}

const transactionOf = ({ name }: Call): AnyTransaction =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- callOf has checked that the input is this transaction's
  transactions[name] as AnyTransaction;

/** Returns whether nothing else depends on the transaction, so that nothing is wrong when it is lost. */
export const isFleeting = (call: Call): boolean => transactionOf(call).isFleeting === true;

export const isDurable = (call: Call): boolean => transactionOf(call).durable(call.input);

export const runCall = (sql: Sql, call: Call): Promise<unknown> => transactionOf(call).run(sql, call.input);

/** Declares a transaction that is on disk before its caller is answered. */
function durable<Input, Output>(run: (sql: Sql, input: Input) => Promise<Output>) {
  return { run, durable: () => true };
}

/** Declares a transaction that may be lost by a power failure, until the next durable one. */
function nonDurable<Input, Output>(run: (sql: Sql, input: Input) => Promise<Output>) {
  return { run, durable: () => false };
}

/** Declares a transaction of this kind on which no other depends. */
function fleeting<Input, Output>(run: (sql: Sql, input: Input) => Promise<Output>) {
  return { run, durable: () => false, isFleeting: true };
}
