import { readFile } from "node:fs/promises";
import { comparedWords } from "../../kernel/compared-words.ts";
import { Failure } from "../../kernel/failure.ts";
import { type PageAnswer, parsePageAnswer, soundsLikeRefusal, textOf } from "./answer-shape.ts";
import type { Answer } from "./asking.ts";
import { joinBlocks, joinTexts } from "./joining.ts";
import { type PageFailureReason, pageFailure } from "./page-failure.ts";
import type { TranscribedBlock, TranscribeJob } from "./port.ts";
import { pageInstructions, pagePrompt } from "./prompts.ts";
import { isRepetitious } from "./repetition.ts";
import type { RetryPolicy } from "./retry-policy.ts";

export interface ReadPage {
  readonly text: string;
  readonly blocks: readonly TranscribedBlock[] | undefined;
  readonly language: string | null;
  readonly isDoubted: boolean;
}

/** The text that was read in a picture of the page, or of a part of it. */
interface Reading extends PageAnswer {
  /** The reason why the text is not accepted as it is; undefined when it is. */
  readonly suspicion: PageFailureReason | undefined;
}

/**
 * The temperatures of successive tries: zero for the most likely text; more gets a model out of a loop that it is stuck
 * in.
 */
const TEMPERATURES = [0, 0.2, 0.5] as const;
const SECOND_TEMPERATURE = 0.2;

/**
 * Reads one page: an answer is accepted when it is not suspect and `job.agrees`; otherwise it is asked for again.
 * @throws Failure as `Transcriber.transcribe`; the signal's reason
 */
export async function readPage(job: TranscribeJob, retryPolicy: RetryPolicy): Promise<ReadPage> {
  const first = await readPicture(job, job.picture, retryPolicy);
  if (first === "too long") {
    return readInParts(job, retryPolicy);
  }
  if (await job.agrees(first.text)) {
    return { ...first, isDoubted: first.suspicion !== undefined };
  }
  if (first.suspicion !== undefined) {
    // All tries have been made by now.
    throw pageFailure(first.suspicion);
  }
  const second = await secondReading(job, retryPolicy);
  if (second !== undefined && (await job.agrees(second.text))) {
    return { ...second, isDoubted: false };
  }
  const better = second === undefined ? first : moreInformative(first, second);
  if (soundsLikeRefusal(better.text)) {
    throw pageFailure("refused");
  }
  return { ...better, isDoubted: true };
}

/** Asks with rising temperatures until the answer is not suspect; returns the last answer otherwise. */
async function readPicture(
  job: TranscribeJob,
  picture: string,
  retryPolicy: RetryPolicy,
): Promise<Reading | "too long"> {
  let reading: Reading | undefined;
  for (const temperature of TEMPERATURES) {
    try {
      // oxlint-disable-next-line eslint/no-await-in-loop -- the next is asked only for want of this one
      const answered = await ask(job, picture, { temperature, retryPolicy });
      if (answered === "too long" || (answered !== "stuck" && answered.suspicion === undefined)) {
        return answered;
      }
      reading = answered === "stuck" ? reading : answered;
    } catch (error) {
      orElse(reading, error, job.signal);
      break;
    }
  }
  if (reading === undefined) {
    throw pageFailure("repeated");
  }
  return reading;
}

/**
 * Returns when there is an answer, which was paid for, to go on with.
 * @throws `error` otherwise, and anything that is no failure
 */
function orElse(reading: Reading | undefined, error: unknown, signal: AbortSignal): void {
  signal.throwIfAborted();
  if (reading === undefined || !(error instanceof Failure)) {
    throw error;
  }
}

async function ask(
  { model, format, language, prompt }: TranscribeJob,
  picture: string,
  { temperature, retryPolicy }: { readonly temperature: number; readonly retryPolicy: RetryPolicy },
): Promise<Reading | "too long" | "stuck"> {
  const question = {
    model,
    shape: format,
    instructions: pageInstructions(format),
    prompt: pagePrompt({ language, prompt }),
    picture: await readFile(picture),
    temperature,
  };
  return retryPolicy.ask(question, (answer: Answer) => {
    if (answer.isCut) {
      // JSON writes a line's end as two characters.
      return isRepetitious(answer.text.replaceAll("\\n", "\n")) ? "stuck" : "too long";
    }
    const read = parsePageAnswer(answer.text, format);
    return read && { ...read, suspicion: suspicionOf(read) };
  });
}

function suspicionOf({ text, isBlank }: PageAnswer): PageFailureReason | undefined {
  if (text.trim() === "") {
    return isBlank ? undefined : "empty";
  }
  return isRepetitious(text) ? "repeated" : undefined;
}

/** Asks for the page once more; returns undefined when the second answer is suspect or missing. */
async function secondReading(job: TranscribeJob, retryPolicy: RetryPolicy): Promise<Reading | undefined> {
  try {
    const answered = await ask(job, job.picture, { temperature: SECOND_TEMPERATURE, retryPolicy });
    return answered === "stuck" || answered === "too long" || answered.suspicion !== undefined ? undefined : answered;
  } catch (error) {
    job.signal.throwIfAborted();
    if (error instanceof Failure) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Returns the more informative of two doubted answers: a refusal, or an answer that obeyed the picture, has few
 * different words.
 */
const moreInformative = (first: Reading, second: Reading): Reading =>
  new Set(comparedWords(second.text)).size > new Set(comparedWords(first.text)).size ? second : first;

/** Reads the page part by part, from top to bottom. */
async function readInParts(job: TranscribeJob, retryPolicy: RetryPolicy): Promise<ReadPage> {
  const readings: Reading[] = [];
  for (const picture of await job.parts()) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- a page has one place
    const reading = await readPicture(job, picture, retryPolicy);
    if (reading === "too long" || reading.suspicion === "repeated") {
      throw pageFailure(reading === "too long" ? "too_long" : "repeated");
    }
    readings.push(reading);
  }
  const blocks = job.format === "json" ? joinBlocks(readings.map((reading) => reading.blocks ?? [])) : undefined;
  const text = blocks === undefined ? joinTexts(readings.map((reading) => reading.text)) : textOf(blocks);
  const language = readings.find((reading) => reading.language !== null)?.language ?? null;
  // To ask for all parts again would cost as much as the page has cost so far.
  return { text, blocks, language, isDoubted: !(await job.agrees(text)) };
}
