import { readdirSync, readFileSync } from "node:fs";
import { isLinux } from "./sandbox/libc.ts";

/*
 * What the system shows of the process that runs a worker's program, in proc(5). All of it is empty or 0 where there is no
 * such file system, where it hides the process (hidepid), and when the process has ended.
 */

/**
 * Returns the process that runs the worker's program: the process that was started, or in bubblewrap the last one of those
 * that each started the next. A worker itself starts none.
 */
export function programProcess(processId: number): number {
  const [child] = isLinux ? contentOf(`/proc/${processId}/task/${processId}/children`).split(" ") : [];
  return child === undefined || child === "" ? processId : programProcess(Number(child));
}

/**
 * Returns for how many milliseconds each thread of a process could have run since its start, but had no processor, since
 * other threads of the machine had them all or its control group had used up its share (schedstat, "time spent waiting on
 * a runqueue", Documentation/scheduler/sched-stats.rst of Linux). Empty where the kernel does not count it.
 */
export function processorWaitsMs(processId: number): ReadonlyMap<string, number> {
  const threads = isLinux ? namesIn(`/proc/${processId}/task`) : [];
  return new Map(
    threads.map((thread) => {
      const [, waitNs] = contentOf(`/proc/${processId}/task/${thread}/schedstat`).split(" ");
      return [thread, (Number(waitNs) || 0) / 1e6];
    }),
  );
}

/** Returns the names in a directory of proc(5). */
export function namesIn(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** Returns the content of a file of proc(5). */
export function contentOf(path: string): string {
  try {
    return readFileSync(path, "latin1").trim();
  } catch {
    return "";
  }
}
