import { readdirSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { chosen } from "../../../test/running/sampling.ts";
import { TimeBudget } from "../../kernel/timing/work.ts";
import type { Assembler, MergeSource, PageStep, WrittenPart } from "../assembly/port.ts";
import { ask, encryptionOf } from "./documents/document-content.ts";
import { pdfOf } from "./documents/made-documents.ts";

/** Defines the tests that every adapter of `Assembler` passes. The files are described in test/fixtures/README.md. */
export function describeAssembler(name: string, makeAdapter: () => Assembler): void {
  describe(`merging and splitting by ${name}`, () => {
    let directory: string;
    let output: string;
    beforeEach(async () => {
      directory = await mkdtemp(join(tmpdir(), "quire-assembler-"));
      output = join(directory, "result");
    });
    afterEach(async () => {
      await rm(directory, { recursive: true });
    });

    type MergeOptions = Partial<Pick<Parameters<Assembler["merge"]>[0], "bookmarks" | "information" | "maxBytes">>;
    const merge = (sources: readonly MergeSource[], options: MergeOptions = {}, engineMs = 25_000) =>
      makeAdapter().merge({
        sources,
        bookmarks: "keep",
        information: {},
        maxBytes: 1e6,
        output,
        ...options,
        ...work(engineMs),
      });

    type SplitOptions = { readonly password?: string; readonly maxBytes?: number; readonly isBackground?: boolean };
    const split = (input: string, parts: readonly (readonly number[])[], options: SplitOptions = {}) =>
      makeAdapter().split({
        input,
        parts: parts.map((pages, index) => ({ pages, name: partName(index) })),
        maxBytes: 1e6,
        output,
        ...options,
        ...work(),
      });

    const take = (input: string, pages: readonly number[], options: Omit<SplitOptions, "isBackground"> = {}) =>
      makeAdapter().take({ input, pages, maxBytes: 1e6, output, ...options, ...work() });

    const arrange = (input: string, steps: readonly PageStep[], options: Omit<SplitOptions, "isBackground"> = {}) =>
      makeAdapter().arrange({ input, steps, maxBytes: 1e6, output, ...options, ...work() });

    /** Unpacks the archive that was written, and returns the paths of its files, in the order of their names. */
    async function unpacked(): Promise<string[]> {
      const to = join(directory, "unpacked");
      await ask("unzip", ["-qq", "-o", "-d", to, output]);
      return readdirSync(to)
        .toSorted()
        .map((file) => join(to, file));
    }

    describe("arrange", () => {
      test("takes steps one after the other, on the pages that the one before left", async () => {
        const steps: PageStep[] = [
          { verb: "delete", pages: pagesFrom(1) },
          { verb: "duplicate", pages: pagesFrom(1), times: 1 },
          { verb: "reorder", order: "reverse" },
        ];
        expect(await arrange(fixture("four-colours.pdf"), steps)).toEqual({ warnings: [] });
        expect(await pageLines(output)).toEqual([4, 3, 2, 2].map((number) => `Page ${number} of four`));
        expect(await ask("qpdf", ["--check", output])).toContain("No syntax or stream encoding errors");
      });

      test("says which step named no page, or pages beyond the last", async () => {
        const steps: PageStep[] = [
          { verb: "keep", pages: pagesFrom(1, 9) },
          { verb: "keep", pages: pagesFrom(4) },
          { verb: "rotate", pages: { kind: "even" }, degrees: 90, isAbsolute: false },
        ];
        expect(await arrange(fixture("four-colours.pdf"), steps)).toEqual({
          warnings: [
            { code: "pages_clipped", step: 0 },
            { code: "empty_selection", step: 2 },
          ],
        });
      });

      test("says which step the pages cannot take, and why", async () => {
        const margins = { topPt: 0, rightPt: 0, bottomPt: 792, leftPt: 0 };
        const steps: PageStep[] = [
          { verb: "keep", pages: all },
          { verb: "crop", pages: all, crop: { margins } },
        ];
        await expect(arrange(fixture("four-colours.pdf"), steps)).rejects.toMatchObject({
          code: "validation_error",
          faults: [{ path: [1, "crop", "margins"], fault: { type: "value_error" } }],
        });
        expect(readdirSync(directory)).toEqual([]);
      });

      const refused: readonly { readonly steps: readonly PageStep[]; readonly code: string }[] = [
        { steps: [{ verb: "keep", pages: pagesFrom(5) }], code: "page_out_of_range" },
        { steps: [{ verb: "delete", pages: all }], code: "page_out_of_range" },
        {
          steps: Array.from({ length: 2 }, () => ({ verb: "duplicate", pages: all, times: 100 })),
          code: "too_many_pages",
        },
      ];

      test.each(chosen(refused, [0, 2]))("refuses $steps: $code", async ({ steps, code }) => {
        await expect(arrange(fixture("four-colours.pdf"), steps)).rejects.toMatchObject({ code });
      });

      test("opens the document by its password, and protects nothing", async () => {
        const steps: PageStep[] = [{ verb: "booklet", size: "page", binding: "left" }];
        await arrange(fixture("encrypted-aes-256-r6.pdf"), steps, { password: "user" });
        expect(await encryptionOf(output, { user: "" })).toBe("no");
        await expect(arrange(fixture("encrypted-aes-256-r6.pdf"), steps, { password: "no" })).rejects.toMatchObject({
          code: "wrong_password",
        });
      });

      test("writes no more than it may", async () => {
        const steps: PageStep[] = [{ verb: "keep", pages: all }];
        await expect(arrange(fixture("line-drawing.pdf"), steps, { maxBytes: 2000 })).rejects.toMatchObject({
          code: "document_too_complex",
        });
      });
    });

    describe("merge", () => {
      test("takes all pages of the sources, or those named, in their order and as often as named", async () => {
        const merged = await merge([
          source("four-colours.pdf", { pages: [4, 1, 4, 4] }),
          source("features.pdf"),
          source("four-colours.pdf", { pages: [2] }),
        ]);
        expect(merged.warnings).toEqual([]);
        expect(await pageLines(output)).toEqual([
          "Page 4 of four",
          "Page 1 of four",
          "Page 4 of four",
          "Page 4 of four",
          "A protected heading",
          "The second page says goodbye.",
          "Page 2 of four",
        ]);
        expect(await ask("qpdf", ["--check", output])).toContain("No syntax or stream encoding errors");
      });

      test.each([
        { bookmarks: "keep", titles: ["Hello", "Goodbye", "Hello", "Goodbye"] },
        { bookmarks: "files", titles: ["One", "Two"] },
        { bookmarks: "none", titles: [] },
      ] as const)("gives the outline that is asked for: $bookmarks", async ({ bookmarks, titles }) => {
        const sources = ["One", "Two"].map((title) => source("features.pdf", { title }));
        await merge(sources, { bookmarks });
        const { outlines } = JSON.parse(await ask("qpdf", ["--json=2", "--json-key=outlines", output])) as {
          outlines: readonly { readonly title: string }[];
        };
        expect(outlines.map(({ title }) => title)).toEqual(titles);
      });

      test("replaces the document information that is given, and keeps the first document's else", async () => {
        await merge([source("features.pdf"), source("four-colours.pdf")], { information: { title: "Neu: 中" } });
        const info = await ask("pdfinfo", [output]);
        expect(info).toMatch(/^Title: +Neu: 中$/m);
        expect(info).toMatch(/^Author: +Quire$/m);
      });

      test("opens each source by its own password; the result has no protection", async () => {
        await merge([
          source("encrypted-aes-256-r6.pdf", { password: "owner" }),
          source("encrypted-rc4-40.pdf", { password: "user" }),
          source("encrypted-owner-only.pdf"),
        ]);
        expect(await encryptionOf(output, { user: "" })).toBe("no");
        expect(await pageLines(output)).toHaveLength(6);
      });

      test.each([
        { file: "encrypted-aes-128.pdf", password: undefined, code: "pdf_encrypted" },
        { file: "encrypted-aes-128.pdf", password: "wrong", code: "wrong_password" },
        { file: "encrypted-for-certificate.pdf", password: undefined, code: "pdf_encrypted" },
        { file: "README.md", password: undefined, code: "invalid_pdf" },
      ])("says which source fails, and why: $file, $password: $code", async ({ file, password, code }) => {
        const merging = merge([source("features.pdf"), source("features.pdf"), source(file, { password })]);
        await expect(merging).rejects.toMatchObject({ code, facts: { source: 2 } });
        expect(readdirSync(directory)).toEqual([]);
      });

      test("repairs damaged sources", async () => {
        await merge([source("damaged-xref.pdf"), source("encrypted-damaged-xref.pdf", { password: "user" })]);
        expect(await ask("qpdf", ["--check", output])).toContain("No syntax or stream encoding errors");
        expect(await pageLines(output)).toHaveLength(4);
      });

      test("writes no more than it may", async () => {
        const merging = merge([source("line-drawing.pdf"), source("features.pdf")], { maxBytes: 2000 });
        await expect(merging).rejects.toMatchObject({ code: "document_too_complex" });
        expect(readdirSync(directory)).toEqual([]);
      });

      test("takes no more time than there is", async () => {
        const big = join(directory, "big.pdf");
        await writeFile(big, pdfOf(Array.from({ length: 20_000 }, () => ({ attributes: "" }))));
        const merging = merge([{ input: big, title: "" }, source("features.pdf")], {}, 20);
        await expect(merging).rejects.toMatchObject({ code: "document_too_complex" });
      });

      test("the same sources give the same bytes", async () => {
        const sources = [source("features.pdf"), source("four-colours.pdf")];
        await merge(sources);
        const first = await readFile(output);
        await merge(sources);
        expect(await readFile(output)).toEqual(first);
      });
    });

    describe("split", () => {
      test.each(chosen([undefined, true], [0]))(
        "writes each part with its pages, in the order of the parts",
        async (isBackground) => {
          const parts = [[3], [1, 2], [4, 1], [2, 2]];
          const options = isBackground === undefined ? {} : { isBackground };
          const written = await Array.fromAsync(split(fixture("four-colours.pdf"), parts, options));
          expect(written.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
          expect(readdirSync(directory)).toEqual(["result"]);
          const paths = await unpacked();
          expect(paths).toHaveLength(parts.length);
          for (const [index, path] of paths.entries()) {
            expect(await pageLines(path)).toEqual(parts[index]?.map((page) => `Page ${page} of four`));
            expect(await ask("qpdf", ["--check", path])).toContain("No syntax or stream encoding errors");
          }
        },
      );

      test.each(chosen([{ isBackground: true }, {}], [0]))(
        "writes many parts, in several calls: %j",
        async (options) => {
          const parts = Array.from({ length: 501 }, (_, index) => [1 + (index % 4)]);
          const written = await collected(split(fixture("four-colours.pdf"), parts, { ...options, maxBytes: 1e7 }));
          expect(written.map(({ index }) => index)).toEqual(parts.keys().toArray());
          const paths = await unpacked();
          expect(paths).toHaveLength(parts.length);
          for (const index of [0, 249, 250, 251, 500]) {
            expect(await pageLines(paths[index] ?? "")).toEqual([`Page ${parts[index]?.[0]} of four`]);
          }
        },
      );

      const protectedFiles = [
        "encrypted-rc4-40.pdf",
        "encrypted-aes-128.pdf",
        "encrypted-aes-256-r6.pdf",
        "encrypted-by-mupdf.pdf",
      ];
      test.each(chosen(protectedFiles, [0, 2]))(
        "keeps the protection, whichever password opened it: %s",
        async (file) => {
          for (const password of ["user", "owner"]) {
            await collected(split(fixture(file), [[2]], { password }));
            const [path = ""] = await unpacked();
            const expected = await encryptionOf(fixture(file), { user: "user" });
            expect(await encryptionOf(path, { user: "user" })).toBe(expected);
            expect(await encryptionOf(path, { owner: "owner" })).toBe(expected);
            expect(await ask("pdftotext", ["-upw", "user", path, "-"])).toContain("goodbye");
          }
        },
      );

      test.each([
        { file: "encrypted-aes-128.pdf", options: {}, code: "pdf_encrypted" },
        { file: "encrypted-aes-128.pdf", options: { password: "wrong" }, code: "wrong_password" },
        { file: "README.md", options: {}, code: "invalid_pdf" },
        { file: "line-drawing.pdf", options: { maxBytes: 500 }, code: "document_too_complex" },
      ])("fails with $code: $file, $options", async ({ file, options, code }) => {
        await expect(collected(split(fixture(file), [[1]], options))).rejects.toMatchObject({ code });
      });
    });

    describe("take", () => {
      test("writes the pages in their order, as often as they are named, protected as before", async () => {
        expect(await take(fixture("four-colours.pdf"), [4, 1, 4])).toEqual({ warnings: [] });
        expect(await pageLines(output)).toEqual(["Page 4 of four", "Page 1 of four", "Page 4 of four"]);
        await take(fixture("encrypted-aes-256-r6.pdf"), [2], { password: "user" });
        expect(await encryptionOf(output, { owner: "owner" })).toBe(
          await encryptionOf(fixture("encrypted-aes-256-r6.pdf"), { user: "user" }),
        );
      });

      test.each([
        { file: "encrypted-aes-128.pdf", options: {}, code: "pdf_encrypted" },
        { file: "README.md", options: {}, code: "invalid_pdf" },
        { file: "line-drawing.pdf", options: { maxBytes: 500 }, code: "document_too_complex" },
      ])("fails with $code: $file, $options", async ({ file, options, code }) => {
        await expect(take(fixture(file), [1], options)).rejects.toMatchObject({ code });
      });
    });

    describe("outline starts", () => {
      test("are the pages that the outermost entries lead to", async () => {
        const expected = [
          { page: 1, title: "Hello" },
          { page: 2, title: "Goodbye" },
        ];
        const assembler = makeAdapter();
        const free = assembler.outlineStarts({ input: fixture("features.pdf"), ...work() });
        expect(await free).toEqual(expected);
        const locked = { input: fixture("encrypted-aes-128.pdf"), password: "user" };
        expect(await assembler.outlineStarts({ ...locked, ...work() })).toEqual(expected);
      });

      test("there are none without an outline", async () => {
        const input = fixture("four-colours.pdf");
        expect(await makeAdapter().outlineStarts({ input, ...work() })).toEqual([]);
      });

      test("a locked document returns none", async () => {
        const starts = makeAdapter().outlineStarts({ input: fixture("encrypted-aes-128.pdf"), ...work() });
        await expect(starts).rejects.toMatchObject({ code: "pdf_encrypted" });
      });
    });
  });
}

/** All pages of a document, and a range of them, as page lists. */
const all = { kind: "all" } as const;
const pagesFrom = (first: number, last: number | null = first) =>
  ({ kind: "ranges", ranges: [{ first, last }] }) as const;

const work = (engineMs = 25_000) => ({
  signal: new AbortController().signal,
  engineTime: new TimeBudget(engineMs),
});

const fixture = (name: string): string => join(import.meta.dirname, "../../../test/fixtures", name);

const source = (name: string, more: Partial<MergeSource> = {}): MergeSource => ({
  input: fixture(name),
  title: name,
  ...more,
});

const partName = (index: number): string => `Teil ü ${String(index).padStart(4, "0")}.pdf`;

const collected = (parts: AsyncIterable<WrittenPart>): Promise<WrittenPart[]> => Array.fromAsync(parts);

/** Returns the first line of text of each page. */
async function pageLines(path: string): Promise<string[]> {
  const text = await ask("pdftotext", ["-layout", path, "-"]);
  return text
    .split("\f")
    .slice(0, -1)
    .map((page) => page.trim().split("\n")[0] ?? "");
}
