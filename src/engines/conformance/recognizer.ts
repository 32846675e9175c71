import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TimeBudget, type Work } from "../../kernel/timing/work.ts";
import type { RecognizedPage, Recognizer, TextBox } from "../tesseract/port.ts";
import { convert, type PlacedWord, placedWords, wordsOfDrawing } from "./pictures/drawn-page.ts";
import { headerOnlyPng, ImageDesk, withOrientation } from "./pictures/page-images.ts";
import { ORIENTATIONS, otherFiles, READABLE_IMAGES } from "./pictures/readable-images.ts";
import { HARBOUR } from "./text-engine.ts";

type Job = Parameters<Recognizer["recognize"]>[0];

/** Returns the plainest job to read a page. */
export const readingJob = (input: string, changes: Partial<Job> = {}): Job => ({
  input,
  page: 1,
  dpi: undefined,
  languages: ["eng"],
  effort: "simple",
  rotates: false,
  deskews: false,
  denoises: "never",
  maxPixels: 50_000_000,
  ...work(),
  ...changes,
});

export const work = (engineTimeMs = 50_000): Work => ({
  signal: new AbortController().signal,
  engineTime: new TimeBudget(engineTimeMs),
});

const wordsOf = ({ blocks }: RecognizedPage) =>
  blocks.flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines.flatMap(({ words }) => words)));
export const textsOf = (page: RecognizedPage): string[] => wordsOf(page).map(({ text }) => text);

const isNear = (box: TextBox, ink: TextBox): boolean =>
  (["xMin", "yMin", "xMax", "yMax"] as const).every((side) => Math.abs(box[side] - ink[side]) <= 5);

