import { readdirSync, readlinkSync } from "node:fs";
import {
  isLinux,
  PR_SET_DUMPABLE,
  PR_SET_NO_NEW_PRIVS,
  PR_SET_PDEATHSIG,
  prctl,
  RLIMIT_CORE,
  RLIMIT_DATA,
  RLIMIT_FSIZE,
  RLIMIT_NOFILE,
  setResourceLimit,
} from "./libc.ts";
import { hasSeccompTable, installFilter, seccompFilter } from "./seccomp.ts";

/**
 * What stands around a worker. `namespaces`: bubblewrap's own view of files, network and processes. `landlock`: the
 * kernel refuses all paths but a list. `node-permission`: Node refuses them, but native code need not ask Node.
 */
export type Wall =
  | "namespaces"
  | "landlock"
  | "node-permission"
  | "own-uid"
  | "resource-limits"
  | "no-new-privileges"
  | "not-dumpable"
  | "dies-with-parent"
  | "system-call-filter";

/** Whom a worker that starts as uid 0 becomes. */
export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

/** How one worker confines itself; made by the parent, handed over as JSON in the worker's only argument. */
export interface Confinement {
  readonly identity?: Identity | undefined;
  /** What documents and engine code may use together; Node itself is not counted. */
  readonly memoryBytes: number;
  /** The size that no single file may exceed. */
  readonly fileBytes: number;
  /** The walls that the worker's launch has already put up. */
  readonly launchWalls: readonly Wall[];
}

/**
 * Confines this process for good and says which walls stand. Called when everything that the worker loads is loaded,
 * and before it meets the first hostile byte; the current directory is already its slot.
 * @throws when a wall cannot be put up that this kernel and architecture have.
 */
export function confine(confinement: Confinement): readonly Wall[] {
  if (!isLinux) {
    return confinement.launchWalls;
  }
  const walls: Wall[] = [...confinement.launchWalls];
  limitResources(confinement);
  walls.push("resource-limits");
  if (confinement.identity !== undefined) {
    become(confinement.identity);
    walls.push("own-uid");
  }
  prctl(PR_SET_NO_NEW_PRIVS, 1);
  walls.push("no-new-privileges");
  // After setuid, which clears it. A parent that died before this is noticed by the end of the worker's socket.
  const SIGKILL = 9;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  walls.push("dies-with-parent");
  prctl(PR_SET_DUMPABLE, 0);
  walls.push("not-dumpable");
  if (hasSeccompTable) {
    requireNoRing();
    installFilter(seccompFilter({ kind: "work", processId: process.pid }));
    walls.push("system-call-filter");
  }
  return walls;
}

/** Node's own share of RLIMIT_DATA: it does not start below some 600 MB, most of it reserved and never touched. */
const NODE_DATA_BYTES = 2 ** 30;
const OPEN_FILES = 256;

function limitResources({ memoryBytes, fileBytes }: Confinement): void {
  // Not RLIMIT_AS: V8 reserves far more addresses than it uses.
  setResourceLimit(RLIMIT_DATA, memoryBytes + NODE_DATA_BYTES);
  setResourceLimit(RLIMIT_FSIZE, fileBytes);
  setResourceLimit(RLIMIT_NOFILE, OPEN_FILES);
  setResourceLimit(RLIMIT_CORE, 0);
}

/** The C library's calls, which Node uses, change every thread. */
function become({ uid, gid }: Identity): void {
  process.setgroups?.([]);
  process.setgid?.(gid);
  process.setuid?.(uid);
  if (process.getuid?.() !== uid || process.geteuid?.() !== uid || process.getgid?.() !== gid) {
    throw new Error(`The worker could not become uid ${uid}.`);
  }
}

/** Requests on an open io_uring pass no filter: with one, the system-call filter would be no wall (seccomp.ts). */
function requireNoRing(): void {
  const ring = readdirSync("/proc/self/fd").some((descriptor) => linkOf(descriptor).includes("io_uring"));
  if (ring) {
    throw new Error("An io_uring is open; the worker was not started by its launcher.");
  }
}

function linkOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch (error) {
    // The descriptor that listed the directory is closed by now.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return "";
    }
    throw error;
  }
}
