import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Returns what a program prints about a PDF file; `%` among the arguments stands for its path. Throws on an exit status
 * other than 0.
 */
export const outputOf = (program: string, args: readonly string[], pdf: Uint8Array): string =>
  inDirectory(pdf, (path) => run(program, args, path));

/** Returns the pages as Poppler draws them, as PNG files. */
export const imagesOf = (pdf: Uint8Array): readonly Buffer[] =>
  inDirectory(pdf, (path, directory) => {
    run("pdftoppm", ["-r", "60", "-png", "%", join(directory, "page")], path);
    const files = readdirSync(directory).filter((file) => file.endsWith(".png"));
    return files.toSorted().map((file) => readFileSync(join(directory, file)));
  });

function run(program: string, args: readonly string[], path: string): string {
  const named = args.map((argument) => (argument === "%" ? path : argument));
  return execFileSync(program, named, { encoding: "utf8", maxBuffer: 2 ** 26, stdio: ["ignore", "pipe", "pipe"] });
}

function inDirectory<Result>(pdf: Uint8Array, work: (path: string, directory: string) => Result): Result {
  const directory = mkdtempSync(join(tmpdir(), "printed-"));
  try {
    const path = join(directory, "document.pdf");
    writeFileSync(path, pdf);
    return work(path, directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}
