import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, extname, join, relative, resolve, sep } from "node:path";
import type { Confinement, Identity, Wall } from "./confinement.ts";
import { within } from "./control-groups.ts";
import { landlockVersion } from "./landlock.ts";
import type { Launch } from "./launcher.ts";
import { hasSeccompTable, seccompFilter } from "./seccomp.ts";

/*
 * How a worker is started, best tier first. In every tier it confines itself further (confinement.ts), its environment
 * is empty, and what it can reach is an allow-list: system libraries, Node, the program's own code, its slot.
 *
 * - bubblewrap: separate namespaces for files, network and processes. Started by root, it needs no user namespace,
 *   and the worker gives up root by itself, keeping till then the two capabilities for that.
 * - other-uid: started by root; the worker becomes a separate user, and Landlock makes the allow-list.
 * - plain: started by an ordinary user; Landlock makes the allow-list, and without it there are only Node's
 *   permissions.
 */
const tierNames = ["bubblewrap", "other-uid", "plain"] as const;
export type TierName = (typeof tierNames)[number];

/** The program that is started in a sandbox, the same for all workers of a pool. */
export interface WorkerProgram {
  /** Absolute path of the worker's entry file, beneath the application's directory. */
  readonly entry: string;
  /** Further files and directories that it may read, by the same paths as outside. */
  readonly readOnlyPaths: readonly string[];
  readonly memoryBytes: number;
  readonly fileBytes: number;
  /** Settings for the entry file, which gets them as JSON in its second argument. */
  readonly settings: object;
}

/** A worker's place: its directory, its user, and the control group that it is started in, if any. */
interface WorkerPlace {
  readonly path: string;
  readonly identity: Identity | undefined;
  readonly group?: string | undefined;
}

/** A program to run, with the worker's slot as its current directory. */
export interface WorkerCommand {
  readonly program: string;
  readonly arguments: readonly string[];
  /** The system-call filter that bubblewrap starts the worker with, to be written to the program's descriptor 4. */
  readonly filter?: Buffer | undefined;
}

/**
 * Returns the user that the worker of a slot becomes: a different one for each slot, all in one group, by which they
 * read their inputs. Returns undefined unless the service runs as root.
 */
export function workerIdentity(firstWorkerUid: number, slotIndex: number): Identity | undefined {
  return isRoot() ? { uid: firstWorkerUid + slotIndex, gid: firstWorkerUid } : undefined;
}

export function workerCommand(tier: TierName, program: WorkerProgram, slot: WorkerPlace): WorkerCommand {
  const command = commandIn(tier, program, slot);
  const [first = command.program, ...rest] = [...within(slot.group), command.program, ...command.arguments];
  return { ...command, program: first, arguments: rest };
}

function commandIn(tier: TierName, program: WorkerProgram, slot: WorkerPlace): WorkerCommand {
  switch (tier) {
    case "bubblewrap":
      return bubblewrapCommand(program, slot);
    case "other-uid":
      return launcherCommand(program, slot, []);
    case "plain":
      return launcherCommand(program, slot, permissionFlags(program, slot.path));
  }
}

/**
 * Returns the tiers that this user and system may have; whether one works shows only when a worker is started in it.
 */
export function possibleTiers(): readonly TierName[] {
  return tierNames.filter((tier) => {
    switch (tier) {
      case "bubblewrap":
        return bubblewrapProgram() !== undefined;
      case "other-uid":
        return isRoot();
      case "plain":
        return true;
    }
  });
}

function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

/** The directory that holds `src` and `node_modules`; the same number of levels up in the built program. */
const APPLICATION = resolve(import.meta.dirname, "../../../..");
const APPLICATION_PARTS = ["src", "dist", "packages", "node_modules", "package.json"];

/**
 * Returns whether workers can see a file, which holds only within the application's directory; their entry file must be
 * there.
 */
export function isInApplication(path: string): boolean {
  return applicationPaths().some((part) => path.startsWith(part + sep));
}

