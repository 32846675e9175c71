import type { WorkerPool } from "../pool/protocol.ts";
import { callForFile } from "../pool/worker-calls.ts";
import type { Repair } from "./port.ts";
import { REWRITE } from "./wire.ts";

/** Creates an adapter that repairs by libqpdf in the workers of `pool`, which serve `qpdfMethods`. */
export function createQpdfRepair(pool: WorkerPool): Repair {
  return {
    async rewrite({ input, output, password, ...work }) {
      const { warnings } = await callForFile(pool, REWRITE, {
        parameters: { password },
        inputs: [input],
        output,
        work,
      });
      return { warnings };
    },
  };
}
