import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

const names = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => [given].flat())
  .optional();
const locked = z.object({
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  optional: z.boolean().optional(),
  os: names,
  cpu: names,
  libc: names,
});
const lockFile = z.object({ packages: z.record(z.string(), locked) });

/**
 * Whether a package is for the machines that the service is made for: Linux with glibc on x64 or arm64. Packages for others
 * were added by scripts/complete-lock.ts from a registry that does not carry them, and so knows no hash.
 */
const isForService = ({ os, cpu, libc }: z.output<typeof locked>): boolean =>
  (os ?? ["linux"]).includes("linux") &&
  ["x64", "arm64"].some((machine) => (cpu ?? [machine]).includes(machine)) &&
  (libc ?? ["glibc"]).includes("glibc");

test.each(["package-lock.json", "scripts/node/package-lock.json"])(
  "%s has the hash of every package that the service may install",
  (name) => {
    const text = readFileSync(join(import.meta.dirname, "..", name), "utf8");
    const { packages } = lockFile.parse(JSON.parse(text));
    const lacking = Object.entries(packages).filter(
      ([path, entry]) =>
        path.includes("node_modules/") &&
        entry.link !== true &&
        isForService(entry) &&
        entry.integrity?.startsWith("sha512-") !== true,
    );
    expect(lacking.map(([path]) => path)).toEqual([]);
  },
);