function applicationPaths(): string[] {
  return APPLICATION_PARTS.map((part) => join(APPLICATION, part)).filter((path) => existsSync(path));
}

/** Files outside /usr that libraries look for: the loader's list, and Debian's links between libraries. */
const SYSTEM_PATHS = ["/usr", "/etc/ld.so.cache", "/etc/alternatives", "/etc/ssl/openssl.cnf"];
/** System paths that are directories in some distributions and links into /usr in most. */
const SYSTEM_ROOTS = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

function nodeFlags({ memoryBytes }: WorkerProgram): string[] {
  return [
    `--max-old-space-size=${Math.ceil(memoryBytes / 2 ** 20)}`,
    // Otherwise V8 keeps a tenth of a gigabyte for new objects on a machine with much memory, and gains little by it. With
    // half of this, pages of text take a twelfth more CPU.
    "--max-semi-space-size=32",
    "--disable-sigusr1",
    // The warnings about type stripping and about native addons under the permission model would be taken for a
    // worker's last words.
    "--disable-warning=ExperimentalWarning",
    "--disable-warning=SecurityWarning",
  ];
}

function workerArguments(program: WorkerProgram, identity: Identity | undefined, launchWalls: Wall[]): string[] {
  const { memoryBytes, fileBytes, settings } = program;
  const confinement: Confinement = { identity, memoryBytes, fileBytes, launchWalls };
  return [JSON.stringify(confinement), JSON.stringify(settings)];
}

function bubblewrapProgram(): string | undefined {
  return ["/usr/bin/bwrap", "/usr/local/bin/bwrap"].find((path) => existsSync(path));
}

const SLOT_INSIDE = "/slot";
const APPLICATION_INSIDE = "/app";
const NODE_INSIDE = "/node";
/** The devices that Node and libraries read. A shared mapping of /dev/zero would be memory that no limit counts. */
const DEVICES = ["/dev/null", "/dev/random", "/dev/urandom"];

/**
 * bubblewrap's options under root. Root needs no user namespace, and could not read its own 0700 directories from
 * within one. bubblewrap's init stays root, which the worker does not: so the worker cannot touch it, and it may end
 * the worker when bubblewrap is killed.
 */
const BUBBLEWRAP_AS_ROOT = ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"];
/**
 * bubblewrap's options under an ordinary user. The worker is process 1 itself: a separate init would run as the same
 * user, and could be taken over.
 */
const BUBBLEWRAP_AS_USER = ["--unshare-user", "--as-pid-1"];

function bubblewrapCommand(
  program: WorkerProgram,
  slot: { readonly path: string; readonly identity: Identity | undefined },
): WorkerCommand {
  const filter = hasSeccompTable ? seccompFilter({ kind: "launch" }) : undefined;
  const options = [
    ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"],
    isRoot() ? BUBBLEWRAP_AS_ROOT : BUBBLEWRAP_AS_USER,
    ["--die-with-parent", "--new-session", "--clearenv"],
    // bubblewrap would make these directories for the mounts beneath them, but accessible to root alone, and the worker
    // gives up root.
    ...[...SYSTEM_PATHS, ...program.readOnlyPaths, `${APPLICATION_INSIDE}/src`].flatMap(directoryOptions),
    ...SYSTEM_PATHS.map((path) => ["--ro-bind-try", path, path]),
    ...SYSTEM_ROOTS.map(systemRootOptions),
    ["--proc", "/proc"],
    ["--perms", "0755", "--dir", "/dev"],
    ...DEVICES.map((path) => ["--dev-bind", path, path]),
    ["--ro-bind", process.execPath, NODE_INSIDE],
    ...applicationPaths().map((path) => ["--ro-bind", path, insideApplication(path)]),
    ...program.readOnlyPaths.map((path) => [...ancestorOptions(path), "--ro-bind", path, path]),
    // A separate mount for `out` makes it the only place to write to even for a worker of the service's user.
    ["--ro-bind", slot.path, SLOT_INSIDE, "--bind", join(slot.path, "out"), `${SLOT_INSIDE}/out`],
    // It is in memory, and no size limit applies to it: nothing in a worker's view but `out` can be written to.
    ["--remount-ro", "/"],
    ["--chdir", SLOT_INSIDE],
    filter === undefined ? [] : ["--seccomp", "4"],
  ].flat();
  const worker = [NODE_INSIDE, ...nodeFlags(program), insideApplication(program.entry)];
  const given = workerArguments(program, slot.identity, ["namespaces"]);
  return { program: bubblewrapProgram() ?? "bwrap", arguments: [...options, "--", ...worker, ...given], filter };
}

