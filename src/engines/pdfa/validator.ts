import type { WorkerPool } from "../pool/protocol.ts";
import { checkedAnswer, workerTimeoutMs } from "../pool/worker-calls.ts";
import type { Validator } from "./port.ts";
import { VALIDATE, validateAnswer } from "./wire.ts";

/** Creates an adapter that validates by @quire/pdfa in the workers of `pool`, which serve `pdfaMethods`. */
export function createPdfaValidator(pool: WorkerPool): Validator {
  return {
    async validate({ input, password, flavour, ...work }) {
      const answer = await pool.call<unknown>({
        method: VALIDATE,
        parameters: { password, flavour, timeoutMs: workerTimeoutMs(work) },
        inputs: [input],
        work,
      });
      return checkedAnswer(validateAnswer, answer, "reports");
    },
  };
}
