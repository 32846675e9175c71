import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Lock, type LockedPackage, missingOptionalPackages } from "../../scripts/complete-lock.ts";

const lockOf = (path: string): Lock => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8")) as Lock;

test.each([
  "../../package-lock.json",
  "../../scripts/node/package-lock.json",
  "../../bench/peers/package-lock.json",
  "../../console/package-lock.json",
])("%s names every optional package, so that every npm accepts it", (path) => {
  expect(missingOptionalPackages(lockOf(path))).toEqual({});
});

/** Whether npm may install the package on a machine that the service runs on: Linux with glibc on x64 or arm64. */
const isInstalled = ({ os = ["linux"], cpu = ["x64"], libc = ["glibc"] }: LockedPackage): boolean =>
  os.includes("linux") && (cpu.includes("x64") || cpu.includes("arm64")) && libc.includes("glibc");

test.each(["../../package-lock.json", "../../scripts/node/package-lock.json", "../../console/package-lock.json"])(
  "%s has the hash of every package that a supported machine installs",
  (path) => {
    const fetched = Object.entries(lockOf(path).packages).filter(([place]) => place.startsWith("node_modules/"));
    const installed = fetched.filter(([, entry]) => entry.link !== true && isInstalled(entry));
    expect(installed.length).toBeGreaterThan(0);
    expect(
      installed.filter(([, { integrity = "" }]) => !integrity.startsWith("sha512-")).map(([place]) => place),
    ).toEqual([]);
  },
);

test("an optional package is found where Node looks for it, and its platform read from its name", () => {
  const missing = missingOptionalPackages({
    packages: {
      "": { optionalDependencies: { "@a/tool": "1.0.0" } },
      "node_modules/@a/tool": {
        version: "1.0.0",
        dev: true,
        optionalDependencies: {
          "@a/tool-linux-x64": "1.0.0",
          "tool-win32-ia32-msvc": "^1.0.0",
          "tool-linuxmusl-arm64": "2.0.0",
        },
      },
      "node_modules/@a/tool/node_modules/@a/tool-linux-x64": { version: "1.0.0" },
    },
  });
  expect(missing).toEqual({
    "node_modules/tool-win32-ia32-msvc": { version: "1.0.0", dev: true, optional: true, os: ["win32"], cpu: ["ia32"] },
    "node_modules/tool-linuxmusl-arm64": {
      version: "2.0.0",
      dev: true,
      optional: true,
      os: ["linux"],
      cpu: ["arm64"],
      libc: ["musl"],
    },
  });
});
