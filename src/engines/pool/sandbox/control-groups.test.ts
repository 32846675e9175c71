import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ControlGroups, ownGroup, worksIn } from "./control-groups.ts";

/* The files of a group are plain files here: what the service writes, not what the kernel makes of it. */

let path: string;
const LIMITS = { memoryBytes: 1000, threads: 10 };

beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), "quire-group-"));
  writeFileSync(join(path, "cgroup.controllers"), "cpu memory pids\n");
  writeFileSync(join(path, "cgroup.subtree_control"), "");
});

afterEach(() => {
  rmSync(path, { recursive: true });
});

test("a delegated group passes its controllers on, and workers are bounded beneath it", () => {
  mkdirSync(join(path, "quire-left-behind"));
  const groups = ControlGroups.open({ path, processId: 42 });
  expect(readFileSync(join(path, "cgroup.subtree_control"), "utf8")).toBe("+memory +pids");
  expect(readFileSync(join(path, "quire-service", "cgroup.procs"), "utf8")).toBe("42");
  const group = groups?.make("slots-0", LIMITS) ?? "";
  expect(readFileSync(join(group, "memory.max"), "utf8")).toBe("1000");
  expect(readFileSync(join(group, "pids.max"), "utf8")).toBe("18");
  expect(() => readFileSync(join(path, "quire-left-behind"))).toThrow("ENOENT");
});

test("a process joins a group before it runs its program", () => {
  const group = ControlGroups.open({ path, processId: 42 })?.make("slots-0", LIMITS) ?? "";
  expect(worksIn(group)).toBe(true);
  expect(readFileSync(join(group, "cgroup.procs"), "utf8")).toBe("0\n");
  expect(worksIn(join(path, "none"))).toBe(false);
});

test("without the controllers, or without a group, there is none for workers", () => {
  writeFileSync(join(path, "cgroup.controllers"), "cpu\n");
  expect(ControlGroups.open({ path, processId: 42 })).toBeUndefined();
  expect(ControlGroups.open({ path: join(path, "none"), processId: 42 })).toBeUndefined();
});

const delegated = ControlGroups.open();
const where = delegated === undefined ? "left out: no group with memory and pids is delegated here" : "in this kernel";

test.runIf(delegated !== undefined)(`a process in a group has its bounds (${where})`, () => {
  const group = delegated?.make(`test-${process.pid}`, { memoryBytes: 2 ** 26, threads: 4 }) ?? "";
  expect(worksIn(group)).toBe(true);
  expect(readFileSync(join(group, "memory.max"), "utf8").trim()).toBe(String(2 ** 26));
  expect(readFileSync(join(group, "pids.max"), "utf8").trim()).toBe("12");
  expect(group.startsWith(ownGroup()?.path.replace("/quire-service", "") ?? "none")).toBe(true);
});
