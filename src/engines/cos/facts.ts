import type { WorkerPool } from "../pool/protocol.ts";
import { checkedAnswer } from "../pool/worker-calls.ts";
import type { DocumentFacts } from "./port.ts";
import { DESTINATIONS, destinationsAnswer, INSPECT, inspectAnswer } from "./wire.ts";

/** Creates an adapter that reads facts by packages/cos in the workers of `pool`, which serve `cosMethods`. */
export function createCosFacts(pool: WorkerPool): DocumentFacts {
  return {
    async inspect({ input, password, ...work }) {
      const answer = await pool.call<unknown>({
        method: INSPECT,
        parameters: { password },
        inputs: [input],
        work,
      });
      return checkedAnswer(inspectAnswer, answer, "facts");
    },
    async destinations({ input, ...work }) {
      const answer = await pool.call<unknown>({ method: DESTINATIONS, parameters: {}, inputs: [input], work });
      return new Map(checkedAnswer(destinationsAnswer, answer, "facts").destinations);
    },
  };
}
