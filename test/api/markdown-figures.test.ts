import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { MARKDOWN_THEMES } from "../../src/engines/documents/port.ts";
import { chosen, IS_FULL } from "../running/sampling.ts";
import { call } from "./accounts.ts";
import { HTML_TO_PDF, withoutChromium } from "./html-to-pdf.ts";
import { run, withFile } from "./programs.ts";
import { expectOk } from "./reply.ts";
import { commonService } from "./service.ts";

/* The blank space before pictures that begin a page, as Poppler draws the pages. */

const DPI = 36;
const SENTENCE = "The service prints documents, and reads them again while others wait for their results. ";
const paragraphs = (count: number): string => `${SENTENCE.repeat(5)}\n\n`.repeat(count);

/** Returns a red picture as a `data:` URL. */
const picture = async (width: number, height: number): Promise<string> => {
  const png = await sharp({ create: { width, height, channels: 3, background: "#c00000" } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString("base64")}`;
};

interface PageRows {
  readonly height: number;
  /** The last row that has anything on it, and the first and last row of a picture; -1 where there is none. */
  readonly last: number;
  readonly first: number;
  readonly pictureTop: number;
  readonly pictureEnd: number;
}

const rowsOf = (pdf: Buffer): Promise<readonly PageRows[]> =>
  withFile(pdf, async (path) => {
    const pages: PageRows[] = [];
    const { stdout } = await run("pdfinfo", [path]);
    const count = Number(/Pages:\s+(\d+)/.exec(stdout.toString())?.[1]);
    for (let page = 1; page <= count; page += 1) {
      const options = ["-r", String(DPI), "-png", "-f", String(page), "-l", String(page), path];
      // oxlint-disable-next-line eslint/no-await-in-loop -- one page after the other
      const { stdout: png } = await run("pdftoppm", options);
      // oxlint-disable-next-line eslint/no-await-in-loop -- the same
      pages.push(await rowsOfPage(png));
    }
    return pages;
  });

async function rowsOfPage(png: Buffer): Promise<PageRows> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number): readonly number[] => [
    ...data.subarray((y * info.width + x) * 3).subarray(0, 3),
  ];
  const paper = pixel(0, 0).join();
  const rows = Array.from({ length: info.height }, (_, y) =>
    Array.from({ length: info.width }, (__, x) => pixel(x, y)),
  );
  const isUsed = rows.map((row) => row.some((colour) => colour.join() !== paper));
  const isRed = rows.map((row) => row.some(([red = 0, green = 0, blue = 0]) => red > 150 && green < 40 && blue < 40));
  return {
    height: info.height,
    first: isUsed.indexOf(true),
    last: isUsed.lastIndexOf(true),
    pictureTop: isRed.indexOf(true),
    pictureEnd: isRed.lastIndexOf(true),
  };
}

/** Returns the greatest share of a page that is blank before a picture at the top of the next one. */
function mostBlank(pages: readonly PageRows[]): number {
  const [top, end] = [Math.min(...pages.map(({ first }) => first)), Math.max(...pages.map(({ last }) => last))];
  const shares = pages.slice(1).map(({ pictureTop, first }, index) => {
    const begins = pictureTop !== -1 && pictureTop - first < (end - top) / 6;
    return begins ? (end - (pages[index]?.last ?? end)) / (end - top) : 0;
  });
  return Math.max(0, ...shares);
}

const themes = MARKDOWN_THEMES.filter((theme) => theme !== "none");

describe.skipIf(withoutChromium).each(chosen(themes, [themes.indexOf("github")]))("in %s", (theme) => {
  const service = commonService();
  const print = async (markdown: string): Promise<readonly PageRows[]> => {
    const value = { markdown, theme };
    return rowsOf(expectOk(await call(service(), "POST", "/api/v1/convert/markdown-to-pdf", { value })).body);
  };

  test.runIf(IS_FULL)("a picture that nearly fits becomes smaller, and stays on its page", async () => {
    const image = await picture(900, 1000);
    const pages = await print(`# Title\n\n${paragraphs(4)}![A picture](${image} "Its caption")\n\n${paragraphs(3)}`);
    expect(mostBlank(pages)).toBeLessThan(0.26);
    // Themes with narrower text have less room left.
    expect(theme !== "github" || (pages[0]?.pictureTop ?? -1) > 0).toBe(true);
  });

  test("text fills the page before a picture that would become too small", async () => {
    const image = await picture(900, 1200);
    const pages = await print(`# Title\n\n${paragraphs(8)}![A picture](${image})\n\n${paragraphs(9)}`);
    expect(mostBlank(pages)).toBeLessThan(0.26);
    expect(pages[1]?.pictureTop).toBeGreaterThan(0);
    const { pictureTop = 0, pictureEnd = 0, height = 1 } = pages[1] ?? {};
    expect((pictureEnd - pictureTop) / height).toBeGreaterThan(0.5);
  });
});

describe.skipIf(withoutChromium)("in HTML of a caller", () => {
  const service = commonService();

  test("pictures keep their sizes and places", async () => {
    const html = `<!doctype html><title>x</title><p>${SENTENCE.repeat(60)}</p><img alt=x style="width:500px" src="${await picture(500, 560)}"><p>${SENTENCE}</p>`;
    const pages = await rowsOf(expectOk(await call(service(), "POST", HTML_TO_PDF, { value: { html } })).body);
    expect(pages[0]?.pictureTop).toBe(-1);
    const { pictureTop = 0, pictureEnd = 0 } = pages[1] ?? {};
    expect(Math.abs(pictureEnd - pictureTop + 1 - (560 / 96) * DPI)).toBeLessThan(2);
  });
});
