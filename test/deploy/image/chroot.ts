import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";

/*
 * Runs commands in the root of a system in a directory, with mounts and process numbers of their own, which end with them. In a
 * chroot the kernel makes no user namespaces, as it makes none for a container under Docker's default profile.
 */

/** Why no image can be made on this machine; undefined where one can. */
export const noChroot: string | undefined =
  process.getuid?.() !== 0
    ? "only root can make a chroot"
    : existsSync("/usr/sbin/debootstrap")
      ? undefined
      : "debootstrap is not installed";

interface Place {
  /** The directory that becomes the root. */
  readonly root: string;
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** How a container is kept: a read-only root, these directories in it that may be written to, and an ordinary user. */
export interface Confinement {
  /** User and group, by number. */
  readonly user: string;
  /** A directory of this machine for each volume, by its path in the container. */
  readonly volumes: Readonly<Record<string, string>>;
}

const COMMON = `
  mount --bind "$0" "$0"
  mount -t proc -o nosuid,nodev,noexec proc "$0/proc"
  mount --bind /dev "$0/dev"
  mount -t tmpfs -o mode=1777,nosuid,nodev,noexec,size=64m tmpfs "$0/dev/shm"
`;

/** Begins a command of the system in `root` as its root, which may write everywhere. */
export const beginStep = (place: Place, command: readonly string[]): ChildProcess =>
  begin(`set -e\n${COMMON}\nexec chroot "$@"`, [place.root, place.root, ...inside(place), ...command]);

/**
 * Begins a command as a container is begun that has `read_only`, `cap_drop: [ALL]` and `no-new-privileges`, a tmpfs at /tmp as
 * Docker mounts it, and volumes. The child is the process that made the namespaces: the command's own is its child.
 */
export function beginContainer(place: Place, command: readonly string[], { user, volumes }: Confinement): ChildProcess {
  const mounts = Object.entries(volumes).map(([path, source]) => `mount --bind '${source}' "$0${path}"`);
  const [uid = "", gid = ""] = user.split(":");
  const script = `set -e\n${COMMON}
    mount -t tmpfs -o mode=1777,nosuid,nodev,noexec,size=1g tmpfs "$0/tmp"
    ${mounts.join("\n")}
    mount -o remount,bind,ro "$0"
    exec chroot "$@"`;
  const drop = [
    "setpriv",
    `--reuid=${uid}`,
    `--regid=${gid}`,
    "--clear-groups",
    "--inh-caps=-all",
    "--bounding-set=-all",
  ];
  return begin(script, [place.root, place.root, ...drop, "--no-new-privs", ...inside(place), ...command]);
}

/** What a command is given inside: its directory and its environment, and nothing of this process's. */
const inside = ({ directory, environment }: Place): readonly string[] => [
  "env",
  "-i",
  "-C",
  directory,
  "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  ...Object.entries(environment).map(([name, value]) => `${name}=${value}`),
];

const begin = (script: string, args: readonly string[]): ChildProcess =>
  spawn(
    "unshare",
    ["--mount", "--pid", "--fork", "--kill-child", "--propagation", "private", "--", "bash", "-c", script, ...args],
    { stdio: ["ignore", "pipe", "pipe"] },
  );

/** Waits for the end of a command; returns its status and what it has written. */
export async function ended(child: ChildProcess): Promise<{ readonly status: number | null; readonly output: string }> {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  await once(child, "close");
  return { status: child.exitCode, output };
}
