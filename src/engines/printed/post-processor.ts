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
    async finish({ input, output, signal, engineTime, ...options }) {
      const work = { signal, engineTime };
      const { pages, accessibility } = await callForFile(pool, FINISH, {
        parameters: { ...options, creator, timeoutMs: workerTimeoutMs(work) },
        inputs: [input],
        output,
        work,
      });
      return { pages, accessibility };
    },
  };
}
