import type { WorkerPool } from "../pool/protocol.ts";
import type { Repair } from "../ports.ts";
import { REWRITE, rewriteAnswer } from "./wire.ts";
import { callForFile } from "./written-file.ts";

/** Repair by libqpdf in the workers of `pool`, which serve `qpdfMethods`. */
export function createQpdfRepair(pool: WorkerPool): Repair {
  return {
    async rewrite({ input, output, password, signal, engineTime }) {
      const { warnings } = await callForFile(pool, {
        method: REWRITE,
        parameters: { password },
        answer: rewriteAnswer,
        input,
        output,
        work: { signal, engineTime },
      });
      return { warnings };
    },
  };
}
