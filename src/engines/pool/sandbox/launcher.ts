import { type ReachablePaths, restrictTo } from "./landlock.ts";
import { isLinux, keepAcrossExec, PR_SET_NO_NEW_PRIVS, prctl } from "./libc.ts";
import { lowerSession } from "./priority.ts";
import { hasSeccompTable, installFilter, seccompFilter } from "./seccomp.ts";

/*
 * The first of the two programs of a worker without bubblewrap: puts up the walls that must stand before the worker's
 * first thread, then becomes the worker by `execve`. It reads no document. If anything fails it ends, so that no worker
 * starts without a wall that the service counts on.
 */

/** The only argument of this program, passed as JSON. */
export interface Launch {
  /** The worker's program and all its arguments. */
  readonly command: readonly [string, ...string[]];
  /** The paths that stay within the worker's reach; absent where the kernel has no Landlock. */
  readonly reachable?: ReachablePaths | undefined;
}

function launch({ command, reachable }: Launch): void {
  if (isLinux) {
    lowerSession();
    prctl(PR_SET_NO_NEW_PRIVS, 1);
    if (reachable !== undefined) {
      restrictTo(reachable);
    }
    if (hasSeccompTable) {
      installFilter(seccompFilter({ kind: "launch" }));
    }
    // Node marks the descriptors that it was started with as close-on-exec.
    for (const descriptor of [0, 1, 2, 3]) {
      keepAcrossExec(descriptor);
    }
  }
  process.execve?.(command[0], command, {});
  throw new Error("This Node cannot replace itself by another program.");
}

const toLaunch: Launch = JSON.parse(process.argv[2] ?? "");
launch(toLaunch);
