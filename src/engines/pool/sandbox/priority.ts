import { existsSync, writeFileSync } from "node:fs";

/*
 * Engines get less of a busy processor than what answers requests: a page takes as long as it takes, but a refusal, a
 * cancellation or a probe is answered at once although all engines work.
 */

/** The niceness of engines: on a busy processor a third of the weight of the service (sched(7)). */
const ENGINE_NICENESS = "5";
const NICE = ["/usr/bin/nice", "/bin/nice"].find((path) => existsSync(path));

/** Returns the command with the niceness of engines; as it is where there is no nice(1). */
export const withNiceness = (program: string, options: readonly string[]): readonly [string, readonly string[]] =>
  NICE === undefined ? [program, options] : [NICE, ["-n", ENGINE_NICENESS, program, ...options]];

/**
 * Gives the session of this process the niceness of engines too. Where the kernel groups processes by session (sched(7),
 * "The autogroup feature"), only that of the group counts, and an engine is a group by itself.
 */
export function lowerSession(): void {
  try {
    writeFileSync("/proc/self/autogroup", ENGINE_NICENESS);
  } catch {
    // There are no such groups, or the kernel has just taken a change from another; the engine works as well.
  }
}
