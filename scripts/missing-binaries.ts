import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Lock, LockedPackage } from "./complete-lock.ts";

/*
 * Names the packages with binaries for this machine that package-lock.json has and node_modules has not, and ends with
 * 1 when there are some: npm silently passes over optional packages that it could not fetch. The argument `service`
 * leaves out those that only the tests need.
 */

const root = join(import.meta.dirname, "..");
const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as Lock;
const serviceOnly = process.argv[2] === "service";

const missing = Object.entries(lock.packages)
  .filter(([, entry]) => isForThisMachine(entry) && !(serviceOnly && entry.dev))
  .filter(([path]) => !existsSync(join(root, path)))
  .map(([path]) => path.replace(/^.*node_modules\//, ""));

if (missing.length > 0) {
  console.log(missing.join(" "));
  process.exitCode = 1;
}

function isForThisMachine({ optional, os, cpu, libc }: LockedPackage): boolean {
  // A package without a processor has no binary, or is the fallback for all (WebAssembly).
  return (
    optional === true &&
    cpu?.includes(process.arch) === true &&
    os?.includes(process.platform) !== false &&
    libc?.includes(machineLibc()) !== false
  );
}

/** Returns the C library of this machine: glibc states its version in Node's report; another one does not. */
function machineLibc(): "glibc" | "musl" {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined ? "musl" : "glibc";
}
