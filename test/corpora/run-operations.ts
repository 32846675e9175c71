import { fileURLToPath } from "node:url";
import { startService } from "../api/running-service.ts";
import { answerFaults, checkImage, checkUnlocked, errorBody, type Fault } from "./checks.ts";
import type { CorpusFile } from "./corpus.ts";
import {
  checkArranged,
  checkDescription,
  checkImages,
  checkMerged,
  checkParts,
  checkRewritten,
} from "./document-checks.ts";
import { checkExtracted, EXTRACTIONS, type ExtractionName, fieldsOf } from "./extraction.ts";
import { filesUnder, type MemoryPeaks, MemoryWatch, startTime } from "./processes.ts";
import type { Progress } from "./progress.ts";
import { type Answer, postFiles, type Service } from "./requests.ts";

export type Engine = "native" | "wasm";

/** The result of one file with one operation. */
interface Outcome {
  readonly operation:
    | "pdf-to-image"
    | "remove-password"
    | "remove-password, empty password"
    | "merge"
    | "split"
    | "pdf-images"
    | "watermark"
    | "info"
    | "metadata"
    | "pages"
    | ExtractionName;
  readonly status: number;
  /** The code of the error, if there is one. */
  readonly code?: string;
  readonly elapsedMs: number;
  readonly drawing?: "ink" | "blank";
  readonly faults: readonly Fault[];
}

export interface FileOutcomes {
  readonly file: string;
  readonly outcomes: readonly Outcome[];
  /** The peaks of the whole run until this file was done. */
  readonly peaks: MemoryPeaks;
}

/** The state of the service when it had answered everything. */
export interface Aftermath {
  readonly readyStatus: number;
  readonly sameProcess: boolean;
  readonly goodRequest: Outcome;
  readonly filesLeft: readonly string[];
}

export const WORKER_MEMORY_BYTES = 1024 ** 3;
/**
 * The document that every other one is merged with: tagged, with an outline, a form, a named destination and an
 * attachment.
 */
const GOOD_DOCUMENT = { path: fileURLToPath(new URL("../fixtures/features.pdf", import.meta.url)), pages: 2 };
const PARTS_MAX = 3;
const WORKERS = 2;
const SETTLES_WITHIN_MS = 10_000;

/** Sends every file through the operations of one service, as many at a time as there are workers. */
export async function runOperations(
  engine: Engine,
  run: { files: readonly CorpusFile[]; goodFile: CorpusFile; progress?: Progress<FileOutcomes> },
): Promise<{ done: FileOutcomes[]; aftermath: Aftermath }> {
  const service = await startService({
    QUIRE_PDFIUM: engine,
    QUIRE_WORKERS: String(WORKERS),
    QUIRE_WORKER_MEMORY_BYTES: String(WORKER_MEMORY_BYTES),
    QUIRE_RATE_LIMIT: "1000000",
    QUIRE_CONCURRENCY: "64",
  });
  try {
    using memory = new MemoryWatch(service.pid);
    const started = startTime(service.pid);
    await renderFirstPage(service, run.goodFile);
    const restingFiles = new Set(await filesUnder(service.dataDirectory));

    const done = [...(run.progress?.steps ?? [])];
    const known = new Set(done.map(({ file }) => file));
    const queue = run.files.filter((file) => !known.has(file.id));
    const takeFiles = async () => {
      for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
        const outcomes = { file: file.id, outcomes: await runFile(service, file), peaks: memory.peaks };
        done.push(outcomes);
        run.progress?.add(outcomes);
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, takeFiles));

    const aftermath = {
      readyStatus: await settled(
        () => readyStatus(service),
        (status) => status === 200,
      ),
      sameProcess: started !== undefined && startTime(service.pid) === started,
      goodRequest: await renderFirstPage(service, run.goodFile),
      filesLeft: await settled(
        async () => (await filesUnder(service.dataDirectory)).filter((path) => !restingFiles.has(path)),
        (paths) => paths.length === 0,
      ),
    };
    return { done, aftermath };
  } finally {
    await service.stop();
  }
}

async function runFile(service: Service, file: CorpusFile): Promise<Outcome[]> {
  const outcomes = [await renderFirstPage(service, file)];
  const unlocked = await unlock(service, file, "remove-password", file.password ?? "x");
  outcomes.push(unlocked);
  // The corpus does not state the passwords of all its encrypted documents. Most of these open without one.
  if (unlocked.code === "wrong_password") {
    outcomes.push(await unlock(service, file, "remove-password, empty password", ""));
  }
  outcomes.push(await mergeWithGoodFile(service, file), await splitFirstPages(service, file));
  outcomes.push(await extractImages(service, file), await markPages(service, file));
  outcomes.push(await describeDocument(service, file), await changeMetadata(service, file));
  outcomes.push(await arrangePages(service, file));
  for (const operation of Object.keys(EXTRACTIONS) as ExtractionName[]) {
    outcomes.push(await extractText(service, file, operation));
  }
  return outcomes;
}

