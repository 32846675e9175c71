import { resolve } from "node:path";
import { createUnpacker } from "./engines/archive/unpacker.ts";
import { createAssembler } from "./engines/assembly/assembler.ts";
import { type ChromiumPrinter, createPrinter } from "./engines/chromium/printer.ts";
import { createConverter } from "./engines/conversion/converter.ts";
import { createCosFacts } from "./engines/cos/facts.ts";
import { createComposer } from "./engines/documents/composer.ts";
import type { EngineState, Engines } from "./engines/engines.ts";
import { fontFolderFault } from "./engines/fonts/service-fonts.ts";
import { createImageDocuments } from "./engines/image-pages/image-documents.ts";
import { createImageExtractor } from "./engines/images/extractor.ts";
import { createInspector } from "./engines/inspection/inspector.ts";
import { createExtractor } from "./engines/layout/extractor.ts";
import { createMetadataEditor } from "./engines/metadata/metadata-editor.ts";
import { createPdfaValidator } from "./engines/pdfa/validator.ts";
import { createPageComparer } from "./engines/pdfium/page-comparer.ts";
import { createPdfiumRasterizer } from "./engines/pdfium/rasterizer.ts";
import { createWorkerPool, type EnginePool } from "./engines/pool/pool.ts";
import type { PoolEvent } from "./engines/pool/pool-events.ts";
import type { Sandbox } from "./engines/pool/sandbox/probe.ts";
import { createPostProcessor } from "./engines/printed/post-processor.ts";
import { createEncryption } from "./engines/qpdf/encryption.ts";
import { createQpdfRepair } from "./engines/qpdf/repair.ts";
import { createImageInspector } from "./engines/tesseract/image-inspector.ts";
import { pathsOf, tesseractOrReason } from "./engines/tesseract/library/find-tesseract.ts";
import { createPagePictures } from "./engines/tesseract/page-pictures.ts";
import { createRecognizer } from "./engines/tesseract/recognizer.ts";
import { fontState } from "./engines/typeset/script-coverage.ts";
import { createTranscriber } from "./engines/vision/transcriber.ts";
import { createWatermarker } from "./engines/watermark/watermarker.ts";
import { pdfWorkerOptions } from "./engines/workers/pdf-worker-options.ts";
import { WORK_CLASSES, type WorkClass } from "./kernel/work-class.ts";
import { type Config, ConfigError } from "./platform/config/config.ts";
import { expectUsersApart, ocrWorkers, pdfWorkers } from "./platform/config/process-users.ts";
import { engineQueueLimit } from "./platform/config/queue-bounds.ts";
import { pdfiumLibraryOf } from "./platform/config/program-files.ts";
import { tesseractChoice } from "./platform/config/tesseract.ts";
import { visionSettings } from "./platform/config/vision.ts";
import { classesIn } from "./platform/config/work-classes.ts";
import { createEgress, type Egress } from "./platform/egress/egress.ts";
import type { QueueState } from "./platform/health/system-facts.ts";
import { createLog, type Log } from "./platform/telemetry/log.ts";
import { version } from "./version.ts";

/* Wiring of the engines: the one place that knows which adapter implements a port, and which processes it has. */

/** The engines by themselves: what the service, the command line and the benches share. */
export interface RunningEngines extends AsyncDisposable {
  readonly engines: Engines;
  /** The pools by the class of their workers. */
  readonly pools: Readonly<Record<"pdf" | "documents" | "ocr", EnginePool>>;
  /** Resolves with a sentence on how HTML is printed here. */
  readonly printing: Promise<string>;
  readonly engineStates: () => readonly EngineState[];
  /** Returns the queues of the pools and of the browser as they are now. */
  readonly queueStates: () => readonly QueueState[];
  readonly close: () => Promise<void>;
}

