import type { WorkerPool } from "../pool/protocol.ts";
import { callForFile, workerTimeoutMs } from "../pool/worker-calls.ts";
import type { Converter } from "./port.ts";
import { CONVERT } from "./wire.ts";

/** Creates a converter that works by @quire/pdfa-conversion in the workers of `pool`, which serve `conversionMethods`. */
export function createConverter(pool: WorkerPool): Converter {
  return {
    async convert({ input, output, password, target, attachments, substitutesFonts, maxBytes, ...work }) {
      const { pages, changes } = await callForFile(pool, CONVERT, {
        parameters: { password, target, attachments, substitutesFonts, maxBytes, timeoutMs: workerTimeoutMs(work) },
        inputs: [input],
        output,
        work,
      });
      return { pages, changes };
    },
  };
}
