import { type AuditedMembers, type Author, SERVICE } from "../audit-store.ts";
import type { Store } from "../store.ts";
import { adjustAccount, changeAccount, createAccount, openFirstAccount } from "./accounts/accounts.ts";
import { holdForRequest, raiseHold, releaseRequest, settleRequest } from "./accounts/credits.ts";
import { configureKey, createKey, revokeKey, rotateKey, touchKeys } from "./accounts/keys.ts";
import { countFailure } from "./accounts/usage.ts";
import { admitRequest, countRequest, leave } from "./admission.ts";
import { agree } from "./agreed-facts.ts";
import { recordSettings } from "./audit/audit-log.ts";
import { audited } from "./audit/audited.ts";
import {
  accountOf,
  accountSecretOf,
  balanceOf,
  firstAccount,
  keyOf,
  keyOfName,
  templateOf,
  webhookOf,
} from "./audit/subjects.ts";
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
import type { Transaction } from "./jobs/job-queue.ts";
import { claimPart, finishPart, giveBackPart, offerParts, reportPart, takePart } from "./jobs/job-parts.ts";
import { cancelJob, discardResult, submitJob } from "./jobs/jobs.ts";
import { recover } from "./jobs/recovery.ts";
import { forgetParts, keepPart } from "./jobs/request-parts.ts";
import { sweep } from "./jobs/sweeping.ts";
import { renewLease } from "./leases.ts";
import { writeProbe } from "./probe.ts";
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
  createAccount: durable(
    audited(createAccount, { object: "account", subject: accountOf, credits: ({ credits }) => credits }),
  ),
  changeAccount: durable(audited(changeAccount, { object: "account", subject: accountOf })),
  adjustAccount: durable(
    audited(adjustAccount, {
      object: "credits",
      verb: "adjusted",
      subject: balanceOf,
      facts: ({ reason }) => ({ reason }),
      credits: ({ amount }) => amount,
    }),
  ),
  openFirstAccount: durable(audited(openFirstAccount, { object: "account", subject: firstAccount })),
  createKey: durable(audited(createKey, { object: "key", subject: keyOf })),
  revokeKey: durable(audited(revokeKey, { object: "key", verb: "revoked", subject: keyOf })),
  rotateKey: durable(
    audited(rotateKey, {
      object: "key",
      verb: "rotated",
      subject: keyOf,
      isChange: (rotated) => rotated !== undefined,
      facts: oldSecretsEnd,
    }),
  ),
  configureKey: durable(
    audited(configureKey, {
      object: "key",
      subject: keyOfName,
      isChange: ({ change }) => change === "replaced",
    }),
  ),
  touchKeys: fleeting(touchKeys),
  hold: nonDurable(holdForRequest),
  raise: nonDurable(raiseHold),
  settle: durable(settleRequest),
  release: { run: releaseRequest, durable: ({ remembered }: ReleaseInput) => remembered !== undefined },
  countFailure: fleeting(countFailure),
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
  createTemplate: durable(audited(createTemplate, { object: "template", verb: "created", subject: templateOf })),
  changeTemplate: durable(audited(changeTemplate, { object: "template", subject: templateOf })),
  removeTemplate: durable(audited(removeTemplate, { object: "template", subject: templateOf })),
  createWebhook: durable(audited(createWebhook, { object: "webhook", subject: webhookOf })),
  changeWebhook: durable(audited(changeWebhook, { object: "webhook", subject: webhookOf })),
  removeWebhook: durable(audited(removeWebhook, { object: "webhook", subject: webhookOf })),
  rotateWebhook: durable(
    audited(rotateWebhook, {
      object: "webhook",
      verb: "rotated",
      subject: webhookOf,
      isChange: (rotated) => rotated !== undefined,
      facts: oldSecretsEnd,
    }),
  ),
  accountWebhookSecrets: durable(
    audited(accountWebhookSecrets, { object: "webhook_secret", subject: accountSecretOf }),
  ),
  rotateAccountWebhookSecret: durable(
    audited(rotateAccountWebhookSecret, {
      object: "webhook_secret",
      verb: "rotated",
      subject: accountSecretOf,
      isChange: () => true,
      facts: oldSecretsEnd,
    }),
  ),
  recordSettings: durable(recordSettings),
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
  /** Who makes the change, for the audit log. */
  readonly author: Author;
}

export const callOf = <Name extends TransactionName>(
  name: Name,
  input: InputOf<Name>,
  author: Author = SERVICE,
): Call => ({ name, input, author });

/** A transaction with the type of its input erased. */
interface AnyTransaction {
  readonly durable: (input: unknown) => boolean;
  readonly isFleeting?: boolean;
  readonly run: (sql: Transaction, input: unknown, author: Author) => Promise<unknown>;
}

const transactionOf = ({ name }: Call): AnyTransaction =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- callOf has checked that the input is this transaction's
  transactions[name] as AnyTransaction;

/** Returns whether nothing else depends on the transaction, so that nothing is wrong when it is lost. */
export const isFleeting = (call: Call): boolean => transactionOf(call).isFleeting === true;

export const isDurable = (call: Call): boolean => transactionOf(call).durable(call.input);

export const runCall = (sql: Transaction, call: Call): Promise<unknown> =>
  transactionOf(call).run(sql, call.input, call.author);

/** Returns what is to be known of the secrets that a new one replaces. */
function oldSecretsEnd({ oldExpireAt }: { readonly oldExpireAt: number }): AuditedMembers {
  return { old_secrets_expire_at: new Date(oldExpireAt).toISOString() };
}

/** Declares a transaction that is on disk before its caller is answered. */
function durable<Input, Output>(run: (sql: Transaction, input: Input, author: Author) => Promise<Output>) {
  return { run, durable: () => true };
}

/** Declares a transaction that may be lost by a power failure, until the next durable one. */
function nonDurable<Input, Output>(run: (sql: Transaction, input: Input) => Promise<Output>) {
  return { run, durable: () => false };
}

/** Declares a transaction of this kind on which no other depends. */
function fleeting<Input, Output>(run: (sql: Transaction, input: Input) => Promise<Output>) {
  return { run, durable: () => false, isFleeting: true };
}
