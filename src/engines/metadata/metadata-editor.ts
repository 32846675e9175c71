import type { WorkerPool } from "../pool/protocol.ts";
import { answerOf, callForFile, workerTimeoutMs } from "../pool/worker-calls.ts";
import type { MetadataEditor } from "./port.ts";
import { READ, WRITE } from "./wire.ts";

/** Creates an adapter that works by @quire/metadata in the workers of `pool`, which serve `metadataMethods`. */
export function createMetadataEditor(pool: WorkerPool): MetadataEditor {
  return {
    read({ input, password, ...work }) {
      return answerOf(pool, READ, {
        parameters: { password, timeoutMs: workerTimeoutMs(work) },
        inputs: [input],
        work,
      });
    },
    async write({ input, password, output, changes, maxBytes, ...work }) {
      const { notes } = await callForFile(pool, WRITE, {
        parameters: { password, changes, maxBytes, timeoutMs: workerTimeoutMs(work) },
        inputs: [input],
        output,
        work,
      });
      return { notes };
    },
  };
}
