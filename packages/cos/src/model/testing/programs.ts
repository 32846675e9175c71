import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a program prints of a PDF file; `%` among the arguments is its path. A status other than 0 throws. */
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
