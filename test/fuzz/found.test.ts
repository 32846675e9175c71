import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Dice } from "./dice.ts";
import { examine, RUN_SECONDS_MAX } from "./examine.ts";

/**
 * The number of ways to write each document in which fuzzing found a fault. The documents are made as small as
 * possible; found/README.md describes them.
 */

const WAYS_TO_WRITE = 12;
const directory = join(import.meta.dirname, "found");
const names = readdirSync(directory).filter((name) => name.endsWith(".pdf"));

test.each(names)("%s is read, or refused with a CosError, and whole when rewritten", (name) => {
  const bytes = new Uint8Array(readFileSync(join(directory, name)));
  const before = process.cpuUsage();
  for (let way = 0; way < WAYS_TO_WRITE; way++) {
    expect(examine(bytes, undefined, new Dice(way))).not.toMatchObject({ kind: "fault" });
  }
  const { user } = process.cpuUsage(before);
  expect(user / 1e6 / WAYS_TO_WRITE).toBeLessThan(RUN_SECONDS_MAX);
});

test("every one of them has a line that says what it showed", () => {
  const reported = readFileSync(join(directory, "README.md"), "utf8");
  expect(names.filter((name) => !reported.includes(`| ${name} `))).toEqual([]);
});
