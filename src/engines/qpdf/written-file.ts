import { randomUUID } from "node:crypto";
import { rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { z } from "zod";
import { assert } from "../../kernel/assert.ts";
import type { Work } from "../../kernel/work.ts";
import type { WorkerPool } from "../pool/protocol.ts";

/** A call of a method of the worker that reads one file and writes one. */
interface FileCall<Answer> {
  readonly method: string;
  readonly parameters: object;
  readonly answer: z.ZodType<Answer>;
  readonly input: string;
  readonly output: string;
  readonly work: Work;
}

/**
 * Makes the call and puts the file that the worker wrote at `output`, where it replaces what was there. The worker is
 * told a name of its own, so that `output` may have any.
 */
export async function callForFile<Answer extends { path: string }>(
  pool: WorkerPool,
  { method, parameters, answer, input, output, work }: FileCall<Answer>,
): Promise<Answer> {
  const file = `${randomUUID()}.pdf`;
  const outputDirectory = dirname(output);
  const item = await pool.call<unknown>({
    method,
    parameters: { ...parameters, file },
    inputs: [input],
    outputDirectory,
    work,
  });
  const answered = answer.parse(item);
  assert(answered.path === join(outputDirectory, file), "the worker writes the file that it was asked for");
  await rename(answered.path, output);
  return answered;
}
