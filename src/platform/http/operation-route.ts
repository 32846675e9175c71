import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Engines } from "../../engines/ports.ts";
import type { Compatibility } from "../../kernel/compatibility.ts";
import type { Warning } from "../../kernel/failure.ts";
import type { Limits } from "../../kernel/limits.ts";
import { TimeBudget } from "../../kernel/work.ts";
import type { Context, FileOperation } from "../../operations/operation.ts";
import type { TaskDirectories, TaskDirectory } from "../blobs/task-directories.ts";
import type { Activity } from "./activity.ts";
import { sendResult } from "./answer.ts";
import type { BodyRules } from "./body.ts";
import { startDeadline, untilStopped } from "./deadline.ts";
import type { ExchangeFigures } from "./exchange.ts";
import { inviteBody } from "./expect-continue.ts";
import { inspectFiles } from "./file-facts.ts";
import { type BoundForm, bindForm, fileFieldsOf } from "./form.ts";
import { multipartBoundary } from "./multipart.ts";
import { readQuery } from "./query.ts";
import { receiveForm } from "./upload.ts";
import { wrongContentType } from "./validation.ts";
import { warningsHeader } from "./warnings.ts";

export interface OperationParts {
  readonly engines: Engines;
  readonly limits: Limits;
  readonly compatibility: Compatibility;
  readonly tasks: TaskDirectories;
  readonly bodyRules: BodyRules;
  readonly enforcePermissions: boolean;
  readonly activity: Activity;
}

/** The route of an operation. What can be said before the body is read has been said in admission.ts. */
export function registerOperation(app: FastifyInstance, operation: FileOperation, parts: OperationParts): void {
  app.post(operation.path, { config: { access: "operation" } }, (request, reply) => {
    const work = perform(operation, parts, { request, reply });
    request.exchange.work = work;
    return work;
  });
}

/** Steps 6 to 11 of the order of checks (contract §2). */
async function perform(
  operation: FileOperation,
  parts: OperationParts,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const { figures } = request.exchange;
  const boundary = multipartBoundary(request.headers["content-type"]);
  if (boundary === undefined) {
    throw wrongContentType();
  }
  await using task = parts.tasks.create();
  inviteBody(request.raw, reply.raw);
  const form = await receiveForm(request.raw, {
    ...parts.bodyRules,
    limits: parts.limits,
    boundary,
    directory: task.inputs,
    fileFields: fileFieldsOf(operation),
    maxFiles: operation.files.max,
  });
  figures.uploadedBytes = form.sizeBytes;
  const bound = bindForm(operation, form, readQuery(request.url));
  figures.files = bound.files.length;
  using deadline = parts.activity.track(startDeadline(reply.raw, { maxMs: parts.limits.syncTimeoutMs }));
  const { result, warnings } = await untilStopped(
    deadline.signal,
    runOperation(operation, bound, { parts, task, signal: deadline.signal, figures }),
  );
  if (warnings.length > 0) {
    void reply.header("x-warnings", warningsHeader(warnings));
  }
  const { sizeBytes, closed } = sendResult(reply, result);
  figures.answeredBytes = sizeBytes;
  await closed;
}

/** From uploaded files to a result: facts, price, work. */
async function runOperation(
  operation: FileOperation,
  { parameters, files: received, warnings }: BoundForm,
  run: { parts: OperationParts; task: TaskDirectory; signal: AbortSignal; figures: ExchangeFigures },
) {
  const { parts, task, signal, figures } = run;
  const { engines, limits, compatibility, enforcePermissions } = parts;
  const work = { signal, engineTime: new TimeBudget(limits.engineTimeMs) };
  const passwordOf = (index: number): string | undefined => operation.password(parameters, index);
  const inspected = await inspectFiles(received, { operation, engines, limits, enforcePermissions, passwordOf, work });
  figures.pages = inspected.files.reduce((sum, { pages }) => sum + pages, 0);
  // The quote also tells pages that the document does not have; nothing is held while credits are not metered.
  figures.credits = operation.quote(inspected.files, parameters);
  const context: Context = {
    ...work,
    engines,
    limits,
    compatibility,
    workspace: task.workspace,
    progress: () => {},
  };
  signal.throwIfAborted();
  const outcome = await operation.run(inspected.files, parameters, context);
  const all: readonly Warning[] = [...warnings, ...inspected.warnings, ...(outcome.warnings ?? [])];
  return { result: outcome.result, warnings: all };
}
