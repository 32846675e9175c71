import { readFileSync, writeFileSync } from "node:fs";

/*
 * Adds to the lock files the optional packages of other platforms that npm left out because the registry it asked
 * does not carry them. Since npm 11.16 `npm ci` refuses a lock file without them (npm/cli issue 9846). The entries have
 * a version but no hash. Run after every change of dependencies: scripts/with-node24 scripts/complete-lock.ts
 */

export interface LockedPackage {
  version?: string;
  cpu?: string[];
  dev?: true;
  integrity?: string;
  libc?: string[];
  /** Whether it is a package of this repository. */
  link?: true;
  optional?: true;
  os?: string[];
  optionalDependencies?: Record<string, string>;
}

export interface Lock {
  packages: Record<string, LockedPackage>;
}

/** Returns the entries, by their place in node_modules, that `lock` refers to and does not have. */
export function missingOptionalPackages(lock: Lock): Record<string, LockedPackage> {
  const missing: Record<string, LockedPackage> = {};
  for (const [path, dependent] of Object.entries(lock.packages)) {
    for (const [name, range] of Object.entries(dependent.optionalDependencies ?? {})) {
      if (!placesOf(name, path).some((place) => place in lock.packages)) {
        missing[`node_modules/${name}`] = {
          version: range.replace(/^[~^]/, ""),
          ...(dependent.dev ? { dev: true } : {}),
          optional: true,
          ...platformOf(name),
        };
      }
    }
  }
  return missing;
}

/** Returns the places where Node looks for `name` from the package at `path`, nearest first. */
function placesOf(name: string, path: string): string[] {
  const folders = path.split(/\/?node_modules\//).slice(1);
  return [...folders.keys(), folders.length]
    .map((depth) => [...folders.slice(0, depth), name].map((folder) => `node_modules/${folder}`).join("/"))
    .toReversed();
}

const OPERATING_SYSTEMS = "aix android darwin freebsd linux netbsd openbsd openharmony sunos win32".split(" ");
const PROCESSORS = "arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x wasm32 x64".split(" ");

/** Returns the platform of a package for one platform, which has it in its name: `cli-linux-arm64-musl`. */
function platformOf(name: string): Pick<LockedPackage, "cpu" | "libc" | "os"> {
  const words = name
    .split(/[-/]/)
    .map((word) => (word === "linuxmusl" ? ["linux", "musl"] : word))
    .flat();
  const os = words.filter((word) => OPERATING_SYSTEMS.includes(word));
  const cpu = words.filter((word) => PROCESSORS.includes(word));
  if (os.length === 0 && cpu.length === 0) {
    throw new Error(`${name} is optional, is not in the lock file, and its name has no platform: add it by hand.`);
  }
  const libc = words.some((word) => word.startsWith("musl"))
    ? ["musl"]
    : words.some((word) => word.startsWith("gnu"))
      ? ["glibc"]
      : [];
  return { ...(cpu.length > 0 ? { cpu } : {}), ...(libc.length > 0 ? { libc } : {}), ...(os.length > 0 ? { os } : {}) };
}

/** The lock files of the service, of the programs that the benches compare it with, and of the console. */
const LOCK_FILES = ["package-lock.json", "bench/peers/package-lock.json", "console/package-lock.json"] as const;

if (import.meta.main) {
  for (const name of LOCK_FILES) {
    const file = new URL(`../${name}`, import.meta.url);
    const lock = JSON.parse(readFileSync(file, "utf8")) as Lock;
    const missing = missingOptionalPackages(lock);
    const packages = Object.entries({ ...lock.packages, ...missing }).toSorted(([a], [b]) => (a < b ? -1 : 1));
    writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`);
    console.log(`${Object.keys(missing).length} packages of other platforms added to ${name}`);
  }
}
