import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readArchive } from "../../test/api/archive.ts";
import { type ArchiveEntry, writeArchive } from "./archive.ts";

const directory = await mkdtemp(join(tmpdir(), "quire-archive-"));
afterAll(() => rm(directory, { recursive: true }));
const signal = new AbortController().signal;

const image = Buffer.alloc(100_000, "not compressible, let us say");
await writeFile(join(directory, "image"), image);
const entry = (name: string, more: Partial<ArchiveEntry> = {}): ArchiveEntry => ({
  name,
  path: join(directory, "image"),
  sizeBytes: image.length,
  compress: false,
  ...more,
});

async function* given(...entries: ArchiveEntry[]): AsyncGenerator<ArchiveEntry> {
  yield* entries;
}

const write = (output: string, entries: AsyncIterable<ArchiveEntry>, maxBytes = 1_000_000): Promise<void> =>
  writeArchive(join(directory, output), entries, { maxBytes, signal });

test("entries keep their order, names and bytes; text is deflated, the rest stored", async () => {
  await write("a.zip", given(entry("page_2.png"), entry("page_10.png"), entry("Straße 中.txt", { compress: true })));
  const entries = readArchive(await readFile(join(directory, "a.zip")));
  expect(entries.map(({ name }) => name)).toEqual(["page_2.png", "page_10.png", "Straße 中.txt"]);
  expect(entries.map(({ method }) => method)).toEqual(["stored", "stored", "deflated"]);
  expect(entries.every(({ content }) => image.equals(content))).toBe(true);
});

test("the same entries give the same bytes at any time", async () => {
  await write("b.zip", given(entry("x")));
  await writeFile(join(directory, "image"), image);
  await write("c.zip", given(entry("x")));
  expect(await readFile(join(directory, "b.zip"))).toEqual(await readFile(join(directory, "c.zip")));
});

test("more than the limit is refused, and the rest is not asked for", async () => {
  let asked = 0;
  const endless = async function* (): AsyncGenerator<ArchiveEntry> {
    for (;;) {
      asked += 1;
      yield entry(`page_${asked}`);
    }
  };
  await expect(write("d.zip", endless(), 250_000)).rejects.toMatchObject({ code: "document_too_complex" });
  expect(asked).toBe(3);
});

test("a failure of the source, and a file that is not there, are the caller's to see", async () => {
  const failing = async function* (): AsyncGenerator<ArchiveEntry> {
    yield entry("x");
    throw new Error("the engine failed");
  };
  await expect(write("e.zip", failing())).rejects.toThrow("the engine failed");
  await expect(write("f.zip", given(entry("x", { path: join(directory, "none") })))).rejects.toThrow("ENOENT");
});

test("an aborted request stops the writing", async () => {
  const gone = AbortSignal.abort(new Error("the client has gone"));
  const writing = writeArchive(join(directory, "g.zip"), given(entry("x")), { maxBytes: 1_000_000, signal: gone });
  await expect(writing).rejects.toThrow("the client has gone");
});
