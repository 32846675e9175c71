import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Runs a program on a PDF file, whose path `%` stands for among the arguments, and returns what it prints.
 * @throws Error when its status is not 0.
 */
export function outputOf(
  program: string,
  args: readonly string[],
  pdf: Uint8Array,
  encoding: BufferEncoding = "utf8",
): string {
  const directory = mkdtempSync(join(tmpdir(), "cos-model-"));
  const path = join(directory, "made.pdf");
  try {
    writeFileSync(path, pdf);
    const named = args.map((argument) => (argument === "%" ? path : argument));
    return execFileSync(program, named, { encoding, maxBuffer: 2 ** 26, stdio: ["ignore", "pipe", "pipe"] });
  } finally {
    rmSync(directory, { recursive: true });
  }
}
