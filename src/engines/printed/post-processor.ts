import type { WorkerPool } from "../pool/protocol.ts";
import type { Finisher } from "./port.ts";
import { callForFile, workerTimeoutMs } from "../pool/worker-calls.ts";
import { FINISH, finishAnswer } from "./wire.ts";

/**
 * Finishes by @quire/printed in the workers of `pool`, which serve `printedMethods`.
 * @param creator what documents say that they were made with
 */
export function createFinisher(pool: WorkerPool, creator: string): Finisher {
  return {
    async finish({ input, output, information, language, conformance, maxBytes, ...work }) {
      const { pages } = await callForFile(pool, {
        method: FINISH,
        parameters: { information, creator, language, conformance, maxBytes, timeoutMs: workerTimeoutMs(work) },
        answer: finishAnswer,
        inputs: [input],
        output,
        work,
      });
      return { pages };
    },
  };
}
