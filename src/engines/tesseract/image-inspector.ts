import type { WorkerPool } from "../pool/protocol.ts";
import { answerOf } from "../pool/worker-calls.ts";
import type { ImageInspector } from "./port.ts";
import { LOOK } from "./wire.ts";

/** Looks at image files in the workers of `pool`, which serve Tesseract's methods, whether it is installed or not. */
export const createImageInspector = (pool: WorkerPool): ImageInspector => ({
  look: ({ input, ...work }) => answerOf(pool, LOOK, { parameters: {}, inputs: [input], work }),
});
