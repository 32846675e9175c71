import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface ProgramResult {
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Runs another program; the caller judges its exit status. */
export function run(
  program: string,
  args: readonly string[],
  { input }: { input?: Buffer } = {},
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"] });
    const stdout: Buffer[] = [];
    let stderr = "";
    child.stdout.on("data", (bytes: Buffer) => stdout.push(bytes));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, stdout: Buffer.concat(stdout), stderr }));
    // A program that has seen enough closes its input early.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

/** Returns a file of test/fixtures. */
export const fixture = (name: string): Buffer => readFileSync(join(import.meta.dirname, "../fixtures", name));

/** Calls `use` with the path of a temporary file that holds `bytes`. */
export async function withFile<T>(bytes: Buffer, use: (path: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), "quire-look-"));
  try {
    const path = join(directory, "file");
    writeFileSync(path, bytes);
    return await use(path);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Returns what pdfinfo prints about a PDF, by label; undefined when pdfinfo cannot open it with these passwords. */
export function pdfInfo(
  bytes: Buffer,
  passwords: { readonly user?: string; readonly owner?: string } = {},
): Promise<ReadonlyMap<string, string> | undefined> {
  return withFile(bytes, async (path) => {
    const { status, stdout } = await run("pdfinfo", [
      ...(passwords.user === undefined ? [] : ["-upw", passwords.user]),
      ...(passwords.owner === undefined ? [] : ["-opw", passwords.owner]),
      path,
    ]);
    const lines = stdout.toString("utf8").split("\n");
    return status === 0
      ? new Map(lines.map((line) => [line.replace(/:.*/s, ""), line.replace(/^[^:]*: */, "")]))
      : undefined;
  });
}

/** Returns the text of all pages, by pdftotext. */
export async function pdfText(bytes: Buffer): Promise<string> {
  const { stdout } = await run("pdftotext", ["-layout", "-", "-"], { input: bytes });
  return stdout.toString("utf8");
}

/**
 * Returns whether qpdf opens a PDF with `password`, which is passed in a file, so that any script arrives unchanged.
 */
export function qpdfOpens(bytes: Buffer, password: string): Promise<boolean> {
  return withFile(bytes, async (path) => {
    const { status } = await run("qpdf", [`--password-file=-`, "--requires-password", path], {
      input: Buffer.from(password),
    });
    // 3: encrypted, and the password is right. 2: not encrypted.
    return status === 3;
  });
}

/** Returns the complaints of `qpdf --check` about a file, without the description of its encryption. */
export function qpdfProblems(bytes: Buffer, password = ""): Promise<string> {
  return withFile(bytes, async (path) => {
    const { status, stdout, stderr } = await run("qpdf", ["--password-file=-", "--check", path], {
      input: Buffer.from(password),
    });
    return status === 0 ? "" : `${status}: ${stderr}${stdout.toString("utf8")}`;
  });
}

/** Returns what qpdf prints about the protection of a file; the last lines are the methods. */
export function encryptionOf(bytes: Buffer, password = ""): Promise<string> {
  return withFile(bytes, async (path) => {
    const { stdout, stderr } = await run("qpdf", ["--password-file=-", "--show-encryption", path], {
      input: Buffer.from(password),
    });
    return `${stdout.toString("utf8")}${stderr}`.trim();
  });
}

/** Returns the number of pixels in which two PDFs differ on page `page` as pdftoppm draws them. */
export async function differingPixels(one: Buffer, other: Buffer, page: number): Promise<number> {
  const [first, second] = await Promise.all([drawPage(one, page), drawPage(other, page)]);
  if (first.size !== second.size) {
    throw new Error(`One page is ${first.size} pixels, the other ${second.size}.`);
  }
  let differing = 0;
  for (let at = 0; at < first.samples.length; at += 3) {
    differing += first.samples.compare(second.samples, at, at + 3, at, at + 3) === 0 ? 0 : 1;
  }
  return differing;
}

/** A page that is drawn: its size as the header of its PPM says it, and red, green and blue of each pixel. */
interface DrawnPage {
  readonly size: string;
  readonly samples: Buffer;
}

async function drawPage(pdf: Buffer, page: number): Promise<DrawnPage> {
  const { stdout, stderr } = await run("pdftoppm", ["-r", "50", "-f", `${page}`, "-l", `${page}`, "-"], { input: pdf });
  if (stdout.length === 0) {
    throw new Error(`pdftoppm drew nothing: ${stderr}`);
  }
  const [header = "", size = ""] = /^P6\s+(\d+\s+\d+)\s+255\s/.exec(stdout.toString("latin1", 0, 40)) ?? [];
  return { size, samples: stdout.subarray(header.length) };
}

/** Returns the paths of the files below `directory` that hold `text`, one per line. */
export function filesWith(text: string, directory: string): string {
  try {
    return execFileSync("grep", ["-r", "-l", "-a", "-F", "-e", text, directory], { encoding: "utf8" });
  } catch (error) {
    // grep's status for "none".
    if (error instanceof Error && "status" in error && error.status === 1) {
      return "";
    }
    throw error;
  }
}
