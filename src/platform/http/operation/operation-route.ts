import type { FastifyInstance, FastifyRequest } from "fastify";
import { assert } from "../../../kernel/assert.ts";
import type { Warning } from "../../../kernel/failure.ts";
import type { Limits } from "../../../kernel/limits.ts";
import { TimeBudget, type Work } from "../../../kernel/timing/work.ts";
import { withoutTrailing } from "../../../kernel/trailing.ts";
import type { Input, Operation, RunnableOperation } from "../../../operations/operation.ts";
import type { Caller } from "../../auth/callers.ts";
import type { TaskDirectories, TaskDirectory } from "../../blobs/task-directories.ts";
import { type Charge, type ChargeDeps, countFailure, openCharge, storageFull } from "../../credits/charge.ts";
import type { Answer, ExecutionDeps } from "../../execution/execution.ts";
import { inspectFiles, pagesOf, workPagesOf } from "../../execution/inspection.ts";
import { engineTimeMs, syncTimeoutMs } from "../../execution/time-bounds.ts";
import { warningsHeader } from "../../execution/warnings.ts";
import type { HandedRequests } from "../../handing/handed-requests.ts";
import { fingerprintOf, type RepeatableRequest } from "../../idempotency/idempotency.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { outcomeOf } from "../../store/credit-store.ts";
import type { Job } from "../../store/job-store.ts";
import type { KeyScope } from "../../store/key-store.ts";
import type { StoredAnswer } from "../../store/stored-answer.ts";
import type { TemplateStore } from "../../store/template-store.ts";
import type { Metrics } from "../../telemetry/metrics.ts";
import { ClientGone } from "../body/body.ts";
import { normalizedQuery, type ResponseOptions } from "../body/query.ts";
import { explainedFailure } from "../body/unknown-names.ts";
import type { Activity } from "../lifecycle/activity.ts";
import { type QueueRules, takePlace } from "../lifecycle/admission.ts";
import { sendAnswer } from "../lifecycle/answer.ts";
import { replayOf } from "../lifecycle/answer-once.ts";
import { startDeadline, untilStopped } from "../lifecycle/deadline.ts";
import { toProblem } from "../lifecycle/problem.ts";
import { acceptedBody } from "../resources/jobs/job-object.ts";
import { type BoundRequest, comparedFields, digestsOf, fileCountOf, reasonForJob } from "./bound-request.ts";
import { contentOf } from "./content/files.ts";
import { templateOf } from "./content/template.ts";
import { made, madeElsewhere } from "./made-answer.ts";
import { type Call, type FormRules, type ReceivesContent, receiveRequest } from "./operation-form.ts";
import { requireOptionScopes } from "./option-scopes.ts";

export interface OperationDeps extends ExecutionDeps, FormRules {
  readonly tasks: TaskDirectories;
  readonly enforcePermissions: boolean;
  readonly activity: Activity;
  readonly admission: QueueRules;
  readonly chargeDeps: ChargeDeps;
  readonly jobs: Jobs;
  /** Has other nodes do requests for which this one has no engine; undefined: it does all of them. */
  readonly handing?: HandedRequests | undefined;
  readonly templates: TemplateStore;
  readonly pepper: Buffer;
  readonly metrics: Pick<Metrics, "workDelivered">;
  readonly baseUrlOf: (request: FastifyRequest) => string;
  /** Called with the stage that a request has reached, for tests that stop the service there. */
  onMilestone?: ((milestone: "held" | "result_ready" | "settled") => void) | undefined;
}

/** The place where an operation is reached, who may call it, and how its body is received there. */
export interface OperationPlace {
  readonly path: string;
  readonly scopes: readonly KeyScope[];
  readonly receive?: ReceivesContent;
}

/**
 * Registers the route of an operation. What can be checked before the body is read has been checked in admission.ts.
 */
export function registerOperation(
  app: FastifyInstance,
  operation: Operation,
  deps: OperationDeps,
  place: OperationPlace = { path: operation.path, scopes: [operation.scope] },
): void {
  app.post(place.path, { config: { access: "operation", scopes: place.scopes } }, (request, reply) => {
    const work = receive(operation, place, deps, { request, reply });
    request.exchange.work = work;
    return work;
  });
}

