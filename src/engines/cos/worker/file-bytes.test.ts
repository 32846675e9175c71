import { mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { IS_FULL } from "../../../../test/running/sampling.ts";
import { isLinux } from "../../pool/sandbox/libc.ts";
import { bytesOfFile, giveBackFileMemory } from "./file-bytes.ts";

let directory = "";
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "quire-file-bytes-"));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

const MEBIBYTE = 2 ** 20;

function written(sizeBytes: number): { path: string; content: Buffer } {
  const path = join(directory, "file");
  const content = Buffer.from(Uint32Array.from({ length: sizeBytes / 4 }, (_, index) => index * 2_654_435_761).buffer);
  writeFileSync(path, content);
  return { path, content };
}

test.each([0, 4, MEBIBYTE - 4, MEBIBYTE, 5 * MEBIBYTE + 4])("a file of %i bytes is what it is", (sizeBytes) => {
  const { path, content } = written(sizeBytes);
  const bytes = bytesOfFile(path);
  expect([bytes.length, content.equals(bytes)]).toEqual([sizeBytes, true]);
});

test("what was given back, of a file that has no name any more too, is read again", () => {
  const { path, content } = written(3 * MEBIBYTE);
  const bytes = bytesOfFile(path);
  const part = bytes.subarray(MEBIBYTE);
  unlinkSync(path);
  giveBackFileMemory();
  expect(content.equals(bytes)).toBe(true);
  giveBackFileMemory();
  expect(content.subarray(MEBIBYTE).equals(part)).toBe(true);
});

const heldMebibytes = () => Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024;

test.runIf(isLinux && IS_FULL)(
  "a large file takes memory only for what was read of it, until that is given back",
  () => {
    const sizeMebibytes = 256;
    const path = join(directory, "file");
    writeFileSync(path, Buffer.alloc(0));
    for (let part = 0; part < sizeMebibytes; part += 16) {
      writeFileSync(path, Buffer.alloc(16 * MEBIBYTE, part), { flag: "a" });
    }
    const before = heldMebibytes();
    const bytes = bytesOfFile(path);
    expect(heldMebibytes() - before).toBeLessThan(sizeMebibytes / 2);
    let sum = 0;
    for (let offset = 0; offset < bytes.length; offset += 4096) {
      sum += bytes[offset] ?? 0;
    }
    expect(sum).toBe(4096 * (16 * 120));
    giveBackFileMemory();
    expect(heldMebibytes() - before).toBeLessThan(sizeMebibytes / 2);
  },
);

test("a file that is not there is an error", () => {
  expect(() => bytesOfFile(join(directory, "none"))).toThrow("ENOENT");
});
