import type { Engines } from "../../engines/ports.ts";
import { Failure, type Warning } from "../../kernel/failure.ts";
import type { Limits } from "../../kernel/limits.ts";
import { sniffMediaType } from "../../kernel/media-type.ts";
import type { Work } from "../../kernel/work.ts";
import type { FileOperation, Files, UploadedFile } from "../../operations/operation.ts";
import type { ReceivedFiles } from "./form.ts";
import type { ReceivedFile } from "./upload.ts";

export interface InspectionRules {
  readonly operation: Pick<FileOperation, "accepts">;
  readonly engines: Pick<Engines, "facts">;
  readonly limits: Pick<Limits, "pagesPerDocument">;
  /** Refuse documents that an owner password restricts, unless a password was given. */
  readonly enforcePermissions: boolean;
  /** The password for file number `index`; undefined: none given. */
  passwordOf(index: number): string | undefined;
  readonly work: Work;
}

/**
 * Step 9 of the order of checks (contract §2): what the files are, told by their content.
 * @throws Failure `empty_file`, `unsupported_file_type`, `too_many_pages`, and what `DocumentFacts.inspect` throws
 */
export async function inspectFiles(
  [first, ...rest]: ReceivedFiles,
  rules: InspectionRules,
): Promise<{ files: Files; warnings: readonly Warning[] }> {
  const files: [UploadedFile, ...UploadedFile[]] = [await inspectFile(first, rules.passwordOf(0), rules)];
  for (const [index, file] of rest.entries()) {
    files.push(await inspectFile(file, rules.passwordOf(index + 1), rules));
  }
  const isRestricted = files.some(
    (file, index) => file.protection === "owner" && rules.passwordOf(index) === undefined,
  );
  return { files, warnings: isRestricted ? [{ code: "permissions_ignored" }] : [] };
}

async function inspectFile(
  { filename, path, sizeBytes, head }: ReceivedFile,
  password: string | undefined,
  { operation, engines, limits, enforcePermissions, work }: InspectionRules,
): Promise<UploadedFile> {
  if (sizeBytes === 0) {
    throw new Failure("empty_file", "The file is empty.");
  }
  const mediaType = sniffMediaType(head);
  if (mediaType === undefined || !operation.accepts.includes(mediaType)) {
    throw new Failure(
      "unsupported_file_type",
      `The file is not of a type that is accepted here: ${operation.accepts.join(", ")}.`,
    );
  }
  if (mediaType !== "application/pdf") {
    return { filename, path, sizeBytes, mediaType, pages: 1, protection: "none", repaired: false };
  }
  const { pages, protection, repaired } = await engines.facts.inspect({ input: path, password, ...work });
  if (pages > limits.pagesPerDocument) {
    throw new Failure("too_many_pages", `The document has ${pages} pages; ${limits.pagesPerDocument} are the most.`, {
      facts: { pages },
    });
  }
  if (enforcePermissions && protection === "owner" && password === undefined) {
    throw new Failure("pdf_encrypted", "An owner password restricts this document; its password is needed.");
  }
  return { filename, path, sizeBytes, mediaType, pages, protection, repaired };
}
