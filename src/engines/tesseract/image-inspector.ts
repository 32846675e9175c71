import type { WorkerPool } from "../pool/protocol.ts";
import { answerOf } from "../pool/worker-calls.ts";
import { requireLanguages } from "./page-work.ts";
import type { ImageInspector } from "./port.ts";
import { LOOK } from "./wire.ts";

/**
 * Looks at image files in the workers of `pool`, which serve Tesseract's methods. Images are sent to be read: without
 * `languages` there is no use in looking at one, and the caller learns so before any work.
 */
export function createImageInspector(
  pool: WorkerPool,
  { languages }: { readonly languages: readonly string[] },
): ImageInspector {
  return {
    async look({ input, ...work }) {
      requireLanguages(languages);
      return answerOf(pool, LOOK, { parameters: {}, inputs: [input], work });
    },
  };
}
