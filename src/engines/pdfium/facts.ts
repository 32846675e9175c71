import type { WorkerPool } from "../pool/protocol.ts";
import type { DocumentFacts } from "../ports.ts";
import { nonsense } from "./nonsense.ts";
import { INSPECT, inspectAnswer } from "./wire.ts";

/** Facts by PDFium in the workers of `pool`, which serve `createPdfiumMethods`. */
export function createPdfiumFacts(pool: WorkerPool): DocumentFacts {
  return {
    async inspect({ input, password, signal, engineTime }) {
      const answer = await pool.call<unknown>({
        method: INSPECT,
        parameters: { password },
        inputs: [input],
        work: { signal, engineTime },
      });
      const { success, data } = inspectAnswer.safeParse(answer);
      if (!success) {
        throw nonsense("facts");
      }
      return data;
    },
  };
}
