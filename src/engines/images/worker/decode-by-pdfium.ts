import type { Bounds } from "@quire/cos";
import type { CodedImage, DecodedImage } from "@quire/images";
import type { PdfiumBinding } from "../../pdfium/worker/binding/binding.ts";
import type { DocumentHandle } from "../../pdfium/worker/binding/handles.ts";
import { type ImagePixels, PIXEL_BYTES } from "../../pdfium/worker/binding/image-functions.ts";
import { documentOfImage } from "./image-document.ts";

/** Decodes an image by PDFium; returns undefined when PDFium cannot. Alpha within JPEG 2000 is left out. */
export function decodeByPdfium(binding: PdfiumBinding, image: CodedImage, bounds: Bounds): DecodedImage | undefined {
  const document = binding.loadMemory(documentOfImage(image, bounds));
  if (document === null) {
    return undefined;
  }
  try {
    const pixels = pixelsOf(binding, document);
    return pixels && unpadded(pixels, image);
  } finally {
    binding.closeDocument(document);
  }
}

function pixelsOf(binding: PdfiumBinding, document: DocumentHandle): ImagePixels | undefined {
  const page = binding.loadPage(document, 0);
  if (page === null) {
    return undefined;
  }
  try {
    return binding.images.readFirstImage(page) ?? undefined;
  } finally {
    binding.closePage(page);
  }
}

/**
 * Returns the samples without padding, in the order red, green, blue. Samples of one component may come as a gray of
 * three channels.
 */
function unpadded(pixels: ImagePixels, { components }: CodedImage): DecodedImage | undefined {
  const { widthPx, heightPx, strideBytes, format, bytes } = pixels;
  const pixelBytes = PIXEL_BYTES[format];
  if (pixelBytes === undefined) {
    return undefined;
  }
  const channels = components === 1 || pixelBytes === 1 ? 1 : 3;
  const samples = new Uint8Array(widthPx * heightPx * channels);
  let position = 0;
  for (let row = 0; row < heightPx; row++) {
    const start = row * strideBytes;
    if (pixelBytes === 1) {
      samples.set(bytes.subarray(start, start + widthPx), row * widthPx);
      continue;
    }
    for (let offset = start; offset < start + widthPx * pixelBytes; offset += pixelBytes) {
      // PDFium's order is blue, green, red.
      for (let channel = channels - 1; channel >= 0; channel--) {
        samples[position++] = bytes[offset + channel] ?? 0;
      }
    }
  }
  return { widthPx, heightPx, channels, samples };
}
