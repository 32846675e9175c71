import type { WorkerPool } from "../pool/protocol.ts";
import { callForFile, workerTimeoutMs } from "../pool/worker-calls.ts";
import type { Watermarker } from "./port.ts";
import { APPLY } from "./wire.ts";

/** Watermarks by @quire/watermark in the workers of `pool`, which serve `createWatermarkMethods`. */
export function createWatermarker(pool: WorkerPool): Watermarker {
  return {
    async apply({ input, output, signal, engineTime, isBackground, tenant, ...watermark }) {
      const work = { signal, engineTime, isBackground, tenant };
      const parameters = { ...watermark, timeoutMs: workerTimeoutMs(work) };
      const { warnings } = await callForFile(pool, APPLY, { parameters, inputs: [input], output, work });
      return { warnings };
    },
  };
}