/** Does steps 6 to 8 of the order of checks (contract §2), then the rest, and ends the charge whatever happens. */
async function receive(operation: Operation, place: OperationPlace, deps: OperationDeps, call: Call): Promise<void> {
  const { request } = call;
  await using task = deps.tasks.create();
  const caller = callerOf(request);
  const { bound, responseOptions, repeatable, opened } = await begin({ operation, place, caller, task }, deps, call);
  if (opened.kind === "replay") {
    await replay(opened.answer, deps, call);
    return;
  }
  await using charge = opened.charge;
  try {
    requireStorage(caller, repeatable);
    takePlace(request.exchange, caller, deps.admission);
    await perform({ operation, bound, responseOptions, caller, charge, task }, deps, call);
  } catch (thrown) {
    const error = explainedFailure(thrown, bound.warnings);
    if (bound.warnings.length > 0) {
      void call.reply.header("x-warnings", warningsHeader(bound.warnings));
    }
    const { status, code, members } = toProblem(error, { requestId: request.id, retryAfterSeconds: 1 });
    const { request_id: _, ...kept } = members;
    await (thrown instanceof ClientGone ? charge.giveUp() : charge.refuse({ status, code, members: kept }));
    request.exchange.creditsRemaining = charge.creditsRemaining ?? request.exchange.creditsRemaining;
    request.exchange.figures.credits = charge.charged;
    void call.reply.header("x-credits-charged", String(charge.charged));
    throw error;
  }
}

/**
 * Receives the request and opens its charge, or finds what it was answered before; counts it as usage when that fails.
 * @throws Failure of what was received, or of `openCharge`
 */
async function begin(
  {
    operation,
    place,
    caller,
    task,
  }: Pick<Request, "caller" | "task"> & { operation: Operation; place: OperationPlace },
  deps: OperationDeps,
  call: Call,
) {
  const { request } = call;
  try {
    const { bound, responseOptions } = await receiveRequest(operation, call, { task, rules: deps }, place.receive);
    requireOptionScopes(operation, bound, caller);
    request.exchange.figures.files = fileCountOf(bound);
    const repeatable = repeatableRequest(request, caller, { bound, deps });
    const opened = await openCharge({ caller, operation: operation.name, repeatable }, deps.chargeDeps);
    return { bound, responseOptions, repeatable, opened };
  } catch (error) {
    if (!(error instanceof ClientGone)) {
      const { status } = toProblem(error, { requestId: request.id, retryAfterSeconds: 1 });
      countFailure({ caller, operation: operation.name, outcome: outcomeOf(status) }, deps.chargeDeps);
    }
    throw error;
  }
}

/** Returns the caller of an operation, which has been admitted. */
export function callerOf({ exchange: { caller } }: FastifyRequest): Caller {
  assert(caller !== undefined, "an operation has been admitted");
  return caller;
}

/**
 * Checks that there is room for an answer that is to be kept, before any work is done for it.
 * @throws Failure `storage_full`
 */
function requireStorage({ account, accountBounds }: Caller, repeatable: RepeatableRequest | undefined): void {
  if (repeatable !== undefined && account.storedBytes >= accountBounds.storedBytes) {
    throw storageFull(accountBounds.storedBytes);
  }
}

function repeatableRequest(
  { method, url, headers }: FastifyRequest,
  { account }: Caller,
  { bound, deps }: { readonly bound: BoundRequest; readonly deps: OperationDeps },
): RepeatableRequest | undefined {
  const { "idempotency-key": idempotencyKey } = headers;
  if (typeof idempotencyKey !== "string") {
    return undefined;
  }
  const [path = ""] = url.split("?", 1);
  const content = {
    method,
    // The same route can also be reached with a slash at its end.
    path: withoutTrailing(path, "/"),
    query: normalizedQuery(url),
    fields: comparedFields(bound),
    files: digestsOf(bound),
  };
  return { accountId: account.id, idempotencyKey, fingerprint: fingerprintOf(content, deps.pepper) };
}

