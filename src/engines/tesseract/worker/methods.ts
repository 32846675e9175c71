import { join } from "node:path";
import { assert } from "../../../kernel/assert.ts";
import { Failure } from "../../../kernel/failure.ts";
import type { Methods } from "../../pool/protocol.ts";
import { onlyInput, served } from "../../pool/worker-method.ts";
import type { TextEngine } from "../library/text-engine.ts";
import { isWithinBounds, LOOK, MAX_SAMPLE_WORDS, PICTURE, RECOGNIZE, STRIPS } from "../wire.ts";
import { decodeImage, lookAtImage } from "./image-file.ts";
import { writeGreyJpeg } from "./picture/jpeg-file.ts";
import { pictureOf, stripPicturesOf } from "./picture/page-picture.ts";
import { readPage } from "./reading/read-page.ts";

/** Returns the methods of a worker with Tesseract. */
export function createTesseractMethods(engine: TextEngine): Methods {
  return {
    ...served(RECOGNIZE, async function* (call) {
      const { page: pageNumber, maxPixels, ...options } = call.parameters;
      const { image, dpi } = await decodeImage(onlyInput(call), maxPixels, pageNumber);
      const page = readPage(image, engine, { ...options, dpi: options.dpi ?? dpi });
      if (!isWithinBounds(page)) {
        throw new Failure("document_too_complex", "The page has more text than the service can return.");
      }
      yield page;
    }),

    ...served(LOOK, async function* (call) {
      yield await lookAtImage(onlyInput(call));
    }),

    ...served(PICTURE, async function* (call) {
      const { page, maxPixels, file, ...options } = call.parameters;
      const { image: given, dpi } = await decodeImage(onlyInput(call), maxPixels, page);
      const { image, sample, ...reported } = pictureOf(given, engine, { ...options, dpi: options.dpi ?? dpi });
      await writeGreyJpeg(image, join(call.outputDirectory, file));
      const { widthPx, heightPx } = image;
      yield { ...reported, widthPx, heightPx, sample: sample.slice(0, MAX_SAMPLE_WORDS), file };
    }),

    ...served(STRIPS, async function* (call) {
      const { page, maxPixels, files, ...options } = call.parameters;
      const { image } = await decodeImage(onlyInput(call), maxPixels, page);
      const names = files.values();
      for (const strip of stripPicturesOf(image, { ...options, count: files.length })) {
        const file = names.next().value;
        assert(file !== undefined, "there are no more strips than names");
        await writeGreyJpeg(strip, join(call.outputDirectory, file));
        yield { file };
      }
    }),
  };
}
