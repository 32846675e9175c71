import { withinTime } from "../../kernel/timing/work.ts";
import type { WorkerPool } from "../pool/protocol.ts";
import { answerOf } from "../pool/worker-calls.ts";
import { PAGE_TIME_MS, requireLanguages } from "./page-work.ts";
import type { Recognizer } from "./port.ts";
import { RECOGNIZE } from "./wire.ts";

/** Reads pages in the workers of `pool`, which serve Tesseract's methods; without `languages` it reads nothing. */
export function createRecognizer(
  pool: WorkerPool,
  { languages, pagesAtOnce }: { readonly languages: readonly string[]; readonly pagesAtOnce: number },
): Recognizer {
  return {
    async recognize({ input, signal, engineTime, isBackground, tenant, ...parameters }) {
      requireLanguages(languages);
      return withinTime({ signal, engineTime, isBackground, tenant }, PAGE_TIME_MS, (work) =>
        answerOf(pool, RECOGNIZE, { parameters, inputs: [input], work }),
      );
    },

    model: "tesseract",
    languages: () => languages,
    pagesAtOnce,
  };
}
