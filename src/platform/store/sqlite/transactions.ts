import type { Store } from "../store.ts";
import { adjustAccount, changeAccount, createAccount, openFirstAccount } from "./accounts.ts";
import { holdForRequest, releaseRequest, settleRequest } from "./credits.ts";
import type { Sql } from "./database.ts";
import { abandonRequest, beginRequest, remember } from "./idempotency.ts";
import { claimJob, finishJob, giveBackJob, owe, reportProgress } from "./job-claims.ts";
import { cancelJob, discardResult, submitJob } from "./jobs.ts";
import { configureKey, createKey, revokeKey, rotateKey, touchKeys } from "./keys.ts";
import { recover } from "./recovery.ts";
import { sweep } from "./sweeping.ts";
import { changeTemplate, createTemplate, removeTemplate } from "./templates.ts";
import { claimDelivery, finishAttempt, giveBackDelivery, redeliver } from "./webhook-deliveries.ts";
import { enqueueTest, notice } from "./webhook-events.ts";
import {
  accountWebhookSecrets,
  changeWebhook,
  createWebhook,
  removeWebhook,
  rotateAccountWebhookSecret,
  rotateWebhook,
} from "./webhooks.ts";

/** Everything that writes, by the name under which it is sent to the writer. */
const transactions = {
  createAccount: durable(createAccount),
  changeAccount: durable(changeAccount),
  adjustAccount: durable(adjustAccount),
  openFirstAccount: durable(openFirstAccount),
  createKey: durable(createKey),
  revokeKey: durable(revokeKey),
  rotateKey: durable(rotateKey),
  configureKey: durable(configureKey),
  touchKeys: fleeting(touchKeys),
  hold: fleeting(holdForRequest),
  settle: durable(settleRequest),
  release: { run: releaseRequest, durable: ({ remembered }: ReleaseInput) => remembered !== undefined },
  begin: fleeting(beginRequest),
  finishRequest: fleeting(remember),
  abandon: fleeting(abandonRequest),
  submit: durable(submitJob),
  claim: fleeting(claimJob),
  progress: fleeting(reportProgress),
  owe: durable(owe),
  finishJob: durable(finishJob),
  giveBack: durable(giveBackJob),
  cancel: durable(cancelJob),
  discardResult: durable(discardResult),
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
  claimDelivery: fleeting(claimDelivery),
  finishAttempt: durable(finishAttempt),
  giveBackDelivery: durable(giveBackDelivery),
  notice: durable(notice),
  sweep: fleeting(sweep),
  recover: durable(recover),
} as const;

type ReleaseInput = Parameters<Store["credits"]["release"]>[0];

export type TransactionName = keyof typeof transactions;
export type InputOf<Name extends TransactionName> = Parameters<(typeof transactions)[Name]["run"]>[1];
export type OutputOf<Name extends TransactionName> = ReturnType<(typeof transactions)[Name]["run"]>;

/** A transaction that is to be run. `Input` of one belongs to its `name`: `callOf` is the way to make one. */
export interface Call {
  readonly name: TransactionName;
  readonly input: unknown;
}

export const callOf = <Name extends TransactionName>(name: Name, input: InputOf<Name>): Call => ({ name, input });

/** A transaction whose input's type is forgotten. */
interface AnyTransaction {
  readonly durable: (input: unknown) => boolean;
  readonly run: (sql: Sql, input: unknown) => unknown;
}

const transactionOf = ({ name }: Call): AnyTransaction =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- callOf has checked that the input is this transaction's
  transactions[name] as AnyTransaction;

export const isDurable = (call: Call): boolean => transactionOf(call).durable(call.input);

export const runCall = (sql: Sql, call: Call): unknown => transactionOf(call).run(sql, call.input);

/** Is on disk before its caller is answered. */
function durable<Input, Output>(run: (sql: Sql, input: Input) => Output) {
  return { run, durable: () => true };
}

/** May be lost by a power failure, until the next durable one. */
function fleeting<Input, Output>(run: (sql: Sql, input: Input) => Output) {
  return { run, durable: () => false };
}
