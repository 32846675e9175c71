import { closeSync, openSync, statSync } from "node:fs";
import { isLinux, SystemCallError, syscall } from "./libc.ts";

/** The paths that stay within reach of a process; a directory stands for everything beneath it. */
export interface ReachablePaths {
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly execute: readonly string[];
}

/** Returns the version of Landlock that the kernel offers; 0 when it offers none (landlock(7)). */
export function landlockVersion(): number {
  const LANDLOCK_CREATE_RULESET_VERSION = 1;
  try {
    return isLinux ? syscall(CREATE_RULESET, 0, 0, LANDLOCK_CREATE_RULESET_VERSION) : 0;
  } catch (error) {
    if (error instanceof SystemCallError) {
      return 0;
    }
    throw error;
  }
}

/**
 * Takes everything except `paths` away from this thread and from what it executes later: files, TCP, and on newer
 * kernels abstract unix sockets of, signals to, and /proc entries of processes outside. Other threads that exist
 * already are not covered, so this is done before `execve`, never in a running worker. It needs PR_SET_NO_NEW_PRIVS.
 * Paths that do not exist are left out.
 */
export function restrictTo(paths: ReachablePaths): void {
  const version = landlockVersion();
  const handled = handledAccess(version);
  const ruleset = createRuleset(version, handled);
  try {
    for (const path of paths.read) {
      allowBeneath(ruleset, path, READ);
    }
    for (const path of paths.write) {
      allowBeneath(ruleset, path, (READ | WRITE) & handled);
    }
    for (const path of paths.execute) {
      allowBeneath(ruleset, path, ACCESS.execute | ACCESS.readFile);
    }
    syscall(RESTRICT_SELF, ruleset, 0);
  } finally {
    closeSync(ruleset);
  }
}

const CREATE_RULESET = 444;
const ADD_RULE = 445;
const RESTRICT_SELF = 446;

// LANDLOCK_ACCESS_FS_* of <linux/landlock.h>. A right that is handled and that no rule grants is refused: devices,
// sockets, pipes and symbolic links cannot be made anywhere.
const ACCESS = {
  execute: 1 << 0,
  writeFile: 1 << 1,
  readFile: 1 << 2,
  readDirectory: 1 << 3,
  removeDirectory: 1 << 4,
  removeFile: 1 << 5,
  makeDirectory: 1 << 7,
  makeRegular: 1 << 8,
  truncate: 1 << 14,
} as const;
const READ = ACCESS.readFile | ACCESS.readDirectory;
const WRITE =
  ACCESS.writeFile |
  ACCESS.removeDirectory |
  ACCESS.removeFile |
  ACCESS.makeDirectory |
  ACCESS.makeRegular |
  ACCESS.truncate;
/** The rights that the kernel accepts for a path that is not a directory. */
const OF_FILES = ACCESS.execute | ACCESS.writeFile | ACCESS.readFile | ACCESS.truncate;

/**
 * Returns all file rights that a version knows, as bits: 13 at first, then refer (2), truncate (3) and ioctl on devices
 * (5).
 */
function handledAccess(version: number): number {
  const rights = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13;
  return 2 ** rights - 1;
}

/**
 * Creates a ruleset and returns its descriptor. The kernel takes struct landlock_ruleset_attr: u64 handled_access_fs;
 * u64 handled_access_net (4); u64 scoped (6).
 */
function createRuleset(version: number, handled: number): number {
  const attributes = Buffer.alloc(24);
  attributes.writeBigUInt64LE(BigInt(handled), 0);
  const BIND_AND_CONNECT_TCP = 3n;
  attributes.writeBigUInt64LE(BIND_AND_CONNECT_TCP, 8);
  const ABSTRACT_SOCKETS_AND_SIGNALS = 3n;
  attributes.writeBigUInt64LE(ABSTRACT_SOCKETS_AND_SIGNALS, 16);
  const size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  return syscall(CREATE_RULESET, attributes, size, 0);
}

/**
 * Grants `rights` to a path and everything beneath it; does nothing when the path does not exist. The kernel takes
 * struct landlock_path_beneath_attr, packed: u64 allowed_access; s32 parent_fd.
 */
function allowBeneath(ruleset: number, path: string, rights: number): void {
  const information = statSync(path, { throwIfNoEntry: false });
  if (information === undefined) {
    return;
  }
  const O_PATH = 0o10000000;
  const descriptor = openSync(path, O_PATH);
  try {
    const rule = Buffer.alloc(12);
    rule.writeBigUInt64LE(BigInt(information.isDirectory() ? rights : rights & OF_FILES), 0);
    rule.writeInt32LE(descriptor, 8);
    const RULE_PATH_BENEATH = 1;
    syscall(ADD_RULE, ruleset, RULE_PATH_BENEATH, rule, 0);
  } finally {
    closeSync(descriptor);
  }
}
