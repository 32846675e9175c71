import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { MARKDOWN_THEMES } from "../../src/engines/documents/port.ts";
import { upload } from "./client.ts";
import { fileOf, withoutChromium, words } from "./html-to-pdf.ts";
import { pageTexts } from "./pages.ts";
import { qpdfProblems, run, withFile } from "./programs.ts";
import { expectOk, warnings } from "./reply.ts";
import { commonService } from "./service.ts";

/*
 * A document that has every construct, in all themes, compared with small pictures of its first pages that a person has
 * looked at and approved. After a change of the design, QUIRE_UPDATE_GOLDEN=1 makes the pictures again: look at each
 * before it is committed.
 */

const FIXTURES = join(import.meta.dirname, "../fixtures/markdown");
const GOLDEN = join(FIXTURES, "golden");
const updates = process.env["QUIRE_UPDATE_GOLDEN"] === "1";
const DPI = 40;
const PAGES = 3;
/**
 * The largest root mean square of the differences of pixels, from 0 to 1, when both pictures are blurred a little: the
 * rasteriser may cause this much. What a person would see is more.
 */
const TOLERANCE = 0.006;
/** The area of text in points from the left of A4: the margins, and the effect of rounding. */
const TEXT_PT = { from: 35, to: 560.3 };

/** Draws the first pages side by side, small. */
const drawn = (pdf: Buffer): Promise<Buffer> =>
  withFile(pdf, async (path) => {
    await run("pdftoppm", ["-r", `${DPI}`, "-l", `${PAGES}`, "-png", path, path]);
    const pages = Array.from({ length: PAGES }, (_, index) => `${path}-${index + 1}.png`);
    const { stdout } = await run("convert", [...pages, "+append", "-strip", "+dither", "-colors", "48", "png8:-"]);
    return stdout;
  });

/** Returns how different two pictures are, from 0 to 1. */
const difference = (one: Buffer, other: Buffer): Promise<number> =>
  withFile(one, (first) =>
    withFile(other, async (second) => {
      const blurred = [first, second].flatMap((path) => ["(", path, "-colorspace", "sRGB", "-blur", "0x1", ")"]);
      const comparison = ["-metric", "RMSE", "-compare", "-format", "%[distortion]", "info:"];
      const { stderr, stdout } = await run("convert", [...blurred, ...comparison]);
      const value = Number(stdout.toString("utf8"));
      expect(value, stderr).not.toBeNaN();
      return value;
    }),
  );

describe.skipIf(withoutChromium)("the showcase", () => {
  const service = commonService();
  const showcase = async (theme: string, fields: Record<string, string> = {}): Promise<Buffer> => {
    const reply = await upload(service(), {
      path: "/api/v1/convert/markdown-to-pdf",
      fields: { theme, ...fields },
      more: [
        fileOf(readFileSync(join(FIXTURES, "showcase.md")), { filename: "showcase.md" }),
        fileOf(readFileSync(join(FIXTURES, "harbour.svg")), { name: "harbour.svg", filename: "harbour.svg" }),
      ],
    });
    expect(warnings(reply)).toEqual([]);
    return expectOk(reply).body;
  };

  describe.each(MARKDOWN_THEMES)("in %s", (theme) => {
    let pdf: Buffer;
    beforeAll(async () => {
      pdf = await showcase(theme);
    });

    test("looks as it did", async () => {
      const actual = await drawn(pdf);
      const path = join(GOLDEN, `${theme}.png`);
      if (updates) {
        writeFileSync(path, actual);
      }
      expect(await difference(readFileSync(path), actual)).toBeLessThan(TOLERANCE);
    });

    test("is sound, keeps to its margins, and its contents have the right numbers", async () => {
      expect(await qpdfProblems(pdf)).toBe("");
      const outside = (await words(pdf)).filter(({ xMin, xMax }) => xMin < TEXT_PT.from || xMax > TEXT_PT.to);
      expect(outside).toEqual([]);
      const pages = await pageTexts(pdf);
      const entries = [...(pages[theme === "report" ? 1 : 0] ?? "").matchAll(/^ *(\S.*?)[ .…]+(\d{1,2}) *$/gm)];
      expect(entries).toHaveLength(11);
      for (const [, title = "", number] of entries) {
        const heading = new RegExp(`^ *${title.replaceAll(/\W/g, ".")} *$`, "m");
        expect(pages[Number(number) - 1], `${title} is on page ${number}`).toMatch(heading);
      }
    });
  });

  test("the head of a long table is on each of its pages", async () => {
    const pages = await pageTexts(await showcase("report"));
    const withRows = pages.filter((text) => /^ *0\d\d +\w+ +(?:coal|grain|timber|salt|wool) /m.test(text));
    expect(withRows.length).toBeGreaterThan(1);
    expect(withRows.every((text) => /No\.\s+Ship\s+Cargo\s+Tons\s+Piloted/.test(text))).toBe(true);
  });

  test("dark pages are dark to their edges, and what is written there is not", async () => {
    const pdf = await showcase("dark", { footer_text: "At the edge" });
    const picture = await withFile(pdf, async (path) => {
      const { stdout } = await run("pdftoppm", ["-r", "72", "-f", "1", "-l", "1", "-gray", path]);
      return stdout;
    });
    const pixels = picture.subarray(picture.length - 595 * 842);
    const row = (y: number): Uint8Array => pixels.subarray(y * 595, (y + 1) * 595);
    expect(Math.max(...row(0), ...row(841))).toBeLessThan(40);
    const footer = Array.from({ length: 60 }, (_, index) => Math.max(...row(842 - 66 + index)));
    expect(Math.max(...footer)).toBeGreaterThan(120);
  });

  test.each([".markdown-body{font-size:10.2pt}", "body{margin-left:3pt}", "h2{color:red}"])(
    "the comparison sees %s",
    async (css) => {
      const changed = await drawn(await showcase("github", { css }));
      expect(await difference(readFileSync(join(GOLDEN, "github.png")), changed)).toBeGreaterThan(TOLERANCE);
    },
  );
});
