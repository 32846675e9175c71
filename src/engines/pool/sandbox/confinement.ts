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
  RLIMIT_MEMLOCK,
  RLIMIT_MSGQUEUE,
  RLIMIT_NOFILE,
  RLIMIT_NPROC,
  RLIMIT_SIGPENDING,
  setResourceLimit,
} from "./libc.ts";
import { hasSeccompTable, installFilter, seccompFilter } from "./seccomp.ts";

/**
 * A wall around a worker. `namespaces`: bubblewrap's separate view of files, network and processes. `landlock`: the
 * kernel refuses all paths outside a list. `node-permission`: Node refuses them, but native code need not ask Node.
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

/** The user and group that a worker that starts as uid 0 becomes. */
export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The settings by which one worker confines itself; made by the parent and passed as JSON in the worker's first
 * argument.
 */
export interface Confinement {
  readonly identity?: Identity | undefined;
  /** The memory that documents and engine code may use together; Node itself is not counted. */
  readonly memoryBytes: number;
  /** The size that no single file may exceed. */
  readonly fileBytes: number;
  /** The walls that the worker's launch has already put up. */
  readonly launchWalls: readonly Wall[];
}

/**
 * Confines this process for good and returns which walls stand. It is called when everything that the worker loads is
 * loaded, and before it reads the first hostile byte; the current directory is already its slot.
 * @throws Error when a wall that this kernel and architecture have cannot be put up.
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
  // This comes after setuid, which clears the setting. A parent that died before it is noticed by the end of the
  // worker's socket.
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

/**
 * The part of RLIMIT_DATA for Node itself, in bytes: it does not start below some 600 MB, most of it reserved and never
 * touched.
 */
const NODE_DATA_BYTES = 2 ** 30;
const OPEN_FILES = 256;
const PENDING_SIGNALS = 1024;

/** The most threads of a worker. Node has about a dozen; libraries add one for each core at most. */
export const MAX_THREADS = 512;

/** Returns all memory that a worker with `memoryBytes` for documents may hold, Node included. */
export function totalMemoryBytes(memoryBytes: number): number {
  return memoryBytes + NODE_DATA_BYTES;
}

function limitResources({ memoryBytes, fileBytes, identity }: Confinement): void {
  // Not RLIMIT_AS: V8 reserves far more addresses than it uses.
  setResourceLimit(RLIMIT_DATA, totalMemoryBytes(memoryBytes));
  if (identity !== undefined) {
    // All threads of a user count, so this is only for a user that nothing else runs as.
    setResourceLimit(RLIMIT_NPROC, MAX_THREADS);
  }
  setResourceLimit(RLIMIT_MEMLOCK, 0);
  setResourceLimit(RLIMIT_MSGQUEUE, 0);
  setResourceLimit(RLIMIT_SIGPENDING, PENDING_SIGNALS);
  setResourceLimit(RLIMIT_FSIZE, fileBytes);
  setResourceLimit(RLIMIT_NOFILE, OPEN_FILES);
  setResourceLimit(RLIMIT_CORE, 0);
}

/** Changes the user and group of this process. Node uses the C library's calls, which change every thread. */
export function become({ uid, gid }: Identity): void {
  process.setgroups?.([]);
  process.setgid?.(gid);
  process.setuid?.(uid);
  if (process.getuid?.() !== uid || process.geteuid?.() !== uid || process.getgid?.() !== gid) {
    throw new Error(`This process could not become uid ${uid}.`);
  }
}

/**
 * Throws when an io_uring is open: requests on an open one pass no filter, so the system-call filter would be no wall
 * (seccomp.ts).
 */
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
