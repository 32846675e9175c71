import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TimeBudget } from "../../kernel/timing/work.ts";
import type { UnpackedFile, Unpacker } from "../archive/port.ts";
import { entry, type MadeEntry, zipOf } from "./documents/made-archives.ts";

/** Defines the tests that every adapter of `Unpacker` passes. */
export function describeUnpacker(name: string, makeAdapter: () => Unpacker): void {
  describe(`unpacking by ${name}`, () => {
    let directory: string;
    beforeAll(() => {
      directory = mkdtempSync(join(tmpdir(), "quire-unpacker-"));
    });
    afterAll(() => rmSync(directory, { recursive: true }));

    async function unpack(
      archive: Buffer | readonly MadeEntry[],
      { maxFiles = 100, maxBytes = 10_000 }: { readonly maxFiles?: number; readonly maxBytes?: number } = {},
    ): Promise<Record<string, string>> {
      const outputDirectory = mkdtempSync(join(directory, "out-"));
      const input = `${outputDirectory}.zip`;
      writeFileSync(input, Buffer.isBuffer(archive) ? archive : zipOf(archive));
      const work = { signal: new AbortController().signal, engineTime: new TimeBudget(20_000) };
      const files: UnpackedFile[] = [];
      for await (const file of makeAdapter().unpack({ input, outputDirectory, maxFiles, maxBytes, ...work })) {
        expect(dirname(file.path)).toBe(outputDirectory);
        expect(readFileSync(file.path)).toHaveLength(file.sizeBytes);
        files.push(file);
      }
      expect(readdirSync(outputDirectory)).toHaveLength(files.length);
      return Object.fromEntries(files.map((file) => [file.name, readFileSync(file.path, "utf8")]));
    }

    test("gives the files of an archive that another program made, and no directories", async () => {
      const tree = mkdtempSync(join(directory, "tree-"));
      const contents = { "index.html": "<p>Hello", "images/größe.svg": "x".repeat(5000), "empty/nothing": "" };
      for (const [file, text] of Object.entries(contents)) {
        mkdirSync(dirname(join(tree, file)), { recursive: true });
        writeFileSync(join(tree, file), text);
      }
      const archive = `${tree}.zip`;
      execFileSync("python3", ["-c", MAKE_ZIP, archive, tree]);
      expect(await unpack(readFileSync(archive))).toEqual(contents);
    });

    test("takes stored and deflated files, and archives without any", async () => {
      const files = [entry("a.txt", "stored", { method: "store" }), entry("b/c.txt", "deflated".repeat(100))];
      expect(await unpack(files)).toEqual({ "a.txt": "stored", "b/c.txt": "deflated".repeat(100) });
      expect(await unpack([])).toEqual({});
    });

    test("writes names in one way: without empty parts, composed", async () => {
      const files = [entry("./a//b.txt", "1"), entry("u\u0308.txt", "2"), entry("folder/", "")];
      expect(await unpack(files)).toEqual({ "a/b.txt": "1", "\u00fc.txt": "2" });
    });

    test.each<[string, readonly MadeEntry[]]>([
      ["../ at the start", [entry("../a", "")]],
      ["../ within", [entry("a/../../b", "")]],
      ["an absolute name", [entry("/etc/passwd", "")]],
      ["a drive", [entry("C:/a", "")]],
      ["a drive without a root", [entry("c:a", "")]],
      ["a backslash", [entry("..\\a", "")]],
      ["a line break in a name", [entry("a\nb", "")]],
      ["no name", [entry("", "")]],
      ["a name twice", [entry("a", "1"), entry("a", "2")]],
      ["a name twice, composed and not", [entry("\u00fc", "1"), entry("u\u0308", "2")]],
      ["a name twice, by a detour", [entry("a/b", "1"), entry("a/./b", "2")]],
      ["a symbolic link", [entry("a", "/etc/passwd", { mode: 0o120_777 })]],
      ["a device", [entry("a", "", { mode: 0o020_666 })]],
      ["an encrypted file", [entry("a", "x", { flags: 1 })]],
      ["another compression", [entry("a", "x", { method: 12 })]],
      ["content longer than it is said to be", [entry("a", "longer", { sizeBytes: 3 })]],
      ["content shorter than it is said to be", [entry("a", "short", { sizeBytes: 30 })]],
      ["a wrong checksum", [entry("a", "x", { crc: 1 })]],
      ["deflated nonsense", [entry("a", "", { raw: Buffer.from("\xff\xff\xff"), sizeBytes: 3 })]],
    ])("refuses %s", async (_, entries) => {
      const good = entry("index.html", "good");
      await expect(unpack([good, ...entries])).rejects.toMatchObject({ code: "unsupported_file_type" });
    });

    test.each([
      ["nothing", Buffer.alloc(0)],
      ["no archive", Buffer.from("PK\x03\x04 and no more")],
      ["an archive that was cut off", zipOf([entry("a", "x"), entry("b", "y")]).subarray(0, -30)],
      ["an archive that lost its beginning", zipOf([entry("a", "x".repeat(200))]).subarray(60)],
    ])("refuses %s", async (_, archive) => {
      await expect(unpack(archive)).rejects.toMatchObject({ code: "unsupported_file_type" });
    });

    test("ends early when there is too much", async () => {
      const files = Array.from({ length: 11 }, (_, index) => entry(`file ${index}`, "x"));
      expect(Object.keys(await unpack(files, { maxFiles: 11, maxBytes: 11 }))).toHaveLength(11);
      await expect(unpack(files, { maxFiles: 10 })).rejects.toMatchObject({ code: "document_too_complex" });
      await expect(unpack(files, { maxBytes: 10 })).rejects.toMatchObject({ code: "document_too_complex" });
    });

    test("ends a bomb early, whatever it says of itself", async () => {
      const zeros = Buffer.alloc(5_000_000);
      await expect(unpack([entry("a", zeros)])).rejects.toMatchObject({ code: "document_too_complex" });
      await expect(unpack([entry("a", zeros, { sizeBytes: 5000 })])).rejects.toMatchObject({
        code: "unsupported_file_type",
      });
    });
  });
}

const MAKE_ZIP = `
import os, sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as archive:
    for root, folders, files in sorted(os.walk(sys.argv[2])):
        for name in folders + files:
            path = os.path.join(root, name)
            archive.write(path, os.path.relpath(path, sys.argv[2]))
`;
