import type { z } from "zod";
import { Failure } from "../../kernel/failure.ts";
import { withinTime, workOf } from "../../kernel/work.ts";
import type { WorkerPool } from "../pool/protocol.ts";
import type { Recognizer } from "../recognition.ts";
import { checkedAnswer } from "../worker-calls.ts";
import * as wire from "./wire.ts";

/** A page gets this much time of a worker, in milliseconds, however much its request has. */
const PAGE_TIME_MS = 60_000;

/** Reads pages in the workers of `pool`, which serve Tesseract's methods; without `languages` it reads nothing. */
export function createRecognizer(
  pool: WorkerPool,
  { languages, pagesAtOnce }: { readonly languages: readonly string[]; readonly pagesAtOnce: number },
): Recognizer {
  return {
    async recognize({ input, signal, engineTime, isBackground, ...parameters }) {
      requireTesseract(languages);
      const answer = await withinTime({ signal, engineTime, isBackground }, PAGE_TIME_MS, (work) =>
        pool.call<unknown>({
          method: wire.RECOGNIZE,
          parameters: parameters satisfies z.input<typeof wire.recognizeParameters>,
          inputs: [input],
          work,
        }),
      );
      return checkedAnswer(wire.pageAnswer, answer, "pages");
    },

    async look({ input, ...work }) {
      requireTesseract(languages);
      const call = { method: wire.LOOK, parameters: {}, inputs: [input], work: workOf(work) };
      return checkedAnswer(wire.lookAnswer, await pool.call<unknown>(call), "pages");
    },

    model: "tesseract",
    languages: () => languages,
    pagesAtOnce,
  };
}

function requireTesseract(languages: readonly string[]): void {
  if (languages.length === 0) {
    throw new Failure("engine_unavailable", "Text recognition is not installed on this service.");
  }
}
