import { Failure } from "../../../kernel/failure.ts";
import type { Answer } from "../../execution/execution.ts";
import { openAnswer, type ReadableResults } from "../../execution/kept-answers.ts";
import { beginOnce, isRemembered, type RepeatableRequest } from "../../idempotency/idempotency.ts";
import { seal, unseal } from "../../idempotency/sealing.ts";
import type { IdempotencyStore } from "../../store/idempotency-store.ts";
import type { StoredAnswer } from "../../store/stored-answer.ts";
import { toProblem } from "./problem.ts";

export interface AnswerOnceDeps {
  readonly store: IdempotencyStore;
  readonly results: ReadableResults;
  readonly pepper: Buffer;
  /** The name by which the store knows this process. */
  readonly instance: string;
  now(): number;
}

/** An answer that may be remembered; `isSecret`: it is kept so that only the sender of the request can read it. */
export interface RememberableAnswer {
  readonly answer: Answer;
  readonly isSecret: boolean;
}

/**
 * Returns what `work` answers to a request with an Idempotency-Key, or what the same request was answered before.
 * `apiKey` is the key that the request presents.
 * @throws Failure `idempotency_in_progress`, `idempotency_mismatch`, and what `work` throws
 */
export async function answerOnce(
  request: RepeatableRequest & { readonly apiKey: string },
  deps: AnswerOnceDeps,
  work: () => Promise<RememberableAnswer>,
): Promise<Answer> {
  const { accountId, idempotencyKey, fingerprint, apiKey } = request;
  const { store } = deps;
  const begun = await beginOnce(
    store,
    { accountId, idempotencyKey, fingerprint },
    { instance: deps.instance, now: deps.now() },
  );
  if (begun.kind === "replay") {
    return replayOf(begun.answer, apiKey, deps);
  }
  const taken = { accountId, idempotencyKey, instance: deps.instance };
  const remember = (answer: StoredAnswer): Promise<void> => store.finish({ ...taken, answer, fileExpiresAt: null });
  try {
    const made = await work();
    const kept = keptForm(made, apiKey, deps.pepper);
    await (kept === undefined ? store.abandon(taken) : remember(kept));
    return made.answer;
  } catch (error) {
    const kept = keptRefusal(error);
    // The client has to see the failure itself, not one of remembering it.
    await (kept === undefined ? store.abandon(taken) : remember(kept)).catch(() => {});
    throw error;
  }
}

/**
 * Returns the answer that the same request had before.
 * @throws Failure `result_expired`, `idempotency_mismatch`, `storage_unavailable`
 */
export async function replayOf(
  stored: StoredAnswer,
  apiKey: string,
  { results, pepper }: Pick<AnswerOnceDeps, "results" | "pepper">,
): Promise<Answer> {
  const { body, ...head } = stored;
  const opened = body.kind === "sealed" ? unsealed(body.text, apiKey, pepper) : body;
  const answer = await openAnswer({ ...head, body: opened }, results);
  if (answer === undefined) {
    throw new Failure("result_expired", "The answer to this Idempotency-Key has been deleted.");
  }
  return { ...answer, headers: { ...answer.headers, "idempotency-replayed": "true" } };
}

function unsealed(text: string, apiKey: string, pepper: Buffer): { readonly kind: "json"; readonly value: object } {
  const json = unseal(text, { apiKey, pepper });
  if (json === undefined) {
    throw new Failure("idempotency_mismatch", "This Idempotency-Key was used before, with another API key.");
  }
  return { kind: "json", value: Object(JSON.parse(json)) };
}

/**
 * The length of the longest JSON that is kept: the store is not meant for more, and the code that made it (`originOf`)
 * makes it once more for the same request.
 */
const MAX_KEPT_CHARACTERS = 65_536;

/**
 * Returns the form in which an answer is kept; undefined when it cannot be kept. A result file belongs to its job, not
 * to the request that asks for it.
 */
function keptForm({ answer, isSecret }: RememberableAnswer, apiKey: string, pepper: Buffer): StoredAnswer | undefined {
  const { body, ...head } = answer;
  const isLong = body.kind === "json" && JSON.stringify(body.value).length > MAX_KEPT_CHARACTERS;
  if (body.kind === "file" || body.kind === "kept" || isLong) {
    return undefined;
  }
  return isSecret && body.kind === "json"
    ? { ...head, body: { kind: "sealed", text: seal(JSON.stringify(body.value), { apiKey, pepper }) } }
    : { ...head, body };
}

/**
 * Returns the answer to a failure that the same request would meet again; undefined when a retry is to be run again.
 */
function keptRefusal(error: unknown): StoredAnswer | undefined {
  const { status, code, headers, members } = toProblem(error, { requestId: "", retryAfterSeconds: 1 });
  const { request_id: _, ...rest } = members;
  return isRemembered(status, code) ? { status, headers, body: { kind: "problem", code, members: rest } } : undefined;
}
