import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Engines } from "../../../engines/engines.ts";
import type { PageImage } from "../../../engines/pdfium/port.ts";
import type {
  PagePicture,
  PictureJob,
  RecognizedPage,
  Recognizer,
  StripsJob,
} from "../../../engines/tesseract/port.ts";
import type { ModelUse, Transcriber, Transcript } from "../../../engines/vision/port.ts";
import { TimeBudget } from "../../../kernel/timing/work.ts";
import type { Checkpoints, Context, FileOperation, Outcome, UploadedFile } from "../../operation.ts";
import { testCheckpoints } from "./kept.ts";
import { page } from "./recognized.ts";

/* Operations with engines that answer as a test says; by default a page reads `Page <n>.`. */

type RecognizeJob = Parameters<Recognizer["recognize"]>[0];
export type TranscribeJob = Parameters<Transcriber["transcribe"]>[0];
export type CorrectJob = Parameters<Transcriber["correct"]>[0];

/** The engines' behaviour; `pageNumber` is that of the image that they are given. */
export interface Fakes {
  readonly recognize: (pageNumber: number, job: RecognizeJob) => Promise<RecognizedPage>;
  readonly picture: (pageNumber: number, job: PictureJob) => Promise<Partial<PagePicture>>;
  readonly strips: (pageNumber: number, job: StripsJob) => Promise<readonly string[]>;
  readonly draw: (pageNumber: number, dpi: number) => Partial<PageImage>;
  readonly transcribe: (pageNumber: number, job: TranscribeJob) => Promise<Partial<Transcript>>;
  readonly correct: (job: CorrectJob) => Promise<string | undefined>;
  readonly unavailable: Transcriber["unavailable"];
}

interface Order extends Partial<Fakes> {
  readonly fields?: Record<string, unknown>;
  readonly file?: Partial<UploadedFile>;
  readonly signal?: AbortSignal;
  readonly checkpoints?: Checkpoints;
  readonly isTest?: boolean;
  /** The number of pages for which a provider is asked at once. */
  readonly atOnce?: number;
  /** The largest resolution at which pages are drawn. */
  readonly drawnDpi?: number;
}

/** The answer, as far as tests look into it. */
interface Answered {
  readonly data: Readonly<Record<string, unknown>> & {
    readonly text: string;
    readonly pages: number;
    readonly page_results: readonly { readonly page_number: number }[];
  };
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface Bench extends Disposable {
  readonly run: (order?: Order) => Promise<Outcome>;
  /** Returns the JSON of the answer. */
  readonly value: (running: Promise<Outcome> | Outcome) => Promise<Answered>;
  readonly progress: readonly (readonly [number, number])[];
  /** Returns the files in the workspace except the answer and its parts. */
  readonly leftovers: () => readonly string[];
  readonly file: UploadedFile;
}

export const USE: ModelUse = { tokens: { input: 1000, output: 100 }, costUsd: 0.0045, calls: 1 };

/** The file that is read by default. */
export const PDF: UploadedFile = {
  filename: "scan.pdf",
  path: "/input",
  mediaType: "application/pdf",
  sizeBytes: 9,
  pages: 6,
  protection: "none",
  repaired: false,
};

/** Opens a bench, whose workspace is removed with it. */
export function openBench(operation: FileOperation): Bench {
  const workspace = mkdtempSync(join(tmpdir(), "quire-vision-"));
  const progress: [number, number][] = [];
  return {
    file: PDF,
    progress,
    run(order = {}) {
      rmSync(workspace, { recursive: true, force: true });
      mkdirSync(workspace);
      progress.length = 0;
      const file = { ...PDF, ...order.file };
      return operation.run([file], operation.parameters.parse(order.fields ?? {}), {
        engines: fakeEngines(order),
        workspace,
        limits: { imagePixels: 1e8, archiveBytes: 1e9 } as Context["limits"],
        compatibility: { jpegExtension: "jpg", confidence: "fraction", ocrPages: "number" },
        isTest: order.isTest ?? false,
        checkpoints: order.checkpoints ?? testCheckpoints(),
        acceptedAt: 0,
        signal: order.signal ?? new AbortController().signal,
        engineTime: new TimeBudget(60_000),
        progress: (done, total) => void progress.push([done, total]),
      });
    },
    async value(running) {
      const { result } = await running;
      return JSON.parse(readFileSync(result.kind === "json file" ? result.path : "", "utf8")) as Answered;
    },
    leftovers: () => readdirSync(workspace).filter((name) => !name.endsWith(".json")),
    [Symbol.dispose]: () => rmSync(workspace, { recursive: true, force: true }),
  };
}

function fakeEngines(order: Order): Engines {
  const {
    recognize = (number: number) => Promise.resolve(page([[`Page ${number}.`]])),
    picture = () => Promise.resolve({}),
    strips = () => Promise.resolve([]),
    draw = () => ({}),
    transcribe = (number: number) => Promise.resolve({ text: `Page ${number}.` }),
    correct = ({ text }: CorrectJob) => Promise.resolve(text),
    unavailable = () => undefined,
    atOnce = 2,
    drawnDpi = 300,
  } = order;
  return {
    rasterizer: {
      async *render({ pages, size, outputDirectory }: Parameters<Engines["rasterizer"]["render"]>[0]) {
        for (const number of pages) {
          const dpi = size.kind === "resolution" ? Math.min(drawnDpi, size.dpi) : 0;
          const path = join(outputDirectory, `page_${number}.pgm`);
          const image = { page: number, path, dpi, widthPx: 1654, heightPx: 2339, sizeBytes: 1, ...draw(number, dpi) };
          // Engines overwrite nothing either.
          writeFileSync(path, String(number), { flag: "wx" });
          yield await Promise.resolve(image);
        }
      },
    },
    recognizer: {
      model: "reader",
      pagesAtOnce: 2,
      languages: () => ["deu", "eng"],
      recognize: (job: RecognizeJob) => recognize(numberOf(job.input), job),
    },
    pagePictures: {
      async picture(job: PictureJob): Promise<PagePicture> {
        const number = numberOf(job.input);
        const path = join(job.outputDirectory, "picture.jpg");
        const made = await picture(number, job);
        writeFileSync(path, String(number));
        const size = { widthPx: 1109, heightPx: 1568, rotationDegrees: 0 } as const;
        return { path, ...size, isBlank: false, sample: [], ...made };
      },
      strips: (job: StripsJob) => strips(numberOf(job.input), job),
    },
    transcriber: {
      unavailable,
      modelName: (model: string) => `${model}-1`,
      longEdgePx: () => 1568,
      pagesAtOnce: atOnce,
      transcribe: async (job: TranscribeJob): Promise<Transcript> => ({
        text: "",
        language: "en",
        isDoubted: false,
        use: USE,
        ...(await transcribe(numberOf(job.picture), job)),
      }),
      correct: async (job: CorrectJob) => ({ text: await correct(job), use: USE }),
    },
  } as unknown as Engines;
}

/** Returns the number of a page, which its image contains; an image that was sent is page 1. */
const numberOf = (path: string): number => (existsSync(path) ? Number(readFileSync(path, "utf8")) : 1);
