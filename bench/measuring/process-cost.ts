import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";

/** The cost of a program from its start to its end. */
export interface ProcessCost {
  /** The user and system time. */
  readonly cpuSeconds: number;
  readonly elapsedMs: number;
  /** The peak of resident memory, as far as sampling it every few milliseconds shows. */
  readonly peakBytes: number;
  readonly printed: string;
}

const LOOK_EVERY_MS = 5;

/**
 * Runs a program under bash, which reports the CPU time of a process that has ended.
 * @throws when the program fails
 */
export async function costOf(
  program: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ProcessCost> {
  const startedMs = performance.now();
  const script = `TIMEFORMAT="cpu %U %S"; time "$@"`;
  const shell = spawn("bash", ["--norc", "-c", script, "bash", program, ...parameters], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  let peakBytes = 0;
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, peakOfChild(shell.pid));
  }, LOOK_EVERY_MS);
  const [printed, said, [code]] = await Promise.all([
    text(shell.stdout),
    text(shell.stderr),
    once(shell, "close") as Promise<[number | null]>,
  ]);
  clearInterval(timer);
  const times = /cpu ([\d.]+) ([\d.]+)\s*$/.exec(said);
  if (code !== 0 || times === null) {
    throw new Error(`${program} ${parameters.join(" ")} ended with ${code}: ${said}`);
  }
  const cpuSeconds = Number(times[1]) + Number(times[2]);
  return { cpuSeconds, elapsedMs: performance.now() - startedMs, peakBytes, printed };
}

function peakOfChild(shell: number | undefined): number {
  try {
    const child = readFileSync(`/proc/${shell}/task/${shell}/children`, "utf8").trim();
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child}/status`, "utf8"))?.[1] ?? 0) * 1024;
  } catch {
    // The process has ended, or not begun.
    return 0;
  }
}
