import { execFile } from "node:child_process";

/** An exit status of qpdf: 0: no fault; 2: errors; 3: warnings, the work was done. Null: it had to be stopped. */
export type ExitCode = number | null;

export interface ProgramRun {
  readonly exitCode: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
}

const TIMEOUT_MS = 60_000;

/** Runs qpdf with the password as the first argument, which other users can see: these are test files. */
export function qpdf(parameters: readonly string[], password?: string): Promise<ProgramRun> {
  const all = password === undefined ? parameters : [`--password=${password}`, ...parameters];
  return new Promise((resolve, reject) => {
    const options = { timeout: TIMEOUT_MS, killSignal: "SIGKILL", maxBuffer: 256 * 1024 ** 2 } as const;
    const child = execFile("qpdf", all, options, (error, stdout, stderr) => {
      if (error !== null && error.code === "ENOENT") {
        reject(error);
      } else {
        resolve({ exitCode: child.exitCode, stdout, stderr });
      }
    });
  });
}

/** Returns whether qpdf did what it was asked, with or without warnings. */
export const succeeded = (exitCode: ExitCode): boolean => exitCode === 0 || exitCode === 3;

export interface Check {
  readonly exitCode: ExitCode;
  /** The last words of the output when the document is not clean. */
  readonly complaint: string;
}

/** Runs `qpdf --check`: syntax, structure, every stream decoded, the content of every page read. */
export async function check(path: string, password?: string): Promise<Check> {
  const { exitCode, stderr, stdout } = await qpdf(["--check", path], password);
  return { exitCode, complaint: exitCode === 0 ? "" : lastLines(stderr || stdout, 3).replaceAll(path, "it") };
}

/** Returns the lines of `qpdf --show-encryption` that concern the document, not the password it was opened with. */
export async function encryption(path: string, password?: string): Promise<readonly string[]> {
  const { stdout, stderr, exitCode } = await qpdf(["--show-encryption", path], password);
  return succeeded(exitCode)
    ? stdout.split("\n").filter((line) => line !== "" && !/^Supplied password|^User password/.test(line))
    : [lastLines(stderr, 1)];
}

const lastLines = (text: string, lines: number): string =>
  text
    .split("\n")
    .filter((line) => line !== "" && !/^qpdf: (operation succeeded|errors detected)/.test(line))
    .slice(-lines)
    .join(" | ")
    .slice(0, 600);
