import type { DocumentFacts, Engines } from "../../engines/engines.ts";
import { assert } from "../../kernel/assert.ts";
import { Failure, type Warning } from "../../kernel/failure.ts";
import { asFailureOfFile } from "../../kernel/file-failure.ts";
import type { Limits } from "../../kernel/limits.ts";
import { type MediaType, sniffMediaType, unsupportedFile } from "../../kernel/media-type.ts";
import type { Work } from "../../kernel/timing/work.ts";
import type { FileOperation, Files, Input, UploadedFile } from "../../operations/operation.ts";

/** A file as it arrived. */
interface InputFile {
  /** The client's name for the file, cleaned. */
  readonly filename: string;
  readonly path: string;
  readonly sizeBytes: number;
  /** The first bytes of the file, enough to determine its type. */
  readonly head: Buffer;
}
export type InputFiles = readonly [InputFile, ...InputFile[]];

export interface InspectionRules {
  readonly operation: Pick<FileOperation, "accepts" | "files" | "pageLimit" | "perFile">;
  readonly engines: {
    readonly facts: Pick<DocumentFacts, "inspect">;
    readonly imageInspector: Engines["imageInspector"];
  };
  readonly limits: Pick<Limits, "pagesPerDocument" | "ocrPagesPerDocument" | "visionPagesPerDocument" | "imagePixels">;
  /** Whether to refuse documents that an owner password restricts, unless a password was given. */
  readonly enforcePermissions: boolean;
  /** Returns the password for file number `index`; undefined when none was given. */
  passwordOf(index: number): string | undefined;
  readonly work: Work;
}

/**
 * Determines what the files are by their content: step 9 of the order of checks (contract §2). The warnings say what every
 * operation on such files has to report: that a file was damaged and is read as far as it goes, and that permissions are
 * ignored.
 * @throws Failure `empty_file`, `unsupported_file_type`, `too_many_pages`, `image_too_large`, and what
 * `DocumentFacts.inspect` throws
 */
export async function inspectFiles(
  inputs: InputFiles,
  rules: InspectionRules,
): Promise<{ files: Files; warnings: readonly Warning[] }> {
  const files = await inspectAll(inputs, rules);
  const isRestricted = files.some(
    (file, index) => file.protection === "owner" && rules.passwordOf(index) === undefined,
  );
  const isOneOfSeveral = rules.operation.files.max > 1;
  const repaired = files.flatMap((file, index) =>
    file.repaired ? [{ code: "repaired", ...(isOneOfSeveral && { parameters: { file: String(index + 1) } }) }] : [],
  );
  return { files, warnings: [...repaired, ...(isRestricted ? [{ code: "permissions_ignored" }] : [])] };
}

/** Returns the number of pages of all documents together; 0 for content, which has none yet. */
export const pagesOf = (input: Input): number =>
  "assets" in input ? 0 : input.reduce((sum, { pages }) => sum + pages, 0);

/**
 * Returns the number of pages that the work is counted in: those to be read from their images where these have been
 * looked for, else all.
 */
export const workPagesOf = (input: Input): number =>
  "assets" in input || input.some(({ pagesToRead }) => pagesToRead === undefined)
    ? pagesOf(input)
    : input.reduce((sum, { pagesToRead = [] }) => sum + pagesToRead.length, 0);

// Two at once halve the time that many files take, and leave engines to others.
const AT_ONCE = 2;

