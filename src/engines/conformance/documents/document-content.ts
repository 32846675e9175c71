import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** The content of a document, as Poppler and MuPDF see it: neither has a part in any engine here. */
export interface DocumentContent {
  readonly text: string;
  readonly tags: string;
  readonly outline: string;
  readonly information: string;
  readonly metadata: string;
  readonly attachment: string;
  readonly fieldValue: string;
  readonly pageLabels: string;
  readonly namedDestination: string;
}

/** Reads a document of the shape of test/fixtures/features.pdf. `password` is the user password. */
export async function documentContent(path: string, password = ""): Promise<DocumentContent> {
  const poppler = ["-upw", password, path];
  const show = (...object: string[]): Promise<string> => ask("mutool", ["show", "-p", password, path, ...object]);
  return {
    text: await ask("pdftotext", [...poppler, "-"]),
    tags: await ask("pdfinfo", ["-struct-text", ...poppler]),
    outline: await show("outline"),
    information: stable(await ask("pdfinfo", poppler)),
    metadata: await ask("pdfinfo", ["-meta", ...poppler]),
    attachment: await firstAttachment(poppler),
    fieldValue: await show("trailer/Root/AcroForm/Fields/1/V"),
    pageLabels: await show("trailer/Root/PageLabels/Nums/2/S"),
    namedDestination: await ask("pdfinfo", ["-dests", ...poppler]),
  };
}

/**
 * Returns how pdfinfo describes the encryption of the document, such as "yes (print:yes … algorithm:AES-256)" or "no".
 */
export async function encryptionOf(path: string, password: { user: string } | { owner: string }): Promise<string> {
  const option = "user" in password ? ["-upw", password.user] : ["-opw", password.owner];
  const information = await ask("pdfinfo", [...option, path]);
  return /^Encrypted: +(.*)$/m.exec(information)?.[1] ?? "";
}

/** Returns the standard output of `program`. */
export async function ask(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args);
  return stdout;
}

/** Returns pdfinfo's lines about the document rather than its file. */
function stable(information: string): string {
  return information.replaceAll(/^(File size|PDF version|Encrypted|Optimized):.*\n/gm, "");
}

async function firstAttachment(poppler: readonly string[]): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "quire-attachment-"));
  try {
    const saved = join(directory, "saved");
    await ask("pdfdetach", ["-save", "1", "-o", saved, ...poppler]);
    return await readFile(saved, "utf8");
  } finally {
    await rm(directory, { recursive: true });
  }
}
