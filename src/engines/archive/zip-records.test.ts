import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { ask } from "../conformance/documents/document-content.ts";
import { centralDirectory, localHeader, type StoredFile } from "./zip-records.ts";

/** Returns what unzip says of an archive of these files, after it has checked each. */
async function verdictOf(contents: readonly string[]): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "quire-zip-"));
  const path = join(directory, "archive.zip");
  const files: StoredFile[] = contents.map((text, index) => {
    const bytes = Buffer.from(text);
    return { name: `Ü ${index}.txt`, sizeBytes: bytes.length, crc32: crc32(bytes) };
  });
  const parts = files.flatMap((file, index) => [localHeader(file), Buffer.from(contents[index] ?? "")]);
  writeFileSync(path, Buffer.concat([...parts, centralDirectory(files)]));
  try {
    return await ask("unzip", ["-tqq", path]).then(() => ask("unzip", ["-Zt", path]));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

test("files are stored as they are", async () => {
  expect(await verdictOf(["one", "", "drei: ü"])).toMatch(
    /^3 files, 11 bytes uncompressed, 11 bytes compressed: +0\.0%/,
  );
});

test("more files than 16 bits count are counted in Zip64", async () => {
  const many = Array.from({ length: 70_000 }, (_, index) => (index % 1000 === 0 ? "x" : ""));
  expect(await verdictOf(many)).toMatch(/^70000 files, 70 bytes uncompressed/);
});