/** Sends the answer that the same request had before; it is not charged again. */
async function replay(stored: StoredAnswer, deps: OperationDeps, { request, reply }: Call): Promise<void> {
  const { pepper, chargeDeps } = deps;
  const apiKey = String(request.headers["x-api-key"]);
  const answer = await replayOf(stored, apiKey, { pepper, results: chargeDeps.results });
  const { closed } = await sendAnswer(reply, {
    ...answer,
    headers: { ...answer.headers, "x-credits-charged": "0" },
  });
  await closed;
}

interface Request {
  readonly operation: RunnableOperation;
  readonly bound: BoundRequest;
  readonly responseOptions: ResponseOptions;
  readonly caller: Caller;
  readonly charge: Charge;
  readonly task: TaskDirectory;
}

/** Does steps 9 to 11: facts, price, and the work, now or as a job. */
async function perform(wanted: Request, deps: OperationDeps, call: Call): Promise<void> {
  const { operation, bound, responseOptions, charge } = wanted;
  const { request, reply } = call;
  const { exchange } = request;
  using deadline = deps.activity.track(
    startDeadline(reply.raw, { maxMs: syncTimeoutMs(operation, { limitMs: deps.limits.syncTimeoutMs }) }),
  );
  const acceptedAt = Date.now();
  const { files, pages, workPages, work, ...inspected } = await examine(wanted, deps, deadline.signal);
  deadline.limitTo(syncTimeoutMs(operation, { limitMs: deps.limits.syncTimeoutMs, workPages }));
  exchange.figures.pages = pages;
  // The quote also reports pages that the document does not have.
  const quoted = operation.quote(files, bound.parameters);
  if (!handsOver(deps, operation)) {
    requireAvailable(wanted, files, deps);
  }
  const reason = reasonForJob({ bound, workPages }, responseOptions);
  const unused = reason === undefined && responseOptions.webhookUrl !== undefined ? [{ code: "webhook_unused" }] : [];
  // What is wrong with the files comes first: a list that is too long is cut at its end.
  const warnings = [...inspected.warnings, ...bound.warnings, ...unused];
  if (reason !== undefined) {
    const { job, available } = await submitJob({ ...wanted, files, warnings, quoted, message: reason }, deps, request);
    exchange.figures.job = job.id;
    charge.handOver(available);
    exchange.creditsRemaining = charge.creditsRemaining ?? exchange.creditsRemaining;
    const accepted = await sendAnswer(reply, acceptedAnswer(job, deps.baseUrlOf(request)));
    await accepted.closed;
    return;
  }
  await charge.hold(quoted);
  deps.onMilestone?.("held");
  const engineTime = engineTimeFor(operation, workPages, { examined: work.engineTime, limits: deps.limits });
  const held = { ...wanted, files, warnings, quoted, acceptedAt, work: { ...work, engineTime } };
  const making = handsOver(deps, operation) ? madeElsewhere(held, deps.handing) : made(held, deps);
  const { cost, pages: pagesMade, answerFor } = await untilStopped(deadline.signal, making);
  deadline.signal.throwIfAborted();
  await charge.raise(cost);
  deps.onMilestone?.("result_ready");
  const delivered = pagesMade ?? pages;
  exchange.figures.pages = delivered;
  const { answer, charged } = await charge.settle({ cost, pages: delivered }, answerFor);
  deps.onMilestone?.("settled");
  deps.metrics.workDelivered({ operation: operation.name, mode: "request", pages: delivered, credits: charged });
  exchange.figures.credits = charged;
  exchange.creditsRemaining = charge.creditsRemaining ?? exchange.creditsRemaining;
  const { sizeBytes, closed } = await sendAnswer(reply, answer);
  exchange.figures.answeredBytes = sizeBytes;
  await closed;
}

/** Whether other nodes do the work of the operation. */
const handsOver = <Deps extends Pick<OperationDeps, "handing">>(
  deps: Deps,
  { workClass }: Pick<RunnableOperation, "workClass">,
): deps is Deps & { readonly handing: HandedRequests } => deps.handing?.takes(workClass) === true;

