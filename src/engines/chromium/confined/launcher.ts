import { become, type Identity } from "../../pool/sandbox/confinement.ts";
import { type ReachablePaths, restrictTo } from "../../pool/sandbox/landlock.ts";
import {
  keepAcrossExec,
  PR_SET_NO_NEW_PRIVS,
  PR_SET_PDEATHSIG,
  prctl,
  RLIMIT_CORE,
  RLIMIT_DATA,
  RLIMIT_FSIZE,
  RLIMIT_NOFILE,
  setResourceLimit,
} from "../../pool/sandbox/libc.ts";
import { installAskingFilter } from "../../pool/sandbox/seccomp.ts";
import { browserFilter } from "./browser-filter.ts";
import { sendDescriptor } from "./descriptors.ts";

/*
 * Puts up the walls around a browser that has no namespaces, then becomes the browser by `execve`. If anything fails it
 * ends: no browser starts without a wall.
 */

/** The only argument of this program, passed as JSON. */
export interface BrowserLaunch {
  /** The browser and all its arguments. */
  readonly command: readonly [string, ...string[]];
  readonly environment: Readonly<Record<string, string>>;
  /** The user that the browser becomes; absent when it stays the service's own. */
  readonly identity?: Identity | undefined;
  readonly reachable: ReachablePaths;
  readonly limits: BrowserLimits;
}

/** What each process of a browser may take. */
interface BrowserLimits {
  readonly memoryBytes: number;
  readonly fileBytes: number;
  readonly openFiles: number;
  /** The processes and threads of the browser's user; absent where the user is not the browser's alone. */
  readonly tasks?: number | undefined;
}

/** The socket on which the supervisor waits for the filter's descriptor. */
const SUPERVISOR = 5;
const RLIMIT_NPROC = 6;
const SIGKILL = 9;

function launch({ command, environment, identity, reachable, limits }: BrowserLaunch): void {
  setResourceLimit(RLIMIT_DATA, limits.memoryBytes);
  setResourceLimit(RLIMIT_FSIZE, limits.fileBytes);
  setResourceLimit(RLIMIT_NOFILE, limits.openFiles);
  setResourceLimit(RLIMIT_CORE, 0);
  if (limits.tasks !== undefined) {
    setResourceLimit(RLIMIT_NPROC, limits.tasks);
  }
  if (identity !== undefined) {
    become(identity);
  }
  prctl(PR_SET_NO_NEW_PRIVS, 1);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  restrictTo(reachable);
  sendDescriptor(SUPERVISOR, installAskingFilter(browserFilter()));
  // Node marks the descriptors that it was started with as close-on-exec; that to the supervisor stays so.
  for (const descriptor of [0, 1, 2, 3, 4]) {
    keepAcrossExec(descriptor);
  }
  process.execve?.(command[0], command, environment);
  throw new Error("This Node cannot replace itself by another program.");
}

const toLaunch: BrowserLaunch = JSON.parse(process.argv[2] ?? "");
launch(toLaunch);
