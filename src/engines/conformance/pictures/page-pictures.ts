import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { readPgm } from "@quire/scan";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PagePicture, PagePictures, PictureJob } from "../../tesseract/port.ts";
import { work } from "../recognizer.ts";
import { wordsByProgram } from "../tesseract-program.ts";
import { convert, type PageDrawing, placedWords, wordsOfDrawing } from "./drawn-page.ts";
import { headerOnlyPng, ImageDesk, withOrientation } from "./page-images.ts";

const LINES = [
  "The harbour was quiet when the first boats came back",
  "from the northern grounds, and the people on the quay",
  "counted them one after another until the last sail had",
  "passed the lighthouse. Nobody spoke of the storm that",
  "had kept them out for two days; there was fish to be",
  "carried, and ice to be brought, and a long evening",
  "ahead in which all that had happened could be told.",
  "By seven the nets were hung to dry, the decks had been",
  "washed, and the smoke of forty chimneys stood straight",
  "up in the air above the market, where lamps were lit.",
];

/** A page with lines from its top to its bottom. */
const QUAY: PageDrawing = {
  widthPx: 1000,
  heightPx: 1300,
  lines: LINES.map((text, index) => ({ text, leftPx: 80, baselinePx: 120 + index * 120, sizePx: 30 })),
};
const LONG_EDGE_PX = 900;

function expectSample({ sample }: PagePicture): void {
  const texts = wordsOfDrawing(QUAY);
  expect(sample.length).toBeGreaterThan(10);
  expect(sample.filter(({ text }) => !texts.includes(text))).toEqual([]);
  expect(sample.every(({ text, confidence }) => confidence >= 0.9 && text.length >= 3)).toBe(true);
  // The words come from both halves, in their order.
  expect(texts.slice(0, 50)).toContain(sample[0]?.text);
  expect(texts.slice(50)).toContain(sample.at(-1)?.text);
}