export async function createEngines(
  config: Config,
  {
    log = createLog("silent"),
    egress = createEgress(config),
    classes = WORK_CLASSES,
    onLaunch,
  }: {
    readonly log?: Log;
    readonly egress?: Egress;
    /** The classes of work that is done here; the engines of others are not started, and are off. */
    readonly classes?: readonly WorkClass[] | undefined;
    /** Called when the first engine process has been launched, or could not be; it is not up yet. */
    readonly onLaunch?: () => void;
  } = {},
): Promise<RunningEngines> {
  expectUsersApart(config);
  const fontFolder = fontFolderOf(config);
  const vision = visionSettings(config);
  await using begun = new AsyncDisposableStack();
  const starting = startPool(config, { fontFolder, log, onLaunch });
  // Neither is left behind when the other fails.
  begun.defer(async () => (await starting.catch(() => undefined))?.close());
  const prints = classes.includes("browser");
  const { printer, printing, closePrinter } = await startPrinter(config, { fontFolder, log, egress, prints });
  begun.defer(closePrinter);
  const pool = await starting;
  let fonts: EngineState | undefined;
  const { sandbox } = pool.state();
  const documentPool = await openDocumentPool(config, log, sandbox);
  begun.defer(() => documentPool.close());
  const isKept = classes.includes("ocr") && isWarm(config, "ocr");
  const ocr = await openOcrProcesses(config, { log, sandbox, isKept });
  begun.defer(() => ocr.pool.close());
  const running = begun.move();
  const close = (): Promise<void> => running.disposeAsync();
  const pools = { pdf: pool, documents: documentPool, ocr: ocr.pool };
  return {
    pools,
    printing,
    queueStates: () => [
      ...Object.entries(pools).map(([name, each]) => queueOf(name, each, config.QUIRE_QUEUE_LIMIT)),
      browserQueue(printer, config.QUIRE_QUEUE_LIMIT),
    ],
    engineStates: () => [
      stateOf(pool),
      documentState(documentPool),
      classes.includes("ocr") ? ocrState(ocr) : leftToWorkers("ocr"),
      visionState(vision),
      prints ? printerState(printer) : leftToWorkers("chromium"),
      // All fonts are read for it, once, when it is first asked for: the start does not wait for that.
      (fonts ??= fontState(fontFolder)),
    ],
    engines: {
      facts: createCosFacts(pool),
      rasterizer: createPdfiumRasterizer(pool),
      pageComparer: createPageComparer(pool),
      encryption: createEncryption(pool),
      repair: createQpdfRepair(pool),
      assembler: createAssembler(pool),
      images: createImageExtractor(pool),
      extractor: createExtractor(pool),
      watermarker: createWatermarker(pool),
      unpacker: createUnpacker(pool),
      composer: createComposer(documentPool),
      printer,
      postProcessor: createPostProcessor(pool, `Quire ${version}`),
      validator: createPdfaValidator(pool),
      converter: createConverter(pool),
      inspector: createInspector(pool),
      metadataEditor: createMetadataEditor(pool),
      recognizer: createRecognizer(ocr.pool, { languages: ocr.languages, pagesAtOnce: ocrWorkers(config) }),
      pagePictures: createPagePictures(ocr.pool),
      imageInspector: createImageInspector(ocr.pool),
      imageDocuments: createImageDocuments(ocr.pool, `Quire ${version}`),
      transcriber: createTranscriber(vision, {
        fetch: egress.webFetch({ allowed: "baseUrl" in vision ? vision.baseUrl : undefined }),
      }),
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function queueOf(name: string, pool: EnginePool, limit: number): QueueState {
  const { idle, busy, waiting, restarts } = pool.state();
  return { name, workers: idle + busy, busy, waiting, limit, restarts };
}

/** Returns the queue of documents that are to be printed; its workers are the pages of the browser. */
function browserQueue(printer: ChromiumPrinter, limit: number): QueueState {
  const { pages, busy, waiting, restarts } = printer.state();
  return { name: "browser", workers: pages, busy, waiting, limit, restarts };
}

/** Returns the absolute path of QUIRE_FONTS_DIR: engine processes have another current directory. @throws ConfigError */
function fontFolderOf({ QUIRE_FONTS_DIR: setting }: Config): string | undefined {
  const folder = setting === undefined ? undefined : resolve(setting);
  const fault = folder === undefined ? undefined : fontFolderFault(folder);
  if (fault !== undefined) {
    throw new ConfigError(`QUIRE_FONTS_DIR: ${folder} ${fault}`);
  }
  return folder;
}

async function startPool(
  config: Config,
  {
    fontFolder,
    log,
    onLaunch,
  }: {
    readonly fontFolder: string | undefined;
    readonly log: Log;
    readonly onLaunch: (() => void) | undefined;
  },
): Promise<EnginePool> {
  const { QUIRE_PDFIUM: build, QUIRE_SANDBOX: sandbox } = config;
  const libraryPath = pdfiumLibraryOf(config);
  return await createWorkerPool({
    ...pdfWorkerOptions({ build, libraryPath, fontFolder }),
    size: pdfWorkers(config),
    queueLimit: engineQueueLimit(config),
    name: "pdf",
    atStart: pdfWorkers(config),
    kept: isWarm(config, "pdf") ? pdfWorkers(config) : 1,
    idleMs: idleMs(config),
    slotsDirectory: resolve(config.QUIRE_DATA_DIR, "slots"),
    tier: sandbox === "auto" ? undefined : sandbox,
    memoryBytes: config.QUIRE_WORKER_MEMORY_BYTES,
    fileBytes: config.QUIRE_MAX_ARCHIVE_BYTES,
    tasksPerWorker: config.QUIRE_WORKER_TASKS,
    growthBytes: config.QUIRE_WORKER_MEMORY_BYTES / 2,
    firstWorkerUid: config.QUIRE_WORKER_UID_FIRST,
    log: logOfPool("pdf", log),
    onLaunch,
  });
}

/** Returns whether the engines of a class are started with the service, and kept. */
const isWarm = ({ QUIRE_WARM: warm }: Config, name: WorkClass): boolean => classesIn(warm).includes(name);

/** Returns the time after which an idle engine process ends; undefined: it stays. */
const idleMs = ({ QUIRE_WORKER_IDLE_SECONDS: seconds }: Config): number | undefined =>
  seconds === 0 ? undefined : seconds * 1000;

/** What goes wrong for want of the machine, and not over a document; an operator has to know of it. */
const TROUBLE: readonly PoolEvent["event"][] = ["worker_start_failed", "sweep_failed", "removal_failed"];

const logOfPool =
  (pool: string, log: Log) =>
  (event: PoolEvent): void =>
    log[TROUBLE.includes(event.event) ? "warn" : "info"]({ pool, ...event });

/** The size of the largest section, in bytes: longer HTML is not printed either. */
const MAX_SECTION_BYTES = 2 ** 29;

/**
 * Opens the pool of processes for documents, separate from those that read PDF, since they run callers' templates. They
 * start when they are needed, unless the browser's class is warm.
 */
function openDocumentPool(config: Config, log: Log, sandbox: Sandbox): Promise<EnginePool> {
  return createWorkerPool({
    entry: resolve(import.meta.dirname, "engines/workers/documents-worker.ts"),
    size: config.QUIRE_DOCUMENT_WORKERS,
    kept: isWarm(config, "browser") ? 1 : 0,
    idleMs: idleMs(config),
    sandbox,
    queueLimit: engineQueueLimit(config),
    name: "documents",
    slotsDirectory: resolve(config.QUIRE_DATA_DIR, "document-slots"),
    memoryBytes: config.QUIRE_WORKER_MEMORY_BYTES,
    fileBytes: MAX_SECTION_BYTES,
    tasksPerWorker: config.QUIRE_WORKER_TASKS,
    growthBytes: config.QUIRE_WORKER_MEMORY_BYTES / 2,
    firstWorkerUid: config.QUIRE_WORKER_UID_FIRST + pdfWorkers(config),
    log: logOfPool("documents", log),
  });
}

/** The processes that read text in images, and what they load, or why there is nothing to load. */
interface OcrProcesses {
  readonly pool: EnginePool;
  readonly found: ReturnType<typeof tesseractOrReason>;
  readonly languages: readonly string[];
}

/**
 * Opens the processes for OCR, separate as well: they decode images of any origin, and hold much memory. They start when
 * they are needed, unless their class is warm.
 */
async function openOcrProcesses(
  config: Config,
  { log, sandbox, isKept }: { readonly log: Log; readonly sandbox: Sandbox; readonly isKept: boolean },
): Promise<OcrProcesses> {
  const found = tesseractOrReason(tesseractChoice(config));
  const settings = "settings" in found ? found.settings : undefined;
  const pool = await createWorkerPool({
    entry: resolve(import.meta.dirname, "engines/workers/ocr-worker.ts"),
    size: ocrWorkers(config),
    kept: isKept && settings !== undefined ? 1 : 0,
    idleMs: idleMs(config),
    sandbox,
    queueLimit: engineQueueLimit(config),
    name: "ocr",
    slotsDirectory: resolve(config.QUIRE_DATA_DIR, "ocr-slots"),
    memoryBytes: config.QUIRE_WORKER_MEMORY_BYTES,
    tasksPerWorker: config.QUIRE_WORKER_TASKS,
    growthBytes: config.QUIRE_WORKER_MEMORY_BYTES / 2,
    readOnlyPaths: settings === undefined ? [] : pathsOf(settings),
    firstWorkerUid: config.QUIRE_WORKER_UID_FIRST + pdfWorkers(config) + config.QUIRE_DOCUMENT_WORKERS,
    settings,
    log: logOfPool("ocr", log),
  });
  return { pool, found, languages: "languages" in found ? found.languages : [] };
}

/** The network limits of one document; it is printed long before this time is over. */
const PAGE_LIMITS = { maxBytes: 200_000_000, maxRequests: 2000, timeMs: 120_000 };

/** Starts the browser, whose only way out is a proxy that the service runs. */
async function startPrinter(
  config: Config,
  {
    fontFolder,
    log,
    egress,
    prints,
  }: {
    readonly fontFolder: string | undefined;
    readonly log: Log;
    readonly egress: Egress;
    /** Whether documents are printed here; the browser is not even tried otherwise. */
    readonly prints: boolean;
  },
) {
  const proxy = await egress.startProxy();
  const tier = config.QUIRE_CHROMIUM_TIER;
  const printer = createPrinter({
    program: config.QUIRE_CHROMIUM,
    pages: config.QUIRE_CHROMIUM_PAGES,
    queueLimit: engineQueueLimit(config),
    sandbox: config.QUIRE_CHROMIUM_SANDBOX,
    tier: tier === "auto" ? undefined : tier,
    uid: config.QUIRE_CHROMIUM_UID,
    fontFolder,
    proxy: { url: `http://127.0.0.1:${proxy.port}`, openBudget: () => proxy.openBudget(PAGE_LIMITS) },
    memoryBytes: config.QUIRE_CHROMIUM_MEMORY_BYTES,
    log: (event) => log.info(event),
  });
  const closePrinter = async (): Promise<void> => {
    await printer.close();
    await proxy.close();
  };
  const trying = (): Promise<void> => (isWarm(config, "browser") ? printer.ready() : printer.probe());
  const printing = prints ? trying().then(() => printer.state().detail) : Promise.resolve(LEFT_TO_WORKERS);
  return { printer, printing, closePrinter };
}

const LEFT_TO_WORKERS = "left to workers by the classes of this node";

/** Returns the state of an engine that other nodes have for this one. */
const leftToWorkers = (name: string): EngineState => ({ name, state: "off", detail: LEFT_TO_WORKERS });

/**
 * Returns the browser's state. Without a browser the service still does everything else: it is not to be taken out of
 * use.
 */
function printerState(printer: ChromiumPrinter): EngineState {
  const { state, detail } = printer.state();
  return { name: "chromium", state: state === "unavailable" ? "degraded" : state, detail };
}

/**
 * Returns the state of the processes for documents. Without them the service still does all that begins with a PDF or
 * with HTML.
 */
function documentState(pool: EnginePool): EngineState {
  const { failing } = pool.state();
  const detail = processesOf(pool);
  return { name: "documents", state: failing > 0 ? "degraded" : "ready", detail };
}

/** Returns the state of the processes for OCR. Without them the service still does all that needs no reading. */
function ocrState({ pool, found }: OcrProcesses): EngineState {
  const name = "ocr";
  if ("reason" in found) {
    return { name, state: "degraded", detail: found.reason };
  }
  const { failing } = pool.state();
  const build = found.settings.build === "native" ? "native library" : "WebAssembly build";
  const read = `${found.languages.join(", ")}${found.hasOrientation ? "" : "; no orientation"}`;
  return { name, state: failing > 0 ? "degraded" : "ready", detail: `${build}; ${read}; ${processesOf(pool)}` };
}

/**
 * Returns the state of the model provider. Without one the service still does all that needs no model. Whether the
 * provider answers is seen when it is asked for pages.
 */
function visionState(vision: ReturnType<typeof visionSettings>): EngineState {
  const name = "vision";
  if ("reason" in vision) {
    return { name, state: "off", detail: vision.reason };
  }
  const { accurate, fast } = vision.models;
  return { name, state: "ready", detail: `${vision.provider}; accurate: ${accurate.id}; fast: ${fast.id}` };
}

function stateOf(pool: EnginePool): EngineState {
  const { sandbox, size, failing } = pool.state();
  const state = failing === size ? "unavailable" : failing > 0 ? "degraded" : "ready";
  return { name: "pdf", state, detail: `${processesOf(pool)}; ${sandbox.tier}` };
}

function processesOf(pool: EnginePool): string {
  const { size, unneeded, idle, busy } = pool.state();
  const rest = unneeded === 0 ? "" : `; ${unneeded} are not needed at the moment`;
  return `${idle + busy} of ${size} processes are running${rest}`;
}
