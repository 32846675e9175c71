import { dirname, extname, join } from "node:path";
import { landlockVersion } from "../../pool/sandbox/landlock.ts";
import { hasSeccompTable } from "../../pool/sandbox/seccomp.ts";
import type { BrowserCommand, BrowserProgram } from "../browser/program.ts";
import type { BrowserLaunch } from "./launcher.ts";
import type { Supervision } from "./supervisor.ts";

/*
 * How a browser is started where the kernel refuses namespaces, and with them bubblewrap and Chromium's own sandbox: in a
 * chroot, under the default profile of Docker, under Ubuntu's AppArmor. The walls stand around the browser as a whole, not
 * around its renderers, so each browser prints one document.
 */

/** Returns whether this kernel and processor have what the walls are made of. */
export const canConfine = (): boolean => hasSeccompTable && landlockVersion() > 0;

/** A file that passes this size is not written further; large printed documents pass through such files. */
const FILE_BYTES = 2 ** 30;
const OPEN_FILES = 2048;
/** The processes and threads of all browsers together, where their user is theirs alone; one has about 80. */
const TASKS = 8192;

export interface ConfinedBrowser
  extends Pick<BrowserProgram, "path" | "identity" | "proxyUrl" | "fonts" | "memoryBytes"> {
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** An empty directory of the browser's user, the only place that it may write to. */
  readonly profile: string;
}

export function confinedCommand(browser: ConfinedBrowser): BrowserCommand {
  const { path, identity, proxyUrl, profile } = browser;
  const supervision: Supervision = { proxyPort: proxyUrl === undefined ? undefined : Number(new URL(proxyUrl).port) };
  const launch: BrowserLaunch = {
    // What processes share lies in the profile, too: /dev/shm is everybody's.
    command: [path, ...browser.arguments, "--disable-dev-shm-usage", "--no-zygote", "--in-process-gpu"],
    environment: browser.environment,
    identity,
    reachable: {
      read: [...SYSTEM_PATHS, dirname(path), ...folderOf(browser)],
      write: [profile, "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"],
      execute: [dirname(path), ...LOADERS],
    },
    limits: {
      memoryBytes: browser.memoryBytes + BROWSER_DATA_BYTES,
      fileBytes: FILE_BYTES,
      openFiles: OPEN_FILES,
      tasks: identity === undefined ? undefined : TASKS,
    },
  };
  const supervisor = join(import.meta.dirname, `supervisor${extname(import.meta.filename)}`);
  return {
    program: process.execPath,
    arguments: [
      "--disable-warning=ExperimentalWarning",
      supervisor,
      JSON.stringify(supervision),
      JSON.stringify(launch),
    ],
    environment: {},
  };
}

/** The part of RLIMIT_DATA for Chromium itself, most of it reserved and never touched. */
const BROWSER_DATA_BYTES = 2 ** 31;

/** Programs, libraries, fonts and certificates; the processors, by which Chromium chooses its number of threads. */
const SYSTEM_PATHS = [
  "/usr",
  "/bin",
  "/sbin",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
  "/etc/ld.so.cache",
  "/etc/alternatives",
  "/etc/ssl/certs",
  "/sys/devices/system/cpu",
];

/** The ELF interpreters of the systems that there are browsers for. */
const LOADERS = ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-musl-x86_64.so.1"];

function folderOf({ fonts }: ConfinedBrowser): string[] {
  return fonts.folder === undefined ? [] : [fonts.folder];
}
