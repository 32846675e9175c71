import { spawnSync } from "node:child_process";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { isLinux } from "./libc.ts";

/** The limits of a control group: they hold for all memory and all threads of a worker, whoever accounts for them else. */
export interface GroupLimits {
  readonly memoryBytes: number;
  readonly threads: number;
}

/** Where version 2 of control groups is mounted, and this process's group in it; absent without version 2. */
interface OwnGroup {
  readonly path: string;
  readonly processId: number;
}

const CONTROLLERS = ["memory", "pids"];
/** The group that the service itself moves to: a group that passes controllers on may hold no process. */
const SERVICE_GROUP = "quire-service";
/** The processes of a sandbox besides the worker's own threads. */
const OTHER_PROCESSES = 8;

/**
 * Returns this process's own group; undefined where there are none of version 2.
 * @internal Exported for tests.
 */
export function ownGroup(): OwnGroup | undefined {
  const name = isLinux ? /^0::(.+)$/m.exec(contentOf("/proc/self/cgroup"))?.[1] : undefined;
  const mount = / (\S+) \S+ - cgroup2 /.exec(contentOf("/proc/self/mountinfo"))?.[1]?.split(" ").at(-1);
  return name === undefined || mount === undefined ? undefined : { path: join(mount, name), processId: process.pid };
}

/**
 * The groups of workers, beneath the service's own. They exist where the system has delegated it with its memory and pids
 * controllers, as systemd does with `Delegate=yes`.
 */
export class ControlGroups {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /** Returns undefined where the service's group is not delegated, or other processes than the service are in it. */
  static open(own: OwnGroup | undefined = ownGroup()): ControlGroups | undefined {
    if (own === undefined || !isDelegated(own.path) || !passesControllersOn(own)) {
      return undefined;
    }
    removeRemains(own.path);
    return new ControlGroups(own.path);
  }

  /** Makes a group and returns its path. @throws the system's error */
  make(name: string, { memoryBytes, threads }: GroupLimits): string {
    const path = join(this.#path, `quire-${name}`);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "memory.max"), String(memoryBytes));
    writeFileSync(join(path, "pids.max"), String(threads + OTHER_PROCESSES));
    for (const [file, value] of [
      ["memory.swap.max", "0"],
      ["memory.oom.group", "1"],
    ] as const) {
      if (existsSync(join(path, file))) {
        writeFileSync(join(path, file), value);
      }
    }
    return path;
  }
}

/** Returns the words that come before a command, whose process then runs it within a group from its first instruction. */
export function within(group: string | undefined): readonly string[] {
  return group === undefined ? [] : wordsFor(group);
}

function wordsFor(group: string): readonly [string, ...string[]] {
  return ["/bin/sh", "-c", 'echo 0 > "$0/cgroup.procs" && exec "$@"', group];
}

/** Returns whether a process can be started in a group. */
export function worksIn(group: string): boolean {
  const [program, ...parameters] = [...wordsFor(group), "true"] as const;
  return spawnSync(program, parameters, { stdio: "ignore" }).status === 0;
}

function isDelegated(path: string): boolean {
  const available = contentOf(join(path, "cgroup.controllers")).split(/\s+/);
  try {
    accessSync(path, constants.W_OK);
    accessSync(join(path, "cgroup.subtree_control"), constants.W_OK);
  } catch {
    return false;
  }
  return CONTROLLERS.every((name) => available.includes(name));
}

/** Lets groups beneath `path` have the controllers, which takes that the service moves beneath it, too. */
function passesControllersOn({ path, processId }: OwnGroup): boolean {
  const service = join(path, SERVICE_GROUP);
  try {
    mkdirSync(service, { recursive: true });
    writeFileSync(join(service, "cgroup.procs"), String(processId));
    writeFileSync(join(path, "cgroup.subtree_control"), CONTROLLERS.map((name) => `+${name}`).join(" "));
    return true;
  } catch {
    attempt(() => writeFileSync(join(path, "cgroup.procs"), String(processId)));
    attempt(() => rmdirSync(service));
    return false;
  }
}

/** Removes groups of an earlier run; one with a process in it stays. */
function removeRemains(path: string): void {
  for (const name of readdirSync(path)) {
    if (name.startsWith("quire-") && name !== SERVICE_GROUP) {
      attempt(() => rmdirSync(join(path, name)));
    }
  }
}

function attempt(action: () => void): void {
  try {
    action();
  } catch {
    // What remains is empty, and the next start tries again.
  }
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, "latin1").trim();
  } catch {
    return "";
  }
}
