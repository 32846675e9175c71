import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Check } from "./doctor-report.ts";

/** The path of the list that scripts/setup installs. */
export const packagesFile = join(import.meta.dirname, "../../scripts/debian-packages");

/** Checks which of the Debian packages for the service are installed. On another system it names them as a hint. */
export async function packageCheck(
  listPath: string,
  installed: (names: readonly string[]) => Promise<ReadonlySet<string> | "no-dpkg"> = installedPackages,
): Promise<Check> {
  const about = { name: "Debian packages", needed: false } as const;
  const packages = servicePackages(await readFile(listPath, "utf8"));
  const present = await installed(packages.map(({ name }) => name));
  if (present === "no-dpkg") {
    const names = packages.map(({ name, purpose }) => `${name} (${purpose})`).join(", ");
    return { ...about, state: "ready", detail: `not a Debian system; the counterparts of these are used: ${names}` };
  }
  const missing = packages.filter(({ name }) => !present.has(name));
  if (missing.length === 0) {
    return { ...about, state: "ready", detail: packages.map(({ name }) => name).join(", ") };
  }
  return {
    ...about,
    state: "degraded",
    detail: `missing: ${missing.map(({ name, purpose }) => `${name} (${purpose})`).join(", ")}`,
    remedy: installCommand(missing.map(({ name }) => name)),
  };
}

interface DebianPackage {
  readonly name: string;
  readonly purpose: string;
}

/** Reads lines of `service NAME PURPOSE`; other lists and comments are passed over. */
const servicePackages = (list: string): DebianPackage[] =>
  list.split("\n").flatMap((line) => {
    // oxlint-disable-next-line quire/linear-patterns -- it reads a list that comes with the service
    const [, name, purpose] = /^service\s+(\S+)\s+(.+)$/.exec(line) ?? [];
    return name === undefined || purpose === undefined ? [] : [{ name, purpose }];
  });

/** Returns the command that installs Debian packages, for the user that this process has. */
export function installCommand(names: readonly string[]): string {
  const isRoot = process.geteuid?.() === 0;
  return `${isRoot ? "" : "sudo "}apt-get install --no-install-recommends ${names.join(" ")}`;
}

async function installedPackages(names: readonly string[]): Promise<ReadonlySet<string> | "no-dpkg"> {
  const format = "${Package} ${db:Status-Status}\n";
  const lines = await promisify(execFile)("dpkg-query", ["-W", "-f", format, ...names]).then(
    ({ stdout }) => stdout,
    (error: Error & { readonly code?: unknown; readonly stdout?: string }) => {
      if (error.code === "ENOENT") {
        return undefined;
      }
      // The program ends with 1 when it does not know one of the names, after reporting the others.
      if (error.code === 1) {
        return error.stdout ?? "";
      }
      throw error;
    },
  );
  if (lines === undefined) {
    return "no-dpkg";
  }
  const installed = lines.split("\n").filter((line) => line.endsWith(" installed"));
  return new Set(installed.map((line) => line.replace(/ installed$/, "")));
}