/** Inspects all files. They are begun in their order, so that of several that fail the first one is reported. */
async function inspectAll(inputs: InputFiles, rules: InspectionRules): Promise<Files> {
  const waiting = inputs.entries();
  const files: UploadedFile[] = [];
  const failures: { readonly index: number; readonly error: unknown }[] = [];
  const inspectNext = async (): Promise<void> => {
    for (const [index, input] of waiting) {
      try {
        files[index] = await inspectNumbered(input, index, rules);
      } catch (error) {
        failures.push({ index, error });
      }
      if (failures.length > 0) {
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, inspectNext));
  const [failure] = failures.toSorted((one, other) => one.index - other.index);
  if (failure !== undefined) {
    throw failure.error;
  }
  const [first, ...rest] = files;
  assert(first !== undefined, "a request has a file");
  return [first, ...rest];
}

/** Inspects one file. Where there may be several files, a failure says which of them it is about. */
async function inspectNumbered(file: InputFile, index: number, rules: InspectionRules): Promise<UploadedFile> {
  try {
    return await inspectFile(file, rules.passwordOf(index), rules);
  } catch (error) {
    throw rules.operation.files.max > 1 ? asFailureOfFile(error, index, file.filename) : error;
  }
}

async function inspectFile(
  file: InputFile,
  password: string | undefined,
  rules: InspectionRules,
): Promise<UploadedFile> {
  const { filename, path, sizeBytes } = file;
  const mediaType = acceptedType(file, rules);
  if (mediaType === "application/pdf") {
    return { filename, path, sizeBytes, mediaType, ...(await inspectPdf(path, password, rules)) };
  }
  return { filename, path, sizeBytes, mediaType, protection: "none", ...(await inspectImage(path, rules)) };
}

function acceptedType({ sizeBytes, head }: InputFile, { operation }: InspectionRules): MediaType {
  if (sizeBytes === 0) {
    throw new Failure(
      "empty_file",
      "The file is empty: it has 0 bytes. Check that the file you send has content, and that all of it is read before it is sent.",
    );
  }
  const mediaType = sniffMediaType(head);
  if (mediaType === undefined || !operation.accepts.includes(mediaType)) {
    throw unsupportedFile(head, operation.accepts);
  }
  return mediaType;
}

async function inspectPdf(
  input: string,
  password: string | undefined,
  { operation, engines, limits, enforcePermissions, work }: InspectionRules,
): Promise<Pick<UploadedFile, "pages" | "protection" | "repaired">> {
  const { pages, protection, repaired } = await engines.facts
    .inspect({ input, password, ...work })
    .catch((error: unknown) => {
      throw withPasswordField(error, operation);
    });
  requirePages(pages, { operation, limits });
  if (enforcePermissions && protection === "owner" && password === undefined) {
    throw withPasswordField(new Failure("pdf_encrypted", "An owner password restricts this document."), operation);
  }
  return { pages, protection, repaired };
}

function requirePages(pages: number, { operation, limits }: Pick<InspectionRules, "operation" | "limits">): void {
  const maxPages = limits[operation.pageLimit ?? "pagesPerDocument"];
  if (pages > maxPages) {
    throw new Failure("too_many_pages", `The document has ${pages} pages; the limit is ${maxPages}.`, {
      facts: { pages },
    });
  }
}

/** Returns a failure of a document that is locked with the field that takes its password; any other one as it is. */
function withPasswordField(thrown: unknown, { perFile = [] }: Pick<FileOperation, "perFile">): unknown {
  const isLocked = thrown instanceof Failure && (thrown.code === "pdf_encrypted" || thrown.code === "wrong_password");
  if (!isLocked || thrown.facts["opens"] === "never") {
    return thrown;
  }
  const field = perFile.includes("passwords")
    ? "`passwords`, a JSON list with one item for each file, or in `password` for all of them"
    : "`password`";
  const advice = `Send its ${thrown.code === "pdf_encrypted" ? "password" : "user or owner password"} in the field ${field}.`;
  return new Failure(thrown.code, `${thrown.message} ${advice}`, { facts: thrown.facts, cause: thrown });
}

/**
 * Checks that the image can be opened, has no more pages than allowed and, where it has one, is not too large to be
 * decoded. Its pixels are left for the work; of several pages one that is too large fails alone.
 */
async function inspectImage(
  input: string,
  { operation, engines, limits, work }: InspectionRules,
): Promise<Pick<UploadedFile, "pages" | "repaired">> {
  const { pages, isDamaged, widthPx, heightPx } = await engines.imageInspector.look({ input, ...work });
  requirePages(pages, { operation, limits });
  if (pages === 1 && widthPx * heightPx > limits.imagePixels) {
    throw new Failure(
      "image_too_large",
      `The image has ${widthPx} x ${heightPx} pixels; the limit is ${limits.imagePixels}.`,
      { facts: { widthPx, heightPx } },
    );
  }
  return { pages, repaired: isDamaged };
}