async function renderFirstPage(service: Service, file: CorpusFile): Promise<Outcome> {
  const request = { path: "/api/v1/convert/pdf-to-image", files: [file.path], fields: passwordField(file) };
  const answer = await postFiles(service, request);
  const image = answer.status === 200 ? await checkImage(answer) : { faults: [] };
  const outcome = outcomeOf("pdf-to-image", answer, image.faults);
  return image.drawing === undefined ? outcome : { ...outcome, drawing: image.drawing };
}

async function unlock(
  service: Service,
  file: CorpusFile,
  operation: Outcome["operation"],
  password: string,
): Promise<Outcome> {
  const request = { path: "/api/v1/pdf/remove-password", files: [file.path], fields: { password } };
  const answer = await postFiles(service, request);
  const faults = answer.status === 200 ? await checkUnlocked(answer, file, password) : [];
  return outcomeOf(operation, answer, faults);
}

async function mergeWithGoodFile(service: Service, file: CorpusFile): Promise<Outcome> {
  const files = [GOOD_DOCUMENT.path, file.path];
  const answer = await postFiles(service, { path: "/api/v1/pdf/merge", files, fields: passwordField(file) });
  return outcomeOf("merge", answer, answer.status === 200 ? await checkMerged(answer, file, GOOD_DOCUMENT.pages) : []);
}

async function splitFirstPages(service: Service, file: CorpusFile): Promise<Outcome> {
  const fields = { mode: "pages", pages: `1-${PARTS_MAX}`, ...passwordField(file) };
  const answer = await postFiles(service, { path: "/api/v1/pdf/split", files: [file.path], fields });
  return outcomeOf("split", answer, answer.status === 200 ? await checkParts(answer, file, PARTS_MAX) : []);
}

async function extractImages(service: Service, file: CorpusFile): Promise<Outcome> {
  const request = { path: "/api/v1/extract/pdf-images", files: [file.path], fields: passwordField(file) };
  const answer = await postFiles(service, request);
  return outcomeOf("pdf-images", answer, answer.status === 200 ? await checkImages(answer) : []);
}

async function markPages(service: Service, file: CorpusFile): Promise<Outcome> {
  const fields = { text: "Draft, {{page}} of {{total_pages}}", ...passwordField(file) };
  const answer = await postFiles(service, { path: "/api/v1/pdf/watermark", files: [file.path], fields });
  return outcomeOf("watermark", answer, answer.status === 200 ? await checkRewritten(answer, file, "marked") : []);
}

async function describeDocument(service: Service, file: CorpusFile): Promise<Outcome> {
  const request = { path: "/api/v1/pdf/info", files: [file.path], fields: passwordField(file) };
  const answer = await postFiles(service, request);
  return outcomeOf("info", answer, answer.status === 200 ? checkDescription(answer, file) : []);
}

async function changeMetadata(service: Service, file: CorpusFile): Promise<Outcome> {
  const fields = { strip: "true", title: "A title", ...passwordField(file) };
  const answer = await postFiles(service, { path: "/api/v1/pdf/metadata", files: [file.path], fields });
  return outcomeOf("metadata", answer, answer.status === 200 ? await checkRewritten(answer, file, "metadata") : []);
}

async function arrangePages(service: Service, file: CorpusFile): Promise<Outcome> {
  const steps = [{ rotate: { pages: "odd", degrees: 90 } }, { nup: { per_sheet: 2 } }];
  const fields = { steps: JSON.stringify(steps), ...passwordField(file) };
  const answer = await postFiles(service, { path: "/api/v1/pdf/pages", files: [file.path], fields });
  return outcomeOf("pages", answer, answer.status === 200 ? await checkArranged(answer, file) : []);
}

async function extractText(service: Service, file: CorpusFile, operation: ExtractionName): Promise<Outcome> {
  const fields = { ...fieldsOf(operation), ...passwordField(file) };
  const answer = await postFiles(service, { path: `/api/v1/convert/${operation}`, files: [file.path], fields });
  return outcomeOf(operation, answer, answer.status === 200 ? checkExtracted(answer, operation) : []);
}

const passwordField = ({ password }: CorpusFile): Record<string, string> =>
  password === undefined ? {} : { password };

function outcomeOf(operation: Outcome["operation"], answer: Answer, faults: readonly Fault[]): Outcome {
  const outcome = {
    operation,
    status: answer.status,
    elapsedMs: Math.round(answer.elapsedMs),
    faults: [...answerFaults(answer), ...faults],
  };
  if (answer.status === 200) {
    return outcome;
  }
  const code = errorBody(answer)?.code;
  return { ...outcome, code: typeof code === "string" ? code : "no code" };
}

/** Returns the status of the readiness endpoint; 0 when the service does not answer at all. */
async function readyStatus(service: Service): Promise<number> {
  return fetch(`${service.baseUrl}/health/ready`).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
}

/** Asks until the answer is right, or for some seconds: workers that were killed are being replaced. */
async function settled<Value>(ask: () => Promise<Value>, isRight: (value: Value) => boolean): Promise<Value> {
  const giveUpMs = performance.now() + SETTLES_WITHIN_MS;
  for (;;) {
    const value = await ask();
    if (isRight(value) || performance.now() > giveUpMs) {
      return value;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
