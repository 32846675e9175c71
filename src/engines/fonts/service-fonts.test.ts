import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { METRIC_FONT_PACKAGE } from "./metric-fonts.ts";
import { FONT_PACKAGES, fontFolderFault, fontPaths, serviceFontFiles, serviceFonts } from "./service-fonts.ts";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "quire-service-fonts-"));
  await chmod(directory, 0o755);
});
afterAll(() => rm(directory, { recursive: true }));

async function folderOf(name: string, files: readonly string[]): Promise<string> {
  const folder = join(directory, name);
  await mkdir(join(folder, "more"), { recursive: true, mode: 0o755 });
  await Promise.all(files.map((file) => writeFile(join(folder, file), "", { mode: 0o644 })));
  return folder;
}

test("the packages are those that the set-up installs", () => {
  const list = readFileSync(resolve(import.meta.dirname, "../../../scripts/debian-packages"), "utf8");
  expect([...list.matchAll(/^service (fonts-\S+)/gm)].map(([, name]) => name)).toEqual([
    ...FONT_PACKAGES,
    METRIC_FONT_PACKAGE,
  ]);
});

test.skipIf(!existsSync("/var/lib/dpkg/info/fonts-noto-core.list"))(
  "the files are those of the packages, whatever else is in their directories, and those of the folder after them",
  async () => {
    const packaged = serviceFontFiles(undefined);
    const listed = fontPaths(undefined).map((path) => readFileSync(path, "utf8").split("\n"));
    expect(packaged.length).toBeGreaterThan(200);
    expect(packaged.filter((path) => !listed.flat().includes(path))).toEqual([]);

    const folder = await folderOf("ordered", ["b.ttf", "a.otf", "more/c.ttc", "readme.txt"]);
    const own = ["a.otf", "b.ttf", "more/c.ttc"].map((name) => join(folder, name));
    expect(serviceFontFiles(folder)).toEqual([...packaged, ...own]);
    expect(fontPaths(folder)).toEqual([...fontPaths(undefined), folder]);
  },
);

test("fonts of other packages are not among them", () => {
  expect(serviceFonts(undefined).hasFamily("DejaVu Sans")).toBe(false);
});

test("a folder that can be read has no fault, with fonts in it or without", async () => {
  expect(fontFolderFault(await folderOf("fine", ["a.ttf", "more/b.ttf"]))).toBeUndefined();
  expect(fontFolderFault(await folderOf("empty", []))).toBeUndefined();
});

test("of a folder that cannot be used it is said why, and what to do", async () => {
  expect(fontFolderFault(join(directory, "absent"))).toMatch(/^does not exist: make it/);
  const folder = await folderOf("closed", ["a.ttf", "more/b.ttf"]);
  expect(fontFolderFault(join(folder, "a.ttf"))).toMatch(/^is no folder: name the folder/);
  for (const path of ["more/b.ttf", "more", ""].map((name) => join(folder, name))) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other is closed, from within
    await chmod(path, 0);
    expect(fontFolderFault(folder)).toMatch(/cannot be read by engine processes, because of .*: chmod -R a\+rX/);
  }
  await chmod(folder, 0o755);
  await chmod(join(folder, "more"), 0o755);
});
