import type { WorkerPool } from "../pool/protocol.ts";
import { answerOf, workerTimeoutMs } from "../pool/worker-calls.ts";
import type { Inspector } from "./port.ts";
import { DESCRIBE } from "./wire.ts";

/** Creates an adapter that describes documents by @quire/inspection in the workers of `pool`, which serve `inspectionMethods`. */
export function createInspector(pool: WorkerPool): Inspector {
  return {
    describe({ input, password, pages, ...work }) {
      const parameters = { password, pages, timeoutMs: workerTimeoutMs(work) };
      return answerOf(pool, DESCRIBE, { parameters, inputs: [input], work });
    },
  };
}
