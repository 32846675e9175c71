import type { FastifyInstance } from "fastify";
import { notAChoice, quotedList } from "../../../kernel/fields/field-values.ts";
import type { Limits } from "../../../kernel/limits.ts";
import type { ContentOperation, Input, Operation, RunnableOperation } from "../../../operations/operation.ts";
import { wantedBy, wrongContentType } from "../body/content-type.ts";
import { bindForm } from "../body/form.ts";
import { textTooLong } from "../body/multipart/part-sinks.ts";
import { readResponseOptions } from "../body/query.ts";
import type { ReceivedFile } from "../body/upload.ts";
import { InvalidRequest, itemFor, type ValidationItem } from "../body/validation.ts";
import { takePlace } from "../lifecycle/admission.ts";
import { startDeadline } from "../lifecycle/deadline.ts";
import { sendJson } from "../lifecycle/json-answer.ts";
import { ESTIMATE_PATH } from "../openapi/operations.ts";
import { type BoundRequest, reasonForJob } from "./bound-request.ts";
import { bindContent, keepsJson, mayBeLong, type ReceivedContent } from "./content/form.ts";
import { engineItems } from "./engine-items.ts";
import { type Call, receiveContent } from "./operation-form.ts";
import { callerOf, examine, type OperationDeps, requireAvailable } from "./operation-route.ts";
import { requireOptionScopes } from "./option-scopes.ts";

/**
 * Registers the estimate: what a request would cost and how it would be answered, without doing it. It takes the body
 * of the operation, and the operation's name.
 */
export function registerEstimate(app: FastifyInstance, operations: readonly Operation[], deps: OperationDeps): void {
  app.post(ESTIMATE_PATH, { config: { access: "operation" } }, async (request, reply) => {
    const work = estimate(operations, deps, { request, reply });
    request.exchange.work = work;
    return sendJson(reply, await work);
  });
}

const FILE_FIELDS = ["file", "files", "files[]"];

async function estimate(operations: readonly Operation[], deps: OperationDeps, call: Call): Promise<object> {
  const { request, reply } = call;
  const { limits, activity, admission, chargeDeps } = deps;
  await using task = deps.tasks.create();
  const received = await receiveContent(wantedByAny(operations, limits), call, { task, rules: deps });
  const operation = wantedOperation(operations, received);
  const responseOptions = readResponseOptions(request.url, received.values, deps.judgeUrl);
  const bound = bindFor(operation, withoutOperation(received), {
    found: [...responseOptions.items, ...engineItems(operation, received.values, deps.engines)],
    limits,
  });
  const caller = callerOf(request);
  requireOptionScopes(operation, bound, caller);
  takePlace(request.exchange, caller, admission);
  using deadline = activity.track(startDeadline(reply.raw, { maxMs: limits.syncTimeoutMs }));
  const { files: input, pages, workPages } = await examine({ bound, task, caller }, deps, deadline.signal);
  const runnable: RunnableOperation = operation;
  const quoted = runnable.quote(input, bound.parameters);
  requireAvailable({ operation: runnable, bound, caller }, input, deps);
  const credits = chargeDeps.metering.payable(caller, quoted);
  const isMinimum = runnable.isQuoteMinimum === true && !chargeDeps.metering.isFree(caller);
  const available = request.exchange.creditsRemaining;
  return {
    operation: operation.name,
    pages,
    credits,
    ...(isMinimum && { is_minimum: true }),
    mode: reasonForJob({ bound, workPages }, responseOptions) === undefined ? "sync" : "async",
    available,
    affordable: credits <= available,
    files: fileObjects(input),
  };
}

/**
 * Returns rules by which everything is kept that any operation could want: which one is meant is only known when its
 * name has arrived.
 */
function wantedByAny(operations: readonly Operation[], limits: Limits) {
  const takingContent = operations.filter((operation): operation is ContentOperation => operation.kind === "content");
  return {
    wantsFile: () => true,
    maxFiles: limits.files,
    body: {
      expected: "multipart/form-data or application/json",
      advice:
        "It is the body of the operation, and its name in `operation`, with curl: -F operation=merge -F files=@a.pdf.",
    },
    mayBeLong: (field: string) => takingContent.some((operation) => mayBeLong(operation, field)),
    keepsJson: (field: string) => takingContent.some((operation) => keepsJson(operation, field)),
  };
}

function wantedOperation(operations: readonly Operation[], { values }: ReceivedContent): Operation {
  const wanted = values.get("operation") ?? "";
  const found = operations.find(({ name }) => name === wanted);
  if (found !== undefined) {
    return found;
  }
  const names = operations.map(({ name }) => name);
  const fault =
    wanted === ""
      ? ({
          type: "missing",
          message: "Field required",
          advice: "It is the name of an operation, such as merge.",
        } as const)
      : notAChoice(quotedList(names), wanted, names);
  throw new InvalidRequest([itemFor(fault, ["body", "operation"], wanted)]);
}

function withoutOperation(received: ReceivedContent): ReceivedContent {
  const values = new Map(received.values);
  values.delete("operation");
  return { ...received, values };
}

/** Binds the request as `operation` would have done. */
function bindFor(
  operation: Operation,
  received: ReceivedContent,
  { found, limits }: { readonly found: readonly ValidationItem[]; readonly limits: Limits },
): BoundRequest {
  const isLongAllowed = (name: string): boolean => operation.kind === "content" && mayBeLong(operation, name);
  if ([...received.longTexts.keys()].some((name) => !isLongAllowed(name))) {
    throw textTooLong("a field", limits.fieldBytes);
  }
  if (operation.kind === "content") {
    return bindContent(operation, received, found);
  }
  if (received.isJson) {
    throw wrongContentType(wantedBy(operation), "application/json");
  }
  const files = received.files.filter(isMeant);
  const others = received.files.filter((file) => !isMeant(file)).map(({ field }) => field);
  const texts = new Map([...received.values].map(([name, value]) => [name, String(value)]));
  const otherFileFields = new Set([...received.otherFileFields, ...others]);
  return bindForm(operation, { ...received, texts, files, otherFileFields, fileCount: files.length }, found);
}

const isMeant = ({ field }: ReceivedFile): boolean => FILE_FIELDS.includes(field);

/** Returns the files that the client sent. */
function fileObjects(input: Input): object[] {
  if (!("assets" in input)) {
    return input.map(({ filename, pages, sizeBytes }) => ({ filename, pages, size_bytes: sizeBytes }));
  }
  const { file, assets } = input;
  return [
    ...(file?.filename === undefined ? [] : [{ filename: file.filename, pages: 0, size_bytes: file.sizeBytes }]),
    ...assets.map(({ name, sizeBytes }) => ({ filename: name, pages: 0, size_bytes: sizeBytes })),
  ];
}
