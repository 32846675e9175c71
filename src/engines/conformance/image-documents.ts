import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TimeBudget } from "../../kernel/timing/work.ts";
import type { ImageDocuments } from "../image-pages/port.ts";
import { headerOnlyPng, ImageDesk, whitePng } from "./pictures/page-images.ts";

type WriteJob = Parameters<ImageDocuments["write"]>[0];

/** Returns a job of these images on pages of their own size. */
export const imagesJob = (images: readonly string[], output: string): WriteJob => ({
  images,
  layout: { size: "fit", orientation: "auto", marginPt: 0, fit: "contain", dpi: 72 },
  title: undefined,
  pdfa: undefined,
  maxPixels: 1_000_000,
  maxBytes: 1_000_000,
  output,
  signal: new AbortController().signal,
  engineTime: new TimeBudget(20_000),
});

/** Describes the behaviour of every adapter of `ImageDocuments`. */
export function describeImageDocuments(name: string, makeAdapter: () => ImageDocuments): void {
  describe(`documents of images by ${name}`, () => {
    let desk: ImageDesk;
    let documents: ImageDocuments;
    beforeAll(() => {
      desk = new ImageDesk();
      documents = makeAdapter();
    });
    afterAll(() => desk.remove());

    const write = (images: readonly string[], more: Partial<WriteJob> = {}) =>
      documents.write({ ...imagesJob(images, desk.path("result.pdf")), ...more });

    test("writes a page for each image, the same bytes each time", async () => {
      const images = [await desk.draw("page.png"), await desk.draw("page.jpg"), await desk.draw("page.tif")];
      const outputs = [desk.path("one.pdf"), desk.path("two.pdf")];
      for (const output of outputs) {
        expect(await write(images, { output })).toEqual({ pages: 3, losses: [] });
      }
      const [one, two] = outputs.map((path) => readFileSync(path));
      expect(one?.toString("latin1", 0, 8)).toBe("%PDF-1.7");
      expect(one?.equals(two ?? Buffer.alloc(0))).toBe(true);
    });

    test("says what is lost of which image", async () => {
      const images = [desk.write("small.png", whitePng(20, 20)), desk.write("long.png", whitePng(15_000, 2))];
      expect((await write(images)).losses).toEqual([{ code: "image_resized", source: 1 }]);
    });

    test("names the image that fails", async () => {
      const good = desk.write("good.png", whitePng(20, 20));
      const cut = desk.write("cut.png", headerOnlyPng(900, 900));
      const failures = { unsupported_file_type: [good, cut], image_too_large: [good, good] };
      for (const [code, images] of Object.entries(failures)) {
        const maxPixels = code === "image_too_large" ? 100 : 1_000_000;
        const source = code === "image_too_large" ? 0 : 1;
        await expect(write(images, { maxPixels })).rejects.toMatchObject({ code, facts: { source } });
      }
    });

    test("writes no more than it may", async () => {
      const image = await desk.draw("page.jpg");
      await expect(write([image], { maxBytes: 1000 })).rejects.toMatchObject({ code: "document_too_complex" });
    });

    test("is stopped before it begins", async () => {
      const signal = AbortSignal.abort(new Error("stopped"));
      await expect(write([desk.write("a.png", whitePng(2, 2))], { signal })).rejects.toThrow("stopped");
    });
  });
}
