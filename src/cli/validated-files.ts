import { createWriteStream } from "node:fs";
import { copyFile, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

/* The files that `quire validate` is given: as such, in folders, and on standard input. */

/** The operand for standard input, and its name in reports. */
export const STANDARD_INPUT = "-";

/** A file to check, or the reason why there is none. */
export type GivenFile = { readonly file: string } & (
  | { readonly kind: "file" }
  | { readonly kind: "none"; readonly code: string; readonly detail: string }
);

/**
 * Yields the files that the operands name, in their order. A folder stands for all files in it and in the folders below
 * whose names end with .pdf, by name; links to folders are not followed. What cannot be read as a folder is yielded as a file,
 * since its opening tells why.
 */
export async function* givenFiles(operands: readonly string[]): AsyncGenerator<GivenFile> {
  for (const operand of operands) {
    if (operand === STANDARD_INPUT || !(await isFolder(operand))) {
      yield { kind: "file", file: operand };
      continue;
    }
    const files = await documentsIn(operand).catch((error: unknown) => ({ ...fileFault(error) }));
    if (!Array.isArray(files)) {
      yield { kind: "none", file: operand, ...files };
    } else if (files.length === 0) {
      yield {
        kind: "none",
        file: operand,
        code: "ENOENT",
        detail: "The folder has no files whose names end with .pdf.",
      };
    } else {
      yield* files.map((file) => ({ kind: "file", file }) as const);
    }
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

async function documentsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory() && entry.name.toLowerCase().endsWith(".pdf"))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

/** Copies a file, or standard input, to `copy`. */
export async function copyGiven(file: string, copy: string): Promise<void> {
  await (file === STANDARD_INPUT ? pipeline(process.stdin, createWriteStream(copy)) : copyFile(file, copy));
}

/**
 * Returns the code and the reason of an error of the file system, for people.
 * @throws `error` when it is another one
 */
export function fileFault(error: unknown): { readonly code: string; readonly detail: string } {
  if (error instanceof Error && "code" in error && "syscall" in error) {
    return { code: String(error.code), detail: UNREADABLE[String(error.code)] ?? "The file cannot be read." };
  }
  throw error;
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: "There is no such file.",
  EACCES: "The file may not be read.",
};
