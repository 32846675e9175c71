import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TimeBudget } from "../../kernel/timing/work.ts";
import type { PageComparer, PageDifference } from "../pdfium/port.ts";
import { pdfOf } from "./documents/made-documents.ts";

/** Defines the tests that every adapter of `PageComparer` passes. */
export function describePageComparer(name: string, makeAdapter: () => PageComparer): void {
  describe(`comparison of pages by ${name}`, () => {
    let directory: string;
    beforeEach(async () => {
      directory = await mkdtemp(join(tmpdir(), "quire-comparer-"));
    });
    afterEach(async () => {
      await rm(directory, { recursive: true });
    });

    type Options = Partial<Parameters<PageComparer["compare"]>[0]>;
    async function compare(
      one: readonly Page[],
      other: readonly Page[],
      options: Options = {},
    ): Promise<PageDifference[]> {
      const [input, second] = [join(directory, "one.pdf"), join(directory, "other.pdf")];
      await writeFile(input, pdfOf(one));
      await writeFile(second, pdfOf(other));
      return Array.fromAsync(
        makeAdapter().compare({
          input,
          other: second,
          pages: one.map((_, index) => index + 1),
          dpi: 72,
          tolerance: 16,
          maxPixels: 1e6,
          signal: new AbortController().signal,
          engineTime: new TimeBudget(25_000),
          ...options,
        }),
      );
    }

    test("the share of pixels that differ, page by page", async () => {
      const differences = await compare([square("1 0 0"), square("1 0 0")], [square("1 0 0"), square("0 0 1")]);
      expect(differences).toEqual([
        { page: 1, differingShare: 0 },
        { page: 2, differingShare: 0.25 },
      ]);
    });

    test("what is within the tolerance does not differ", async () => {
      const [one, other] = [[square("0.5 0.5 0.5")], [square("0.54 0.54 0.54")]];
      expect(await compare(one, other)).toEqual([{ page: 1, differingShare: 0 }]);
      expect(await compare(one, other, { tolerance: 4 })).toEqual([{ page: 1, differingShare: 0.25 }]);
    });

    test("pages of other sizes, and pages that are missing, differ as a whole", async () => {
      const wide = { attributes: "/MediaBox [0 0 200 100]" };
      const differences = await compare([square("1 0 0"), square("1 0 0")], [wide]);
      expect(differences.map(({ differingShare }) => differingShare)).toEqual([1, 1]);
    });

    test("a page that is larger than what may be drawn is compared at a lower resolution", async () => {
      expect(await compare([square("1 0 0")], [square("0 0 1")], { maxPixels: 2500 })).toEqual([
        { page: 1, differingShare: 0.25 },
      ]);
    });
  });
}

type Page = Parameters<typeof pdfOf>[0][number];

const square = (colour: string): Page => ({
  attributes: "/MediaBox [0 0 100 100]",
  content: `${colour} rg 0 0 50 50 re f`,
});
