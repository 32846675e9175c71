import type { z } from "zod";
import type { WorkerPool } from "../pool/protocol.ts";
import { callForFile, workerTimeoutMs } from "../pool/worker-calls.ts";
import type { Watermarker } from "./port.ts";
import { APPLY, applyAnswer, type applyParameters } from "./wire.ts";

/**
 * Creates an adapter that adds watermarks by @quire/watermark in the workers of `pool`, which serve `watermarkMethods`.
 */
export function createWatermarker(pool: WorkerPool): Watermarker {
  return {
    async apply({ input, output, signal, engineTime, isBackground, ...watermark }) {
      const { warnings } = await callForFile(pool, {
        method: APPLY,
        parameters: { ...watermark, timeoutMs: workerTimeoutMs({ engineTime }) } satisfies Omit<
          z.input<typeof applyParameters>,
          "file"
        >,
        answer: applyAnswer,
        inputs: [input],
        output,
        work: { signal, engineTime, isBackground },
      });
      return { warnings };
    },
  };
}