/** Describes the behaviour of every adapter of `PagePictures` that has English. */
export function describePagePictures(name: string, makeAdapter: () => PagePictures): void {
  describe(`pictures of pages by ${name}`, () => {
    let desk: ImageDesk;
    let pictures: PagePictures;
    let upright: string;
    beforeAll(async () => {
      desk = new ImageDesk();
      pictures = makeAdapter();
      upright = await desk.draw("page.png", [], QUAY);
    });
    afterAll(() => desk.remove());

    const jobOf = (input: string, changes: Partial<PictureJob> = {}): PictureJob => ({
      input,
      page: 1,
      dpi: undefined,
      languages: ["eng"],
      rotates: true,
      longEdgePx: LONG_EDGE_PX,
      maxPixels: 50_000_000,
      outputDirectory: mkdtempSync(join(dirname(desk.path("any")), "out-")),
      ...work(),
      ...changes,
    });

    /** Returns the mean difference between the picture and the drawing, resized by ImageMagick: 0 to 1. */
    async function differenceOf({ path, widthPx, heightPx }: PagePicture): Promise<number> {
      const size = `${widthPx}x${heightPx}!`;
      const sides = ["(", upright, "-resize", size, ")", "(", path, ")"];
      const reported = await convert([...sides, "-metric", "MAE", "-compare", "-format", "%[distortion]", "info:-"]);
      return Number(reported.toString());
    }

    test("are grey JPEG files of the size that is asked for, with words where they stand", async () => {
      const job = jobOf(upright);
      const picture = await pictures.picture(job);
      expect(picture).toMatchObject({ widthPx: 692, heightPx: 900, rotationDegrees: 0, isBlank: false });
      expect(await identify(picture.path)).toBe("JPEG 692x900 Gray 85");
      expect(readdirSync(job.outputDirectory)).toHaveLength(1);
      expect(await differenceOf(picture)).toBeLessThan(0.02);
      expectSample(picture);
      const line = QUAY.lines.find(({ text }) => text.includes(picture.sample[0]?.text ?? ""));
      const placed = await placedWords({ ...QUAY, lines: line === undefined ? [] : [line] });
      const [word] = picture.sample;
      const ink = placed.find(({ text }) => text === word?.text)?.box;
      expect(Math.abs((ink?.xMin ?? 0) * 0.692 - (word?.box.xMin ?? 0))).toBeLessThanOrEqual(5);
      expect(Math.abs((ink?.yMax ?? 0) * 0.692 - (word?.box.yMax ?? 0))).toBeLessThanOrEqual(5);
    });

    test.each([0, 90, 180, 270] as const)("stand upright where the page was turned by %i degrees", async (turned) => {
      const input = await desk.draw("page.jpg", ["-rotate", `${turned}`], QUAY);
      const picture = await pictures.picture(jobOf(input));
      expect(picture.rotationDegrees).toBe((360 - turned) % 360);
      expect(await differenceOf(picture)).toBeLessThan(0.02);
      expectSample(picture);
      const asItLies = await pictures.picture(jobOf(input, { rotates: false }));
      expect(asItLies.rotationDegrees).toBe(0);
      expect(await identify(asItLies.path)).toContain(turned % 180 === 0 ? " 692x900 " : " 900x692 ");
    });

    test.each<[string, string, string[]]>([
      ["a PGM", "page.pgm", []],
      ["a WebP", "page.webp", ["-quality", "90"]],
      ["a CMYK JPEG", "page.jpg", ["-colorspace", "CMYK"]],
      ["a PNG of 16 bits", "page.png", ["-depth", "16", "-define", "png:bit-depth=16"]],
      [
        "a PNG of black with ink in its alpha channel",
        "page.png",
        "-negate -alpha copy -channel RGB -evaluate set 0 +channel -colorspace sRGB".split(" "),
      ],
      ["a page askew", "page.png", ["-background", "white", "-distort", "SRT", "2.5"]],
    ])("are made of %s", async (_, file, finish) => {
      const picture = await pictures.picture(jobOf(await desk.draw(file, finish, QUAY)));
      expect(picture).toMatchObject({ widthPx: 692, heightPx: 900, rotationDegrees: 0 });
      expect(await identify(picture.path)).toBe("JPEG 692x900 Gray 85");
      expectSample(picture);
    });

    test("are turned as the EXIF orientation says, which is no turn of the page", async () => {
      const jpeg = readFileSync(await desk.draw("page.jpg", ["-rotate", "-90"], QUAY));
      const picture = await pictures.picture(jobOf(desk.write("page.jpg", withOrientation(jpeg, 6))));
      expect(picture).toMatchObject({ widthPx: 692, heightPx: 900, rotationDegrees: 0 });
      expect(await differenceOf(picture)).toBeLessThan(0.02);
    });

    test("are never larger than the page, whose small print is read all the same", async () => {
      const input = await desk.draw("page.png", ["-resize", "60%"], QUAY);
      const picture = await pictures.picture(jobOf(input, { longEdgePx: 4000 }));
      expect(await identify(picture.path)).toBe("JPEG 600x780 Gray 85");
      expectSample(picture);
    });

    test.each(["800x1000", "1x1", "3000x1"])("of a blank page of %s say that it is", async (size) => {
      const input = desk.path("blank.png");
      await convert(["-size", size, "xc:white", input]);
      const picture = await pictures.picture(jobOf(input));
      expect(picture).toMatchObject({ isBlank: true, rotationDegrees: 0, sample: [] });
      expect(await identify(picture.path)).toContain(` ${picture.widthPx}x${picture.heightPx} `);
    });

    test("of a drawing without words are left as they lie", async () => {
      const input = desk.path("drawing.png");
      const strokes = "line 100,100 700,900 line 700,150 90,800 circle 400,500 500,640";
      await convert(["-size", "800x1000", "xc:white", "-fill", "none", "-stroke", "black", "-draw", strokes, input]);
      expect(await pictures.picture(jobOf(input))).toMatchObject({ isBlank: false, rotationDegrees: 0, sample: [] });
    });

    test.each([0, 90, 180, 270] as const)("in strips hold all words, turned by %i degrees", async (turned) => {
      const input = await desk.draw("page.png", ["-rotate", `${turned}`], QUAY);
      const rotationDegrees = ({ 0: 0, 90: 270, 180: 180, 270: 90 } as const)[turned];
      const paths = await pictures.strips({ ...jobOf(input), rotationDegrees, count: 3 });
      expect(paths).toHaveLength(3);
      const found: string[] = [];
      let rows = 0;
      for (const path of paths) {
        const [, widthPx, heightPx] = /^JPEG (\d+)x(\d+) Gray 85$/.exec(await identify(path)) ?? [];
        expect(Number(widthPx)).toBe(LONG_EDGE_PX);
        // Strips are 1000 pixels wide, made from the page itself and not from a smaller picture of it.
        rows += Number(heightPx) / 0.9;
        const image = readPgm(await convert([path, "pgm:-"]));
        found.push(...(await wordsByProgram(image, { languages: "eng", dpi: 180, mode: 6 })).map(({ text }) => text));
      }
      const missing = wordsOfDrawing(QUAY).filter((text) => !found.includes(text));
      expect(missing.length, missing.join(" ")).toBeLessThanOrEqual(2);
      expect(rows).toBeGreaterThan(1300 * 1.02);
      expect(rows).toBeLessThan(1300 * 1.2);
    });

    test("in strips are fewer than asked for where there are not so many rows", async () => {
      const input = desk.path("pixel.png");
      await convert(["-size", "3x1", "xc:black", input]);
      const paths = await pictures.strips({ ...jobOf(input), rotationDegrees: 0, count: 4 });
      expect(await Promise.all(paths.map(identify))).toEqual(["JPEG 3x1 Gray 85"]);
    });

    test("are not made of what is too large, no picture, or not to be decoded", async () => {
      const png = readFileSync(upright);
      const cases = [
        [desk.write("huge.png", headerOnlyPng(50_000, 50_000)), "image_too_large"],
        [desk.write("ribbon.png", headerOnlyPng(40_000, 20)), "image_too_large"],
        [desk.write("pdf.png", "%PDF-1.7\n"), "unsupported_file_type"],
        [desk.write("empty.png", ""), "unsupported_file_type"],
        [desk.write("a.png", png.subarray(0, 30)), "unsupported_file_type"],
        [desk.write("a.pgm", "P5\n10 10\n255\nfew"), "unsupported_file_type"],
      ] as const;
      for (const [input, code] of cases) {
        const job = jobOf(input);
        await expect(pictures.picture(job), input).rejects.toMatchObject({ code });
        const strips = pictures.strips({ ...job, rotationDegrees: 0, count: 2 });
        await expect(strips, input).rejects.toMatchObject({ code });
        expect(readdirSync(job.outputDirectory)).toEqual([]);
      }
    });

    test("are stopped before they begin", async () => {
      const job = jobOf(upright, { signal: AbortSignal.abort(new Error("stopped")) });
      await expect(pictures.picture(job)).rejects.toThrow("stopped");
      await expect(pictures.strips({ ...job, rotationDegrees: 0, count: 2 })).rejects.toThrow("stopped");
    });
  });
}

async function identify(path: string): Promise<string> {
  const { stdout } = await promisify(execFile)("identify", ["-format", "%m %wx%h %[colorspace] %Q", path]);
  return stdout;
}