/** Returns the engines' time: that of the whole request, except where the operation has separate time for each page. */
const engineTimeFor = (
  operation: RunnableOperation,
  workPages: number,
  { examined, limits }: { readonly examined: TimeBudget; readonly limits: Limits },
): TimeBudget =>
  operation.longWork === undefined || workPages === 0
    ? examined
    : new TimeBudget(engineTimeMs(operation, { limitMs: limits.engineTimeMs, workPages }), examined.beganMs);

/**
 * Checks that the operation has what it needs at all: the last part of step 9. It is called when a quote has reported
 * pages that the document does not have.
 * @throws Failure of `Statement.unavailable`
 */
export function requireAvailable(
  {
    operation,
    bound,
    caller,
  }: {
    readonly operation: Pick<RunnableOperation, "unavailable">;
    readonly bound: Pick<BoundRequest, "parameters">;
    readonly caller: Caller;
  },
  input: Input,
  { engines }: Pick<OperationDeps, "engines">,
): void {
  const isTest = caller.key.mode === "test";
  const failure = isTest ? undefined : operation.unavailable?.(engines, bound.parameters, input);
  if (failure !== undefined) {
    throw failure;
  }
}

interface Examined {
  readonly files: Input;
  readonly pages: number;
  /** The number of pages in which the work is counted. */
  readonly workPages: number;
  readonly warnings: readonly Warning[];
  /** The conditions of the steps that follow. */
  readonly work: Work & { readonly tenant: string };
}

/** Examines what was sent: step 9. */
export async function examine(
  { bound, task, caller }: Pick<Request, "bound" | "task" | "caller">,
  { engines, limits, enforcePermissions, templates }: OperationDeps,
  signal: AbortSignal,
): Promise<Examined> {
  const work = { signal, engineTime: new TimeBudget(limits.engineTimeMs), tenant: caller.account.id };
  if (bound.kind === "content") {
    const content = contentOf(bound, task.inputs);
    const template = await templateOf(bound, { account: caller.account, templates }, task.inputs);
    return { files: { ...content, template }, pages: 0, workPages: 0, warnings: [], work };
  }
  const { operation, parameters } = bound;
  const passwordOf = (index: number): string | undefined => operation.password(parameters, index);
  const inspection = inspectFiles(bound.files, { operation, engines, limits, enforcePermissions, passwordOf, work });
  const { files: inspected, warnings } = await untilStopped(signal, inspection);
  const examination = operation.examine?.(inspected, parameters, { ...work, engines, limits });
  const files = examination === undefined ? inspected : await untilStopped(signal, examination);
  return { files, pages: pagesOf(files), workPages: workPagesOf(files), warnings, work };
}

/** Returns the answer to a request that became a job; nothing is charged yet. */
function acceptedAnswer(job: Job, baseUrl: string): Answer {
  const { headers, value } = acceptedBody(job, baseUrl);
  const always = { "content-type": "application/json", "cache-control": "no-store", "x-credits-charged": "0" };
  return { status: 202, headers: { ...headers, ...always }, body: { kind: "json", value } };
}

async function submitJob(
  submission: Request & {
    readonly files: Input;
    readonly warnings: readonly Warning[];
    readonly quoted: number;
    readonly message: string;
  },
  deps: OperationDeps,
  request: FastifyRequest,
): Promise<{ readonly job: Job; readonly available: number }> {
  const { operation, bound, responseOptions, caller, charge, files, warnings, quoted, message } = submission;
  const { idempotencyKey } = charge;
  const resultName = await operation.resultName?.(files, bound.parameters);
  return deps.jobs.submit({
    caller,
    operation: operation.name,
    fields: bound.fields,
    files,
    resultName,
    warnings,
    credits: charge.payable(quoted),
    terms: charge.terms,
    message,
    retentionMs: responseOptions.retentionMs,
    webhookUrl: responseOptions.webhookUrl,
    baseUrl: deps.baseUrlOf(request),
    remember:
      idempotencyKey === undefined
        ? undefined
        : (job) => ({ idempotencyKey, answer: acceptedAnswer(job, deps.baseUrlOf(request)) }),
  });
}
