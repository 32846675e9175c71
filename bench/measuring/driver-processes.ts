import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Target } from "./client.ts";

/** A process that does one task after another, as an engine process does. */
export interface Driver<Task, Cost> extends Disposable {
  run(task: Task): Promise<Cost>;
}

/** Starts `program`, the URL of a TypeScript file that answers each message with one. */
export function startDriver<Task extends object, Cost>(program: URL): Driver<Task, Cost> {
  const child = fork(fileURLToPath(program));
  const ended = once(child, "exit").then(() => {
    throw new Error("The driver ended.");
  });
  ended.catch(() => undefined);
  return {
    async run(task) {
      const answered = once(child, "message") as Promise<[Cost]>;
      child.send(task);
      const [cost] = await Promise.race([answered, ended]);
      return cost;
    },
    [Symbol.dispose]: () => child.disconnect(),
  };
}

/** Starts echo-server.ts. */
export async function startEcho(directory: string): Promise<Target & Disposable> {
  const program = fileURLToPath(new URL("echo-server.ts", import.meta.url));
  const child = spawn(process.execPath, [program, directory], { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return { port: Number(line), key: "", [Symbol.dispose]: () => child.stdin.end() };
}

/** Returns the peak memory of the largest process below `pid` so far, in bytes. */
export function peakBelow(pid: number): number {
  return Math.max(
    0,
    ...childrenOf(pid).flatMap((child) => [Number(statusOf(child, "VmHWM") ?? 0) * 1024, peakBelow(child)]),
  );
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number),
    );
  } catch {
    // The process has ended.
    return [];
  }
}

function statusOf(pid: number, name: string): string | undefined {
  try {
    return new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  } catch {
    return undefined;
  }
}
