import type { WorkerPool } from "../pool/protocol.ts";
import { answerOf } from "../pool/worker-calls.ts";
import type { DocumentFacts } from "./port.ts";
import { DESTINATIONS, INSPECT } from "./wire.ts";

/** Creates an adapter that reads facts by packages/cos in the workers of `pool`, which serve `cosMethods`. */
export function createCosFacts(pool: WorkerPool): DocumentFacts {
  return {
    inspect: ({ input, password, ...work }) =>
      answerOf(pool, INSPECT, { parameters: { password }, inputs: [input], work }),
    async destinations({ input, ...work }) {
      const { destinations } = await answerOf(pool, DESTINATIONS, { parameters: {}, inputs: [input], work });
      return new Map(destinations);
    },
  };
}
