import { setTimeout as sleep } from "node:timers/promises";
import { startService } from "../api/running-service.ts";
import { answerFaults, errorBody, type Fault } from "../corpora/checks.ts";
import type { CorpusFile } from "../corpora/corpus.ts";
import { filesUnder, type MemoryPeaks, MemoryWatch, startTime } from "../corpora/processes.ts";
import { type Answer, postFiles, type Service } from "../corpora/requests.ts";
import type { Engine } from "./read-corpus.ts";

/** The answer of an engine to one document. */
interface DocumentOutcome {
  readonly file: string;
  readonly engine: Engine;
  /** The outcome: 200, or status and code. */
  readonly end: string;
  readonly elapsedMs: number;
  /** Whether the document has many pages, so that the answer is its job's. */
  readonly isJob: boolean;
  readonly faults: readonly string[];
}

export interface DocumentRun {
  readonly outcomes: readonly DocumentOutcome[];
  readonly peaks: MemoryPeaks;
  readonly sameProcess: boolean;
  readonly filesLeft: readonly string[];
  /** The outcome of a document that is right in every way, after all others. */
  readonly goodEnd: string;
}

const AT_ONCE = 2;

/** Sends the first page of every document through both engines of one service. */
export async function readDocuments(files: readonly CorpusFile[], goodFile: CorpusFile): Promise<DocumentRun> {
  const service = await startService({
    QUIRE_WORKERS: String(AT_ONCE),
    QUIRE_OCR_WORKERS: String(AT_ONCE),
    QUIRE_WORKER_MEMORY_BYTES: String(1024 ** 3),
  });
  try {
    using memory = new MemoryWatch(service.pid);
    const started = startTime(service.pid);
    await readFirstPage(service, "simple", goodFile);
    const resting = new Set(await filesUnder(service.dataDirectory));
    const outcomes: DocumentOutcome[] = [];
    const waiting = files.values();
    const takeFiles = async (): Promise<void> => {
      for (const file of waiting) {
        outcomes.push(await readFirstPage(service, "simple", file), await readFirstPage(service, "advanced", file));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, takeFiles));
    const { end: goodEnd } = await readFirstPage(service, "advanced", goodFile);
    return {
      outcomes,
      peaks: memory.peaks,
      sameProcess: started !== undefined && startTime(service.pid) === started,
      filesLeft: await filesLeft(service.dataDirectory, resting),
      goodEnd,
    };
  } finally {
    await service.stop();
  }
}

async function readFirstPage(service: Service, engine: Engine, file: CorpusFile): Promise<DocumentOutcome> {
  const fields = {
    pages: "first",
    output: "detailed",
    ...(file.password !== undefined && { password: file.password }),
  };
  const path = `/api/v1/ocr/extract/${engine}`;
  const first = await postFiles(service, { path, files: [file.path], fields });
  const isJob = first.status === 202;
  const answer = isJob ? await answerOfJob(service, first) : first;
  const { status, elapsedMs } = answer;
  const ended = { file: file.id, engine, elapsedMs: Math.round(elapsedMs), isJob };
  const faults = answerFaults(answer).filter(({ about }) => about !== "time");
  return status === 200
    ? { ...ended, end: "200", faults: [...textsOf(faults), ...recognitionFaults(answer)] }
    : { ...ended, end: `${status} ${String(errorBody(answer)?.["code"])}`, faults: textsOf(faults) };
}

const textsOf = (faults: readonly Fault[]): string[] => faults.map(({ about, text }) => `${about}: ${text}`);

/** Waits for a job, and takes its result away. */
async function answerOfJob(service: Service, accepted: Answer): Promise<Answer> {
  const { job_id: id } = JSON.parse(accepted.body.toString("utf8")) as { job_id: string };
  const startedMs = performance.now();
  const ask = (path: string, method = "GET"): Promise<Response> =>
    fetch(`${service.baseUrl}/api/v1/jobs/${id}${path}`, { method, headers: { "X-API-Key": service.key } });
  for (;;) {
    const response = await ask("/result");
    const body = Buffer.from(await response.arrayBuffer());
    if (response.status !== 202) {
      await (await ask("", "DELETE")).arrayBuffer();
      const elapsedMs = accepted.elapsedMs + performance.now() - startedMs;
      return { status: response.status, headers: response.headers, body, elapsedMs };
    }
    await sleep(100);
  }
}

/** Returns what is wrong with the answer about one page. */
function recognitionFaults(answer: Answer): string[] {
  const { success, data } = JSON.parse(answer.body.toString("utf8")) as {
    success: unknown;
    data: { text: unknown; pages: unknown; confidence: number | null; word_count: number; page_results: unknown[] };
  };
  const isRight =
    success === true &&
    typeof data.text === "string" &&
    data.pages === 1 &&
    data.page_results.length === 1 &&
    (data.confidence === null ? data.word_count === 0 : data.confidence >= 0 && data.confidence <= 1);
  return isRight ? [] : [`answer: ${answer.body.toString("utf8").slice(0, 300)}`];
}

/**
 * Asks until no file is left, or for some seconds, and returns the rest: a request's directory is removed a moment
 * after its answer.
 */
async function filesLeft(directory: string, resting: ReadonlySet<string>): Promise<string[]> {
  for (let attempt = 0; ; attempt += 1) {
    const left = (await filesUnder(directory)).filter((path) => !resting.has(path));
    if (left.length === 0 || attempt === 50) {
      return left;
    }
    await sleep(200);
  }
}
