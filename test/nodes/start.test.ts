import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";

/* What a role needs to start. */

const root = resolve(import.meta.dirname, "../..");

/** Runs a command of `quire` that is expected to end by itself. */
function ended(args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const directory = mkdtempSync(join(tmpdir(), "quire-roles-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const environment = Object.entries(process.env).filter(([name]) => !name.startsWith("QUIRE_"));
  const { status, stderr } = spawnSync(process.execPath, ["src/cli/quire.ts", ...args], {
    cwd: root,
    encoding: "utf8",
    timeout: 50_000,
    env: { ...Object.fromEntries(environment), QUIRE_PORT: "0", QUIRE_DATA_DIR: join(directory, "data"), ...settings },
  });
  return { status, stderr };
}

test("a worker without a shared database says so in one line", () => {
  const { status, stderr } = ended(["worker"]);
  expect(stderr).toMatch(/^quire: QUIRE_DATABASE_URL is absent, and a worker needs it[^\n]+\n$/);
  expect(status).toBe(1);
});

test("jobs are left to others only where others find them", () => {
  const { status, stderr } = ended(["serve"], { QUIRE_JOBS: "off" });
  expect(stderr).toMatch(/^quire: QUIRE_JOBS: off needs QUIRE_DATABASE_URL[^\n]+\n$/);
  expect(status).toBe(1);
});

test("a class that there is not is named, with those that there are", () => {
  const { status, stderr } = ended(["worker", "--classes", "pdf,docs"]);
  expect(stderr).toContain(
    '--classes takes one or more of pdf, ocr, browser, separated by commas; "docs" is none of them.',
  );
  expect(status).toBe(2);
});

test("a worker without a shared store of files says so in one line", () => {
  const { status, stderr } = ended(["worker"], { QUIRE_DATABASE_URL: "postgres://quire@127.0.0.1:1/quire" });
  expect(stderr).toMatch(/^quire: QUIRE_S3_ENDPOINT is absent, and a worker needs it[^\n]+\n$/);
  expect(status).toBe(1);
});

test("requests are left to workers only where workers find them", () => {
  const { status, stderr } = ended(["serve"], { QUIRE_CLASSES: "pdf" });
  expect(stderr).toMatch(
    /^quire: QUIRE_CLASSES: It leaves classes of work to workers, which needs QUIRE_DATABASE_URL[^\n]+\n$/,
  );
  expect(status).toBe(1);
});
