import { type CosDocument, type Page, pagesOf } from "@quire/cos";
import { extractImages, ImageLoss, type PageImage } from "@quire/images";
import { pageOutOfRange } from "../../../kernel/pages/page-ranges.ts";
import { withFailures } from "../../cos/worker/open-document.ts";
import { openReadable } from "../../cos/worker/readable-document.ts";
import { WorkTime } from "../../cos/worker/work-time.ts";
import type { PdfiumBinding } from "../../pdfium/worker/binding/binding.ts";
import type { MethodCall, Methods } from "../../pool/protocol.ts";
import { onlyInput, served } from "../../pool/worker-method.ts";
import { EXTRACT, type ExtractParameters, MAX_REASON_CHARACTERS } from "../wire.ts";
import { decodeByPdfium } from "./decode-by-pdfium.ts";
import { ImageFiles } from "./image-files.ts";

/** Returns the methods of a worker with @quire/images; PDFium decodes what that cannot. */
export const createImageMethods = (binding: PdfiumBinding): Methods =>
  served(EXTRACT, async function* (call) {
    const files = new ImageFiles(call.outputDirectory, call.parameters.format);
    for (const { page, number, picture } of imagesOf(call, binding)) {
      const place = { page: page.index + 1, number };
      const loss = picture instanceof ImageLoss ? picture : files.lossOf(picture);
      if (loss !== undefined) {
        yield { ...place, reason: loss.message.slice(0, MAX_REASON_CHARACTERS).toWellFormed() };
      } else if (!(picture instanceof ImageLoss)) {
        for await (const written of files.write(picture)) {
          yield { ...place, ...written };
        }
      }
    }
  });

function* imagesOf(call: MethodCall<ExtractParameters>, binding: PdfiumBinding): Generator<PageImage, void, undefined> {
  const { password, pages, timeoutMs, ...options } = call.parameters;
  const input = onlyInput(call);
  const time = new WorkTime(timeoutMs);
  const reading = { input, password, scratchDirectory: call.outputDirectory, timeoutMs: time.remainingMs };
  const { document } = openReadable(reading);
  const bounds = time.bounds();
  const images = withFailures(() =>
    extractImages(document, {
      ...options,
      pages: selectedPages(document, pages),
      decode: (image) => decodeByPdfium(binding, image, bounds),
      bounds,
    }),
  );
  for (let next = withFailures(() => images.next()); !next.done; next = withFailures(() => images.next())) {
    yield next.value;
  }
}

function selectedPages(document: CosDocument, numbers: readonly number[]): Page[] {
  const pages = pagesOf(document);
  return numbers.map((number) => {
    const page = pages[number - 1];
    if (page === undefined) {
      throw pageOutOfRange(number, pages.length);
    }
    return page;
  });
}
