import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ImageInspector } from "../tesseract/port.ts";
import { headerOnlyPng, ImageDesk, withOrientation } from "./pictures/page-images.ts";
import { ORIENTATIONS, otherFiles, READABLE_IMAGES } from "./pictures/readable-images.ts";
import { work } from "./recognizer.ts";
import { HARBOUR } from "./text-engine.ts";

const ONE_PAGE = { pages: 1, isDamaged: false };

/** Describes the behaviour of every adapter of `ImageInspector`. */
export function describeImageInspector(name: string, makeAdapter: () => ImageInspector): void {
  describe(`looking at images by ${name}`, () => {
    let desk: ImageDesk;
    let inspector: ImageInspector;
    beforeAll(() => {
      desk = new ImageDesk();
      inspector = makeAdapter();
    });
    afterAll(() => desk.remove());

    async function expectHarbour(input: string): Promise<void> {
      const { widthPx, heightPx } = HARBOUR;
      expect(await inspector.look({ input, ...work() })).toEqual({ ...ONE_PAGE, widthPx, heightPx });
    }

    test.each(READABLE_IMAGES)("returns the size of %s", async (_, file, finish) => {
      await expectHarbour(await desk.draw(file, finish));
    });

    test.each(ORIENTATIONS)("returns the size as EXIF orientation %i shows the image", async (orientation, undo) => {
      const jpeg = readFileSync(await desk.draw("page.jpg", undo));
      await expectHarbour(desk.write("page.jpg", withOrientation(jpeg, orientation)));
    });

    test("returns a size that is too large to be decoded", async () => {
      const input = desk.write("huge.png", headerOnlyPng(50_000, 50_000));
      expect(await inspector.look({ input, ...work() })).toEqual({ ...ONE_PAGE, widthPx: 50_000, heightPx: 50_000 });
    });

    test("refuses what is no image of a known type, whatever its name says", async () => {
      for (const input of await otherFiles(desk)) {
        await expect(inspector.look({ input, ...work() }), input).rejects.toMatchObject({
          code: "unsupported_file_type",
        });
      }
    });

    test("is stopped before it begins", async () => {
      const input = await desk.draw("page.png");
      const signal = AbortSignal.abort(new Error("stopped"));
      await expect(inspector.look({ input, ...work(), signal })).rejects.toThrow("stopped");
    });
  });
}
