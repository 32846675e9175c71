import { copyFile, mkdtemp, rm } from "node:fs/promises";
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
import { exitCodeOf, reportText, type Validated } from "./validation-report.ts";

export interface ValidateFlags {
  readonly profile?: string;
  readonly accessibility?: string;
  readonly json?: boolean;
}

/** What files are checked against. */
interface Asked {
  readonly flavour: PdfaFlavour | undefined;
  readonly accessibility: AccessibilityProfile | undefined;
}

/**
 * Runs `quire validate FILE… [--profile P] [--accessibility S] [--json]`, which reports of each file whether it
 * conforms to PDF/A, to a standard of accessibility, or both, and why not. As in the service, files are opened in an
 * engine process. Returns 0 when all conform, 1 when some do not, and 2 when some could not be opened.
 */
export async function validate(
  files: readonly string[],
  { profile, accessibility, json }: ValidateFlags,
): Promise<number> {
  const asked = { flavour: flavourFrom(profile), accessibility: accessibilityFrom(accessibility) };
  const validated = await validateAll(files, asked);
  const verdicts = { pdfa: asked.accessibility === undefined || asked.flavour !== undefined };
  const texts = () => validated.map((one) => reportText(one, verdicts)).join("\n\n");
  console.log(json === true ? JSON.stringify(validated, null, 2) : texts());
  return exitCodeOf(validated, verdicts);
}

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

async function validateAll(files: readonly string[], asked: Asked): Promise<readonly Validated[]> {
  const config = readConfig();
  const directory = await mkdtemp(join(tmpdir(), "quire-validate-"));
  try {
    const pool = await startPool(config, directory);
    try {
      const validator = createPdfaValidator(pool);
      const timeoutMs = config.QUIRE_ENGINE_TIMEOUT_MS;
      const validated: Validated[] = [];
      for (const file of files) {
        validated.push(await validateFile(file, { validator, asked, timeoutMs, directory }));
      }
      return validated;
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
async function validateFile(file: string, { validator, asked, timeoutMs, directory }: Means): Promise<Validated> {
  const input = join(directory, "input.pdf");
  try {
    await copyFile(file, input);
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
function faultOf(error: unknown): { readonly code: string; readonly detail: string } {
  if (error instanceof Failure) {
    return { code: error.code, detail: error.message };
  }
  if (error instanceof Error && "code" in error && "syscall" in error) {
    return { code: String(error.code), detail: UNREADABLE[String(error.code)] ?? "The file cannot be read." };
  }
  throw error;
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: "There is no such file.",
  EACCES: "The file may not be read.",
};
