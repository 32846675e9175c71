import type { WorkerPool } from "../pool/protocol.ts";
import { callForFile, workerTimeoutMs } from "../pool/worker-calls.ts";
import type { PostProcessor } from "./port.ts";
import { FINISH } from "./wire.ts";

/**
 * Creates a post-processor that works by @quire/printed in the workers of `pool`, which serve `printedMethods`.
 * @param creator the creating program that documents name
 */
export function createPostProcessor(pool: WorkerPool, creator: string): PostProcessor {
  return {
    async finish({ input, output, information, language, conformance, maxBytes, ...work }) {
      const { pages } = await callForFile(pool, FINISH, {
        parameters: { information, creator, language, conformance, maxBytes, timeoutMs: workerTimeoutMs(work) },
        inputs: [input],
        output,
        work,
      });
      return { pages };
    },
  };
}
