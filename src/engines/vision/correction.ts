import { comparedWords, wordRecall } from "../../kernel/compared-words.ts";
import { parseCorrection } from "./answer-shape.ts";
import type { CorrectJob } from "./port.ts";
import { correctionInstructions, correctionPrompt } from "./prompts.ts";
import { isRepetitious } from "./repetition.ts";
import type { RetryPolicy } from "./retry-policy.ts";

/**
 * Has a model fix the mistakes of a reading.
 * @returns undefined where the answer is a different text, or none
 * @throws Failure as `Transcriber.correct`; the signal's reason
 */
export async function correctText(
  { model, format, text }: CorrectJob,
  retryPolicy: RetryPolicy,
): Promise<string | undefined> {
  if (comparedWords(text).length === 0) {
    return text;
  }
  const question = {
    model,
    shape: "correction" as const,
    instructions: correctionInstructions(format),
    prompt: correctionPrompt(text),
    picture: undefined,
    temperature: 0,
  };
  const corrected = await retryPolicy.ask(question, (answer) =>
    answer.isCut ? "cut" : wrapped(parseCorrection(answer.text)),
  );
  return corrected !== "cut" && isCorrectedText(text, corrected.text) ? corrected.text : undefined;
}

// An empty text is a valid answer, though it will not be accepted as a correction.
const wrapped = (text: string | undefined) => (text === undefined ? undefined : { text });

const MIN_RECALL = 0.6;
const MIN_LENGTH_RATIO = 0.75;

/**
 * Returns whether one text can be the other with its misread words corrected: most words stay, and nothing is added or
 * left out.
 * @internal Exported for its tests alone.
 */
export function isCorrectedText(original: string, corrected: string): boolean {
  const [before, after] = [comparedWords(original), comparedWords(corrected)];
  const [shorter = 0, longer = 0] = [lengthOf(before), lengthOf(after)].toSorted((one, other) => one - other);
  return (
    shorter >= longer * MIN_LENGTH_RATIO &&
    wordRecall(before, after) >= MIN_RECALL &&
    wordRecall(after, before) >= MIN_RECALL &&
    (!isRepetitious(corrected) || isRepetitious(original))
  );
}

/** Returns the length in letters and digits: joining what was split apart changes the number of words. */
const lengthOf = (words: readonly string[]): number => words.join("").length;
