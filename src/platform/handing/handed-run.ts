import { assert } from "../../kernel/assert.ts";
import { Failure } from "../../kernel/failure.ts";
import { TimeBudget } from "../../kernel/timing/work.ts";
import { answerOf, costOf, execute } from "../execution/execution.ts";
import { keepAnswer } from "../execution/kept-answers.ts";
import { openJobCheckpoints } from "../jobs/job-checkpoints.ts";
import type { JobDeps } from "../jobs/job-deps.ts";
import { readRequest } from "../jobs/kept-request.ts";
import type { HandedClaim, HandedOutcome, HandedRequest } from "../store/handed-request-store.ts";

export type HandedRunDeps = Pick<
  JobDeps,
  | "inputs"
  | "results"
  | "tasks"
  | "operations"
  | "execution"
  | "instance"
  | "accountBounds"
  | "log"
  | "problemOf"
  | "onWork"
> & { readonly store: Pick<JobDeps["store"], "handed"> };

/**
 * Does a request that another node has handed over, and returns what became of it.
 * @throws the reason of `signal`
 */
export async function handedOutcome(
  request: HandedRequest,
  signal: AbortSignal,
  deps: HandedRunDeps,
): Promise<HandedOutcome> {
  try {
    return await done(request, signal, deps);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Failure)) {
      deps.log.error(
        { err: error, request: request.id },
        "a request that was handed over failed on an error of the service",
      );
    }
    const { code, members } = deps.problemOf(error);
    const { retryAfterSeconds, required, available, limitBytes } = error instanceof Failure ? error.facts : {};
    const { detail } = members;
    return { kind: "failed", code, detail, facts: { retryAfterSeconds, required, available, limitBytes } };
  }
}

async function done(request: HandedRequest, signal: AbortSignal, deps: HandedRunDeps): Promise<HandedOutcome> {
  const { id, attempt, accountId } = request;
  const { store, inputs, tasks, instance, accountBounds } = deps;
  const operation = deps.operations.find(({ name }) => name === request.operation);
  assert(operation !== undefined, "a handed request's operation is one of the service's");
  await using task = tasks.create();
  const { isTest, files, parameters, warnings, handed } = await readRequest(id, operation, {
    inputs,
    directory: task.inputs,
  });
  assert(handed !== undefined, "the request was kept to be handed over");
  const claim: HandedClaim = { id, instance, attempt };
  await using checkpoints = await openJobCheckpoints({
    claim: { jobId: id, instance, attempt },
    store: {
      jobs: {
        owe: async ({ credits, pages }) =>
          (await store.handed.owe({ ...claim, credits, pages })) ? "owed" : "not_claimed",
      },
    },
    inputs,
    signal,
    accountBounds,
    onStorageTrouble: (error) => deps.log.warn({ err: error, request: id }, "a part of a request cannot be kept"),
    onOwed: () => {},
  });
  const outcome = await execute(
    {
      operation,
      files,
      parameters,
      isTest,
      checkpoints,
      acceptedAt: handed.acceptedAt,
      workspace: task.workspace,
      signal,
      engineTime: new TimeBudget(handed.engineTimeMs),
      tenant: accountId,
      progress: () => {},
    },
    deps.execution,
  );
  signal.throwIfAborted();
  const cost = costOf(operation, outcome, handed.quoted);
  const answer = await keepAnswer(answerOf(outcome, warnings, cost), deps.results);
  return { kind: "complete", answer, cost, pages: outcome.pages ?? null };
}
