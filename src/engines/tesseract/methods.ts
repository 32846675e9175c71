import { assert } from "../../kernel/assert.ts";
import { Failure } from "../../kernel/failure.ts";
import type { MethodCall, Methods } from "../pool/protocol.ts";
import { decodeImage, lookAtImage } from "./image-file.ts";
import { readPage } from "./read-page.ts";
import type { TextEngine } from "./text-engine.ts";
import { isWithinBounds, LOOK, RECOGNIZE, recognizeParameters } from "./wire.ts";

/** What a worker with Tesseract can do. */
export function createTesseractMethods(engine: TextEngine): Methods {
  return {
    async *[RECOGNIZE](call) {
      const { maxPixels, ...options } = recognizeParameters.parse(call.parameters);
      const { image, dpi } = await decodeImage(inputOf(call), maxPixels);
      const page = readPage(image, engine, { ...options, dpi: options.dpi ?? dpi });
      if (!isWithinBounds(page)) {
        throw new Failure("document_too_complex", "The page has more text than the service can hand on.");
      }
      yield page;
    },

    async *[LOOK](call) {
      yield await lookAtImage(inputOf(call));
    },
  };
}

function inputOf({ inputs }: MethodCall): string {
  const [input] = inputs;
  assert(input !== undefined && inputs.length === 1, "an image is one file");
  return input;
}
