import { randomUUID } from "node:crypto";
import { rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { z } from "zod";
import { type Work, workOf } from "../../kernel/timing/work.ts";
import { type AnswerSubject, nonsense } from "./invalid-answer.ts";
import type { PoolCall, WorkerPool } from "./protocol.ts";
import type { FileParameters, WorkerMethod } from "./worker-method.ts";

/* Helpers that adapters of the worker pool share. */

/**
 * Returns the answer of a worker, which a document may have taken over, as the type of the schema.
 * @throws Failure `document_too_complex` when it does not fit the schema
 */
export function checkedAnswer<Answer>(schema: z.ZodType<Answer>, answer: unknown, about: AnswerSubject): Answer {
  const { success, data } = schema.safeParse(answer);
  if (!success) {
    throw nonsense(about);
  }
  return data;
}

/**
 * Returns the time that a worker is given for its work, in milliseconds: less than the engine time left, since a worker
 * that fails by itself costs less than one that has to be killed.
 */
export const workerTimeoutMs = ({ engineTime }: Pick<Work, "engineTime">): number => 0.8 * engineTime.remainingMs;

/** What a method is called with, by the adapter whose method it is. */
export interface WorkerCall<Parameters extends object> {
  readonly parameters: Parameters;
  readonly inputs: readonly string[];
  /** Where files that items name are moved; needed only when the method names files. */
  readonly outputDirectory?: string;
  /** May be a larger value of which this is a part. */
  readonly work: Work;
}

const poolCall = <Parameters extends object>(
  { name }: WorkerMethod<Parameters, object>,
  { work, ...call }: WorkerCall<Parameters>,
): PoolCall => ({ method: name, ...call, work: workOf(work) });

/**
 * Calls a method that answers once, and returns its single item.
 * @throws Failure as `WorkerPool.stream`; `document_too_complex` for an item that no worker of ours gives
 */
export async function answerOf<Parameters extends object, Item extends object>(
  pool: WorkerPool,
  method: WorkerMethod<Parameters, Item>,
  call: WorkerCall<Parameters>,
): Promise<Item> {
  return checkedAnswer(method.item, await pool.call<unknown>(poolCall(method, call)), method.about);
}

/** Calls a method and yields its items as they come. @throws as `answerOf` */
export async function* answersOf<Parameters extends object, Item extends object>(
  pool: WorkerPool,
  method: WorkerMethod<Parameters, Item>,
  call: WorkerCall<Parameters>,
): AsyncGenerator<Item, void, undefined> {
  for await (const item of pool.stream<unknown>(poolCall(method, call))) {
    yield checkedAnswer(method.item, item, method.about);
  }
}

/**
 * Calls a method that writes one file, and puts the file at `output`, where it replaces what was there. The worker is
 * given another name for it, so that `output` may have any.
 */
export async function callForFile<Parameters extends object, Item extends { readonly path: string }>(
  pool: WorkerPool,
  method: WorkerMethod<Parameters & FileParameters, Item>,
  {
    output,
    parameters,
    ...call
  }: Omit<WorkerCall<NoInfer<Parameters>>, "outputDirectory"> & { readonly output: string },
): Promise<Item> {
  const file = `${randomUUID()}.pdf`;
  const outputDirectory = dirname(output);
  const item = await answerOf(pool, method, { ...call, parameters: { ...parameters, file }, outputDirectory });
  if (item.path !== join(outputDirectory, file)) {
    throw nonsense(method.about);
  }
  await rename(item.path, output);
  return item;
}
