import { join } from "node:path";
import { assert } from "../../../kernel/assert.ts";
import { Failure } from "../../../kernel/failure.ts";
import type { MethodCall, Methods } from "../../pool/protocol.ts";
import type { TextEngine } from "../library/text-engine.ts";
import {
  isWithinBounds,
  LOOK,
  MAX_SAMPLE_WORDS,
  PICTURE,
  pictureParameters,
  RECOGNIZE,
  recognizeParameters,
  STRIPS,
  stripsParameters,
} from "../wire.ts";
import { decodeImage, lookAtImage } from "./image-file.ts";
import { writeGreyJpeg } from "./picture/jpeg-file.ts";
import { pictureOf, stripPicturesOf } from "./picture/page-picture.ts";
import { readPage } from "./reading/read-page.ts";

/** What a worker with Tesseract can do. */
export function createTesseractMethods(engine: TextEngine): Methods {
  return {
    async *[RECOGNIZE](call) {
      const { maxPixels, ...options } = recognizeParameters.parse(call.parameters);
      const { image, dpi } = await decodeImage(inputOf(call), maxPixels);
      const page = readPage(image, engine, { ...options, dpi: options.dpi ?? dpi });
      if (!isWithinBounds(page)) {
        throw new Failure("document_too_complex", "The page has more text than the service can return.");
      }
      yield page;
    },

    async *[LOOK](call) {
      yield await lookAtImage(inputOf(call));
    },

    async *[PICTURE](call) {
      const { maxPixels, file, ...options } = pictureParameters.parse(call.parameters);
      const { image: given, dpi } = await decodeImage(inputOf(call), maxPixels);
      const { image, sample, ...told } = pictureOf(given, engine, { ...options, dpi: options.dpi ?? dpi });
      await writeGreyJpeg(image, join(call.outputDirectory, file));
      const { widthPx, heightPx } = image;
      yield { ...told, widthPx, heightPx, sample: sample.slice(0, MAX_SAMPLE_WORDS), file };
    },

    async *[STRIPS](call) {
      const { maxPixels, files, ...options } = stripsParameters.parse(call.parameters);
      const { image } = await decodeImage(inputOf(call), maxPixels);
      const names = files.values();
      for (const strip of stripPicturesOf(image, { ...options, count: files.length })) {
        const file = names.next().value;
        assert(file !== undefined, "there are no more strips than names");
        await writeGreyJpeg(strip, join(call.outputDirectory, file));
        yield { file };
      }
    },
  };
}

function inputOf({ inputs }: MethodCall): string {
  const [input] = inputs;
  assert(input !== undefined && inputs.length === 1, "an image is one file");
  return input;
}
