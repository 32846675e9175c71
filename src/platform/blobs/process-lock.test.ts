import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockDirectory } from "./process-lock.ts";

const HOLDER = join(import.meta.dirname, "testing/lock-holder.ts");
const NO_WAIT = { waitMs: 0 };

let directory: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "quire-lock-"));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill("SIGKILL");
  }
  await rm(directory, { recursive: true });
});

/** Starts a process that takes directories, behind `command`; `take` has it try one, and returns what it says. */
function startHolder(command: readonly string[] = []) {
  const [program, ...rest] = [...command, process.execPath, HOLDER];
  const child = spawn(program, rest, { stdio: ["pipe", "pipe", "inherit"] });
  children.push(child);
  const lines = createInterface(child.stdout);
  return {
    nextLine: async (): Promise<string> => String(...(await once(lines, "line"))),
    async take(path: string): Promise<string> {
      const line = this.nextLine();
      child.stdin.write(`${path}\n`);
      return line;
    },
  };
}

test("a directory that a process has is refused with who has it, until that process gives it up", async () => {
  const first = await lockDirectory(directory);
  await expect(lockDirectory(directory, NO_WAIT)).rejects.toThrow(
    `${directory} is in use by process ${process.pid} on ${hostname()} since 20`,
  );
  first.release();
  const second = await lockDirectory(directory, NO_WAIT);
  first.release();
  await expect(lockDirectory(directory, NO_WAIT), "what was released is released once").rejects.toThrow("in use");
  second.release();
});

test("who has the directory a moment longer is waited for", async () => {
  const first = await lockDirectory(directory);
  const second = lockDirectory(directory);
  await new Promise((resolve) => setImmediate(resolve));
  first.release();
  await expect(second).resolves.toBeDefined();
  (await second).release();
});

test("what the lock file says is no lock, and is replaced", async () => {
  // Process 1 always runs.
  await writeFile(join(directory, "lock"), "process 1 on elsewhere since 2020-01-01T00:00:00.000Z\n".repeat(20));
  const lock = await lockDirectory(directory, NO_WAIT);
  expect(await readFile(join(directory, "lock"), "utf8")).toMatch(
    new RegExp(`^process ${process.pid} on \\S+ since \\S+\n$`),
  );
  lock.release();
});

test("the lock of a killed process is free at once, although nothing has reaped that process", async () => {
  // The shell starts the holder, becomes a program that never waits for its children, and so leaves a zombie.
  const unreaped = startHolder(["sh", "-c", 'exec 3<&0; "$@" <&3 & echo "$!"; exec sleep 1000', "sh"]);
  const pid = await unreaped.nextLine();
  expect(await unreaped.take(directory)).toBe("locked");
  await expect(lockDirectory(directory, NO_WAIT)).rejects.toThrow(`process ${pid} `);
  process.kill(Number(pid), "SIGKILL");
  const startedMs = performance.now();
  const lock = await lockDirectory(directory);
  expect(performance.now() - startedMs).toBeLessThan(1000);
  expect(await readFile(`/proc/${pid}/stat`, "utf8"), "it is a zombie").toContain(") Z ");
  lock.release();
});

test("programs that the holder starts do not have the lock", async () => {
  const lock = await lockDirectory(directory);
  const child = spawn("sleep", ["1000"], { stdio: "ignore" });
  children.push(child);
  await once(child, "spawn");
  lock.release();
  const again = lockDirectory(directory, NO_WAIT);
  await expect(again).resolves.toBeDefined();
  (await again).release();
});

const PID_NAMESPACE = ["unshare", ...(process.getuid?.() === 0 ? [] : ["--map-root-user"]), "--pid", "--fork"];
const hasNamespaces = spawnSync("unshare", [...PID_NAMESPACE.slice(1), "true"]).status === 0;

const IN_CONTAINER = [...PID_NAMESPACE, "--kill-child"];

test.runIf(hasNamespaces)("two containers, in each of which the process has the same id, do not share it", async () => {
  const first = startHolder(IN_CONTAINER);
  const second = startHolder(IN_CONTAINER);
  expect(await first.take(directory)).toBe("locked");
  for (let round = 0; round < 200; round++) {
    expect(await second.take(directory)).toContain(`refused ${directory} is in use by process 1 on `);
  }
});

test.runIf(hasNamespaces)("of four containers that start at once after a crash, one has the directory", async () => {
  const holders = Array.from({ length: 4 }, () => startHolder(IN_CONTAINER));
  for (let round = 0; round < 200; round++) {
    const crashed = join(directory, String(round));
    await mkdir(crashed);
    await writeFile(join(crashed, "lock"), "process 1 on elsewhere since 2020-01-01T00:00:00.000Z\n");
    const said = await Promise.all(holders.map((holder) => holder.take(crashed)));
    expect(said.filter((line) => line === "locked")).toHaveLength(1);
    expect(said.filter((line) => line.startsWith("refused "))).toHaveLength(3);
  }
});
