import type { Warning } from "../../../kernel/failure.ts";
import type { TimeBudget, Work } from "../../../kernel/timing/work.ts";
import type { Input, RunnableOperation } from "../../../operations/operation.ts";
import type { Caller } from "../../auth/callers.ts";
import type { TaskDirectory } from "../../blobs/task-directories.ts";
import type { Charge } from "../../credits/charge.ts";
import { type Answer, answerOf, costOf, type ExecutionDeps, execute } from "../../execution/execution.ts";
import type { HandedRequests } from "../../handing/handed-requests.ts";
import type { BoundRequest } from "./bound-request.ts";

/** A synchronous request whose credits are held. */
interface HeldRequest {
  readonly operation: RunnableOperation;
  readonly bound: BoundRequest;
  readonly caller: Caller;
  readonly charge: Charge;
  readonly task: TaskDirectory;
  readonly files: Input;
  readonly warnings: readonly Warning[];
  readonly quoted: number;
  readonly acceptedAt: number;
  readonly work: Work & { readonly tenant: string; readonly engineTime: TimeBudget };
}

/** What a request has made, by whichever node, before it is paid. */
interface Made {
  readonly cost: number;
  /** The pages of the result, where the input has none. */
  readonly pages: number | undefined;
  readonly answerFor: (charged: number) => Answer;
}

/** Does the work of a request on this node. @throws as `execute` */
export async function made(request: HeldRequest, deps: ExecutionDeps): Promise<Made> {
  const { operation, bound, caller, charge, task, files, warnings, quoted, acceptedAt, work } = request;
  const outcome = await execute(
    {
      ...work,
      operation,
      files,
      parameters: bound.parameters,
      workspace: task.workspace,
      isTest: caller.key.mode === "test",
      checkpoints: charge.checkpoints,
      acceptedAt,
      progress: () => {},
    },
    deps,
  );
  return {
    cost: costOf(operation, outcome, quoted),
    pages: outcome.pages,
    answerFor: (charged) => answerOf(outcome, warnings, charged),
  };
}

/** Has another node do the work of a request. @throws as `HandedRequests.do` */
export async function madeElsewhere(request: HeldRequest, handing: HandedRequests): Promise<Made> {
  const { operation, bound, caller, charge, task, files, warnings, quoted, acceptedAt, work } = request;
  const { answer, cost, pages } = await handing.do({
    caller,
    operation: operation.name,
    workClass: operation.workClass,
    fields: bound.fields,
    files,
    warnings,
    terms: charge.terms,
    quoted,
    engineTimeMs: work.engineTime.remainingMs,
    acceptedAt,
    directory: task.workspace,
    signal: work.signal,
    onOwed: (debt) => charge.owe(debt),
  });
  const answerFor = (charged: number): Answer => ({
    ...answer,
    headers: { ...answer.headers, "x-credits-charged": String(charged) },
  });
  return { cost, pages, answerFor };
}