/** Returns the options that make the directories above `path`, the uppermost first. */
function directoryOptions(path: string): string[][] {
  const above = dirname(path);
  return above === "/" ? [] : [...directoryOptions(above), ["--dir", above]];
}

/**
 * Returns the options that make the directories above a mount with mode 0755: bubblewrap would make them for root
 * alone, and the worker becomes another user.
 */
function ancestorOptions(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [] : [...ancestorOptions(parent), "--perms", "0755", "--dir", parent];
}

function systemRootOptions(path: string): string[] {
  const information = lstatSync(path, { throwIfNoEntry: false });
  if (information === undefined) {
    return [];
  }
  return information.isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : ["--ro-bind", path, path];
}

function insideApplication(path: string): string {
  return `${APPLICATION_INSIDE}/${relative(APPLICATION, path).replaceAll(sep, "/")}`;
}

function launcherCommand(
  program: WorkerProgram,
  slot: { readonly path: string; readonly identity: Identity | undefined },
  extraFlags: readonly string[],
): WorkerCommand {
  const hasLandlock = landlockVersion() > 0;
  const walls: Wall[] = [
    ...(hasLandlock ? ["landlock" as const] : []),
    ...(extraFlags.includes(PERMISSION_FLAG) ? ["node-permission" as const] : []),
  ];
  const launch: Launch = {
    command: [
      process.execPath,
      ...nodeFlags(program),
      ...extraFlags,
      program.entry,
      ...workerArguments(program, slot.identity, walls),
    ],
    reachable: hasLandlock
      ? {
          read: [...readablePaths(program), slot.path, "/proc/self", "/proc/meminfo", "/sys/devices/system/cpu"],
          write: [join(slot.path, "out"), ...DEVICES],
          // The kernel reads a program and its loader; the system-call filter then refuses to execute either again.
          execute: [process.execPath, ...LOADERS],
        }
      : undefined,
  };
  const launcher = join(import.meta.dirname, `launcher${extname(import.meta.filename)}`);
  return {
    program: process.execPath,
    arguments: ["--disable-warning=ExperimentalWarning", launcher, JSON.stringify(launch)],
  };
}

/** The ELF interpreters of the systems that Node is built for. */
const LOADERS = [
  "/lib64/ld-linux-x86-64.so.2",
  "/lib/ld-linux-aarch64.so.1",
  "/lib/ld-musl-x86_64.so.1",
  "/lib/ld-musl-aarch64.so.1",
];

function readablePaths(program: WorkerProgram): string[] {
  return [...SYSTEM_PATHS, ...SYSTEM_ROOTS, ...applicationPaths(), ...program.readOnlyPaths];
}

const PERMISSION_FLAG = "--permission";

function permissionFlags(program: WorkerProgram, slotPath: string): string[] {
  // Node compares real paths, and those before a link is followed.
  const readable = [...readablePaths(program), slotPath].filter((path) => existsSync(path));
  const paths = new Set([...readable, ...readable.map((path) => realpathSync(path)), "/proc/self"]);
  return [
    PERMISSION_FLAG,
    "--allow-addons",
    ...[...paths].map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${join(slotPath, "out")}`,
  ];
}
