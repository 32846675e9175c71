import { createWriteStream, type Dirent } from "node:fs";
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
    let count = 0;
    for await (const given of documentsIn(operand)) {
      count += 1;
      yield given;
    }
    if (count === 0) {
      yield {
        kind: "none",
        file: operand,
        code: "ENOENT",
        detail: "The folder has no files whose names end with .pdf.",
      };
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

/** Yields the documents of a folder and those below; a folder that cannot be read is yielded as what it is. */
async function* documentsIn(folder: string): AsyncGenerator<GivenFile> {
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    yield { kind: "none", file: folder, ...fileFault(error) };
    return;
  }
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      yield* documentsIn(path);
    } else if ((entry.isFile() || entry.isSymbolicLink()) && entry.name.toLowerCase().endsWith(".pdf")) {
      yield { kind: "file", file: path };
    }
  }
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
  EACCES: "It may not be read.",
  ELOOP: "It is a link that leads to itself.",
};
