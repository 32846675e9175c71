import type { WorkerPool } from "../pool/protocol.ts";
import { answerOf, workerTimeoutMs } from "../pool/worker-calls.ts";
import type { Validator } from "./port.ts";
import { VALIDATE } from "./wire.ts";

/** Creates an adapter that validates by @quire/pdfa in the workers of `pool`, which serve `pdfaMethods`. */
export function createPdfaValidator(pool: WorkerPool): Validator {
  return {
    validate({ input, password, flavour, accessibility, ...work }) {
      const parameters = { password, flavour, accessibility, timeoutMs: workerTimeoutMs(work) };
      return answerOf(pool, VALIDATE, { parameters, inputs: [input], work });
    },
  };
}
