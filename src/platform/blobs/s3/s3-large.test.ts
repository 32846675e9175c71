import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { resultKey } from "../blob-keys.ts";
import { startS3Server } from "../testing/s3-server.ts";

const MIB = 1024 * 1024;
const SIZE = 200 * MIB;
const SMALL_SIZE = 32 * MIB;
const MOST_GROWTH = 64 * MIB;

test("200 MiB are put and fetched in less than 64 MiB of memory more than 32 MiB are", async () => {
  const server = await startS3Server();
  const directory = await mkdtemp(join(tmpdir(), "quire-large-"));
  onTestFinished(async () => {
    await server.remove();
    await rm(directory, { recursive: true });
  });
  const [small, made, fetched] = [join(directory, "small"), join(directory, "made"), join(directory, "fetched")];
  await makeFile(small, SMALL_SIZE);
  await makeFile(made, SIZE);
  const program = resolve(import.meta.dirname, "../testing/carry-large-blob.ts");
  const key = resultKey(randomBytes(16).toString("hex"));
  const carried = await promisify(execFile)(process.execPath, [
    program,
    String(server.port),
    key,
    small,
    made,
    fetched,
  ]);
  const { growth, streamedBytes } = JSON.parse(carried.stdout);
  expect(streamedBytes).toBe(SIZE);
  expect(await sumOf(fetched)).toBe(await sumOf(made));
  expect(growth).toBeLessThan(MOST_GROWTH);
});

async function makeFile(path: string, sizeBytes: number): Promise<void> {
  await using file = await open(path, "w");
  const piece = randomBytes(MIB);
  for (let at = 0; at < sizeBytes; at += MIB) {
    piece.writeUInt32LE(at);
    await file.write(piece);
  }
}

async function sumOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
