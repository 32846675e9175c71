import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";

/* test/docs/operating.test.ts takes a backup of a service that works, and starts another on it. */

function run(dataDirectory: string, ...args: string[]) {
  const program = resolve(import.meta.dirname, "quire.ts");
  const { status, stderr } = spawnSync(process.execPath, [program, "backup", ...args], {
    env: { QUIRE_DATA_DIR: dataDirectory },
    encoding: "utf8",
  });
  return { status, message: stderr.split("\n", 1)[0] };
}

test("a backup of nothing, and one without a place, say so and make nothing", () => {
  const home = mkdtempSync(join(tmpdir(), "quire-backup-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  expect(run(join(home, "data"), join(home, "copy"))).toEqual({
    status: 1,
    message: `quire: There is no database in ${join(home, "data")}; QUIRE_DATA_DIR names the data directory.`,
  });
  expect(run(home)).toEqual({ status: 2, message: "quire: Missing required argument 'DIRECTORY'." });
  expect(run(home, "a", "b").status).toBe(2);
  expect(readdirSync(home)).toEqual([]);
});
