import { randomUUID } from "node:crypto";
import { rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { z } from "zod";
import { type Work, workOf } from "../../kernel/work.ts";
import { nonsense } from "./invalid-answer.ts";
import type { WorkerPool } from "./protocol.ts";

/* Helpers that adapters of the worker pool share. */

/**
 * Returns the answer of a worker, which a document may have taken over, as the type of the schema.
 * @throws Failure `document_too_complex` when it does not fit the schema
 */
export function checkedAnswer<Answer>(
  schema: z.ZodType<Answer>,
  answer: unknown,
  what: Parameters<typeof nonsense>[0],
): Answer {
  const { success, data } = schema.safeParse(answer);
  if (!success) {
    throw nonsense(what);
  }
  return data;
}

/**
 * Returns the time that a worker is given for its work, in milliseconds: less than the engine time left, since a worker
 * that fails by itself costs less than one that has to be killed.
 */
export const workerTimeoutMs = ({ engineTime }: Pick<Work, "engineTime">): number => 0.8 * engineTime.remainingMs;

/** A call of a worker's method that reads files and writes one. */
interface FileCall<Answer> {
  readonly method: string;
  /** The parameters without the name of the file to write, which is added as `file`. */
  readonly parameters: object;
  readonly answer: z.ZodType<Answer>;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly work: Work;
}

/**
 * Makes the call and puts the file that the worker wrote at `output`, where it replaces an existing one. The worker
 * gets a generated name, so that `output` may have any.
 */
export async function callForFile<Answer extends { path: string }>(
  pool: WorkerPool,
  { method, parameters, answer, inputs, output, work }: FileCall<Answer>,
): Promise<Answer> {
  const file = `${randomUUID()}.pdf`;
  const outputDirectory = dirname(output);
  const item = await pool.call<unknown>({
    method,
    parameters: { ...parameters, file },
    inputs,
    outputDirectory,
    work: workOf(work),
  });
  const answered = checkedAnswer(answer, item, "documents");
  if (answered.path !== join(outputDirectory, file)) {
    throw nonsense("documents");
  }
  await rename(answered.path, output);
  return answered;
}
