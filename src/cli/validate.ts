import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import {
  ACCESSIBILITY_PROFILES,
  type AccessibilityProfile,
  PDFA_FLAVOURS,
  type PdfaFlavour,
  type Validator,
} from "../engines/pdfa/port.ts";
import { createPdfaValidator } from "../engines/pdfa/validator.ts";
import { createWorkerPool, type EnginePool } from "../engines/pool/pool.ts";
import { pdfWorkerOptions } from "../engines/workers/pdf-worker-options.ts";
import { Failure } from "../kernel/failure.ts";
import { TimeBudget } from "../kernel/timing/work.ts";
import { answerOf } from "../operations/validate-pdfa/answer.ts";
import { type Config, readConfig } from "../platform/config/config.ts";
import { pdfiumLibraryOf } from "../platform/config/program-files.ts";
import { UsageError } from "./command-line.ts";
import { copyGiven, fileFault, type GivenFile, givenFiles, STANDARD_INPUT } from "./validated-files.ts";
import { exitCodeOf, type Validated, type Verdicts } from "./validation-report.ts";
import { validationReporters } from "./validation-reporters.ts";

export interface ValidateFlags {
  readonly profile?: string;
  readonly accessibility?: string;
  readonly passwordFile?: string;
  readonly json?: boolean;
  readonly junit?: string;
}

/** What files are checked against, and the password of those that have one. */
interface Asked {
  readonly flavour: PdfaFlavour | undefined;
  readonly accessibility: AccessibilityProfile | undefined;
  readonly password: string | undefined;
}

/**
 * Runs `quire validate PATH…`, which reports of each file whether it conforms to PDF/A, to a standard of accessibility, or
 * both, and why not. As in the service, files are opened in an engine process. Returns 0 when all conform, 1 when some do
 * not, and 2 when some could not be opened.
 * @throws UsageError for flags that are not understood
 */
export async function validate(operands: readonly string[], flags: ValidateFlags): Promise<number> {
  const { profile, accessibility, passwordFile, json = false, junit } = flags;
  if (operands.filter((operand) => operand === STANDARD_INPUT).length > 1) {
    throw new UsageError("Standard input can be read only once: give one '-'.");
  }
  if (json && junit === STANDARD_OUTPUT) {
    throw new UsageError("Both --json and '--junit -' write to standard output: give --junit a file.");
  }
  const asked = {
    flavour: flavourFrom(profile),
    accessibility: accessibilityFrom(accessibility),
    password: await passwordFrom(passwordFile),
  };
  const verdicts: Verdicts = { pdfa: asked.accessibility === undefined || asked.flavour !== undefined };
  const reporters = validationReporters({ verdicts, json, junit });
  let exitCode = 0;
  for await (const one of validateAll(givenFiles(operands), asked)) {
    exitCode = Math.max(exitCode, exitCodeOf(one.validated, verdicts));
    reporters.forEach(({ add }) => add(one));
  }
  for (const { end } of reporters) {
    await end();
  }
  return exitCode;
}

const STANDARD_OUTPUT = "-";

function accessibilityFrom(text: string | undefined): AccessibilityProfile | undefined {
  const standard = ACCESSIBILITY_PROFILES.find((known) => known === text?.toLowerCase());
  if (text !== undefined && standard === undefined) {
    throw new UsageError(`--accessibility should be one of ${ACCESSIBILITY_PROFILES.join(", ")}, and not '${text}'.`);
  }
  return standard;
}

function flavourFrom(text: string | undefined): PdfaFlavour | undefined {
  const flavour = PDFA_FLAVOURS.find((known) => known === text?.toLowerCase());
  if (text !== undefined && flavour === undefined) {
    throw new UsageError(`--profile should be one of ${PDFA_FLAVOURS.join(", ")}, and not '${text}'.`);
  }
  return flavour;
}

/** Reads the password from the first line of a file, because arguments can be seen by every user of the machine. */
async function passwordFrom(file: string | undefined): Promise<string | undefined> {
  try {
    return file === undefined ? undefined : /^[^\r\n]*/.exec(await readFile(file, "utf8"))?.[0];
  } catch (error) {
    throw new UsageError(`--password-file '${file}': ${fileFault(error).detail}`);
  }
}

async function* validateAll(files: AsyncIterable<GivenFile>, asked: Asked) {
  const config = readConfig();
  const directory = await mkdtemp(join(tmpdir(), "quire-validate-"));
  try {
    const pool = await startPool(config, directory);
    try {
      const validator = createPdfaValidator(pool);
      const timeoutMs = config.QUIRE_ENGINE_TIMEOUT_MS;
      for await (const given of files) {
        const startMs = performance.now();
        const validated = await validateFile(given, { validator, asked, timeoutMs, directory });
        yield { validated, tookMs: performance.now() - startMs };
      }
    } finally {
      await pool.close();
    }
  } finally {
    await rm(directory, { recursive: true });
  }
}

function startPool(config: Config, directory: string): Promise<EnginePool> {
  const { QUIRE_PDFIUM: build, QUIRE_SANDBOX: tier } = config;
  const libraryPath = pdfiumLibraryOf(config);
  return createWorkerPool({
    ...pdfWorkerOptions({ build, libraryPath }),
    size: 1,
    queueLimit: 1,
    slotsDirectory: join(directory, "slots"),
    tier: tier === "auto" ? undefined : tier,
    memoryBytes: config.QUIRE_WORKER_MEMORY_BYTES,
    tasksPerWorker: config.QUIRE_WORKER_TASKS,
    growthBytes: config.QUIRE_WORKER_MEMORY_BYTES / 2,
    // A service that runs at the same time uses the ids from the first one on.
    firstWorkerUid: config.QUIRE_WORKER_UID_FIRST + MAX_SERVICE_WORKERS,
  });
}

/** A number of workers larger than that of a service, over all classes. */
const MAX_SERVICE_WORKERS = 1000;

interface Means {
  readonly validator: Validator;
  readonly asked: Asked;
  readonly timeoutMs: number;
  readonly directory: string;
}

/** Validates a copy of the file: a file that is given to a worker changes its owner, and the original is not ours. */
async function validateFile(given: GivenFile, { validator, asked, timeoutMs, directory }: Means): Promise<Validated> {
  const { kind, file } = given;
  if (kind === "none") {
    const { code, detail } = given;
    return { file, error: { code, detail } };
  }
  const input = join(directory, "input.pdf");
  try {
    await copyGiven(file, input);
    const work = { signal: new AbortController().signal, engineTime: new TimeBudget(timeoutMs) };
    const report = await validator.validate({ input, ...asked, ...work });
    return { file, ...answerOf(report, basename(file)) };
  } catch (error) {
    return { file, error: faultOf(error) };
  } finally {
    await rm(input, { force: true });
  }
}

/**
 * Returns the fault when an error is the file's fault.
 * @throws `error` when it is not
 */
const faultOf = (error: unknown): { readonly code: string; readonly detail: string } =>
  error instanceof Failure ? { code: error.code, detail: error.message } : fileFault(error);