/** Defines the tests that every adapter of `Recognizer` with English and German passes. */
export function describeRecognizer(name: string, makeAdapter: () => Recognizer): void {
  describe(`reading pages by ${name}`, () => {
    let desk: ImageDesk;
    let recognizer: Recognizer;
    let placed: readonly PlacedWord[];
    beforeAll(async () => {
      desk = new ImageDesk();
      recognizer = makeAdapter();
      placed = await placedWords(HARBOUR);
    });
    afterAll(() => desk.remove());

    async function dpiOf(density: string, dpi?: number): Promise<number> {
      const input = await desk.draw("page.png", ["-units", "PixelsPerInch", "-density", density]);
      return (await recognizer.recognize(readingJob(input, { dpi }))).dpi;
    }

    async function expectHarbour(input: string): Promise<void> {
      const page = await recognizer.recognize(readingJob(input));
      expect([page.widthPx, page.heightPx]).toEqual([HARBOUR.widthPx, HARBOUR.heightPx]);
      expect(page).toMatchObject({ rotationDegrees: 0, languages: ["eng"] });
      const words = wordsOf(page);
      const isFound = ({ text, box }: PlacedWord): boolean =>
        words.some((word) => word.text === text && isNear(word.box, box) && word.confidence > 0.5);
      // A word or two may be misread: other tests measure how well a page is read.
      expect(words.length).toBeLessThanOrEqual(placed.length + 2);
      expect(placed.filter((word) => !isFound(word)).length, textsOf(page).join(" ")).toBeLessThanOrEqual(2);
    }

    test("returns the languages that it reads, and how many pages at once", () => {
      expect(recognizer.languages()).toEqual(expect.arrayContaining(["deu", "eng"]));
      expect(recognizer.languages()).not.toContain("osd");
      expect(recognizer.pagesAtOnce).toBeGreaterThanOrEqual(1);
    });

    test.each(READABLE_IMAGES)("reads %s", async (_, file, finish) => {
      const input = await desk.draw(file, finish);
      await expectHarbour(input);
    });

    test.each(ORIENTATIONS)("turns an image as its EXIF orientation says: %i", async (orientation, undo) => {
      const jpeg = readFileSync(await desk.draw("page.jpg", undo));
      const input = desk.write("page.jpg", withOrientation(jpeg, orientation));
      await expectHarbour(input);
    });

    test.each(["jpg", "png"])("reads as much of a truncated %s as there is", async (type) => {
      // Decoders read some kilobytes at a time, so the file must have more of them than a clean page.
      const grainy = ["-seed", "1", "-attenuate", "0.3", "+noise", "Gaussian"];
      const whole = readFileSync(await desk.draw(`page.${type}`, grainy));
      const input = desk.write(`page.${type}`, whole.subarray(0, Math.round(0.55 * whole.length)));
      const texts = textsOf(await recognizer.recognize(readingJob(input)));
      expect(texts).toEqual(expect.arrayContaining(["The", "harbour", "lies", "north", "of", "the", "old"]));
      expect(texts).not.toContain("price.");
    });

    test("reads the requested language", async () => {
      const drawing = { ...HARBOUR, lines: [{ text: "Größere Häuser", leftPx: 60, baselinePx: 120, sizePx: 48 }] };
      const input = await desk.draw("page.png", [], drawing);
      expect(textsOf(await recognizer.recognize(readingJob(input, { languages: ["deu"] })))).toEqual(
        wordsOfDrawing(drawing),
      );
    });

    test("uses the given resolution, otherwise the file's where that is credible, otherwise a guess", async () => {
      expect(await dpiOf("300")).toBe(300);
      expect(await dpiOf("300", 150)).toBe(150);
      expect(await dpiOf("72")).not.toBe(72);
      expect(await dpiOf("30000")).toBeLessThanOrEqual(2400);
    });

    test("finds no blocks on a blank page, or in one pixel", async () => {
      for (const size of ["800x1000", "1x1", "3000x1"]) {
        const input = desk.path("blank.png");
        await convert(["-size", size, "xc:white", input]);
        expect(await recognizer.recognize(readingJob(input))).toMatchObject({ blocks: [] });
      }
    });

    test("refuses an image of too many pixels before it is decoded", async () => {
      const input = desk.write("huge.png", headerOnlyPng(50_000, 50_000));
      await expect(recognizer.recognize(readingJob(input, { maxPixels: 100_000_000 }))).rejects.toMatchObject({
        code: "image_too_large",
        message: expect.stringContaining("50000 x 50000"),
      });
      const { widthPx, heightPx } = HARBOUR;
      for (const file of ["page.png", "page.pgm"]) {
        const page = await desk.draw(file);
        await expect(
          recognizer.recognize(readingJob(page, { maxPixels: widthPx * heightPx - 1 })),
        ).rejects.toMatchObject({ code: "image_too_large" });
        await expect(recognizer.recognize(readingJob(page, { maxPixels: widthPx * heightPx }))).resolves.toMatchObject({
          widthPx,
          heightPx,
        });
      }
      const ribbon = desk.write("ribbon.png", headerOnlyPng(40_000, 20));
      await expect(recognizer.recognize(readingJob(ribbon))).rejects.toMatchObject({ code: "image_too_large" });
    });

    test("refuses what is no image of a known type, whatever its name says", async () => {
      for (const input of await otherFiles(desk)) {
        await expect(recognizer.recognize(readingJob(input)), input).rejects.toMatchObject({
          code: "unsupported_file_type",
        });
      }
    });

    test("refuses images of which nothing can be decoded", async () => {
      const png = readFileSync(await desk.draw("page.png"));
      const jpeg = readFileSync(await desk.draw("page.jpg"));
      const inputs = [
        desk.write("a.png", png.subarray(0, 30)),
        desk.write("half.png", png.subarray(0, png.length / 2)),
        desk.write("b.png", Buffer.concat([png.subarray(0, 8), Buffer.alloc(1000, 0x5a)])),
        desk.write("a.jpg", jpeg.subarray(0, 20)),
        desk.write("a.webp", "RIFF\x10\x00\x00\x00WEBPVP8 nothing"),
        desk.write("a.pgm", "P5\n10 10\n255\nfew"),
        desk.write("b.pgm", "P5\n1 1\n65535\nab"),
        desk.write("c.pgm", "P5\n99999999999 1\n255\nab"),
      ];
      for (const input of inputs) {
        await expect(recognizer.recognize(readingJob(input)), input).rejects.toMatchObject({
          code: "unsupported_file_type",
        });
      }
    });

    test("is stopped before it begins", async () => {
      const input = await desk.draw("page.png");
      const signal = AbortSignal.abort(new Error("stopped"));
      await expect(recognizer.recognize(readingJob(input, { signal }))).rejects.toThrow("stopped");
    });
  });
}
