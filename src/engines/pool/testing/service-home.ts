import { spawnSync } from "node:child_process";
import { chmod, chown, cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { TierName } from "../sandbox/sandbox.ts";

/** The user that a service runs as in a test. */
export type User = "root" | "ordinary user";

export const isRoot = process.geteuid?.() === 0;
const ORDINARY_UID = 65_534;
const APPLICATION = resolve(import.meta.dirname, "../../../..");
/** The packages of node_modules that the pool itself needs. */
const PACKAGES = ["koffi", "@koromix", "zod"];

/** A service as its user would install it; removed at the end of `await using`. */
export interface ServiceHome extends AsyncDisposable {
  /** A directory of mode 0700, with a file `secret` that contains the marker. */
  readonly dataDirectory: string;
  /** A directory open to every user, like /tmp, with a file `secret` that every user may read and write. */
  readonly commons: string;
  /** Returns the command that runs a driver of this folder in the copy of the application, as the user. */
  command(driver: string, argument: string): readonly [string, ...string[]];
}

/** Creates such a service in a temporary directory. Root's copy of the application lies in a 0700 directory. */
export async function createServiceHome(user: User, marker: string): Promise<ServiceHome> {
  const home = await mkdtemp(join(tmpdir(), "quire-service-"));
  await chmod(home, 0o755);
  const application = join(home, "application");
  await copyApplication(application);
  await chmod(application, user === "root" ? 0o700 : 0o755);
  const dataDirectory = join(home, "data");
  await directoryWithSecret(dataDirectory, marker, { directory: 0o700, file: 0o600 });
  const commons = join(home, "commons");
  await directoryWithSecret(commons, marker, { directory: 0o777, file: 0o666 });
  if (isRoot && user === "ordinary user") {
    await chown(dataDirectory, ORDINARY_UID, ORDINARY_UID);
    await chown(join(dataDirectory, "secret"), ORDINARY_UID, ORDINARY_UID);
  }
  const node = await nodeFor(user, home);
  return {
    dataDirectory,
    commons,
    command: (driver, argument) => [...as(user), node, join(application, "src/engines/pool/testing", driver), argument],
    [Symbol.asyncDispose]: async () => rm(home, { recursive: true }),
  };
}

/**
 * Returns the tiers to be expected of a service of that user on this machine, found out without the pool's own code.
 */
export function tiersOf(user: User): readonly TierName[] {
  const fallback: TierName = user === "root" ? "other-uid" : "plain";
  const namespaces = user === "root" ? [] : ["--unshare-user"];
  const sandbox = ["--unshare-net", "--unshare-pid", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev"];
  return works([...as(user), "bwrap", ...namespaces, ...sandbox, "true"]) ? ["bubblewrap", fallback] : [fallback];
}

/** The users that a test can run a service as. */
export const users: readonly User[] = isRoot ? ["root", "ordinary user"] : ["ordinary user"];

async function copyApplication(target: string): Promise<void> {
  const packages = PACKAGES.map((name) => join("node_modules", name));
  for (const part of ["package.json", "src/kernel", "src/engines/pool", "src/engines/workers/compiled-modules.ts"]) {
    await cp(join(APPLICATION, part), join(target, part), { recursive: true });
  }
  for (const part of packages) {
    await cp(join(APPLICATION, part), join(target, part), { recursive: true, filter: isRun });
  }
}

/** Returns whether a file is needed at run time: types and sources are most of the files of packages. */
const isRun = (path: string): boolean => !/\.(?:[cm]?ts|md)$/.test(path);

async function directoryWithSecret(
  path: string,
  marker: string,
  modes: { readonly directory: number; readonly file: number },
): Promise<void> {
  await mkdir(path);
  await writeFile(join(path, "secret"), marker);
  // Modes are not set at creation, where the process's umask would count.
  await chmod(join(path, "secret"), modes.file);
  await chmod(path, modes.directory);
}

/** Returns the words that come before a command to run it as `user`. */
function as(user: User): readonly [string, ...string[]] {
  return isRoot && user === "ordinary user"
    ? ["setpriv", `--reuid=${ORDINARY_UID}`, `--regid=${ORDINARY_UID}`, "--clear-groups", "--"]
    : ["env", "--"];
}

/** Returns a Node that the user may execute: this one, or a copy of it. */
async function nodeFor(user: User, directory: string): Promise<string> {
  // A shell is used because setpriv itself still has the capabilities of root when it executes its command.
  if (works([...as(user), "sh", "-c", '"$0" -e 0', process.execPath])) {
    return process.execPath;
  }
  const copy = join(directory, "node");
  await cp(process.execPath, copy);
  await chmod(copy, 0o755);
  return copy;
}

function works([program, ...parameters]: readonly [string, ...string[]]): boolean {
  return spawnSync(program, parameters, { stdio: "ignore" }).status === 0;
}
