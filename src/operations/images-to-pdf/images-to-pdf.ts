import { join, parse } from "node:path";
import { Failure } from "../../kernel/failure.ts";
import { asFailureOfFile } from "../../kernel/file-failure.ts";
import { MEDIA_TYPES } from "../../kernel/media-type.ts";
import { SIZE_TARIFF } from "../../kernel/prices.ts";
import { workOf } from "../../kernel/timing/work.ts";
import { type Files, fileOperation } from "../operation.ts";
import { resultFilename } from "../output-filename.ts";
import { requireConformance } from "../printing/require-conformance.ts";
import { imagesToPdfSchema, layoutOf, unusedFields } from "./parameters.ts";

const MAX_FILES = 200;
/** Above this many pages a request becomes a job by itself. */
const SYNC_PAGES = 200;
/** Large images that are decoded take some seconds each; those that are taken over take none. */
const LONG_WORK = { syncTimeoutMs: 60_000, engineTimePerPageMs: 5000 };

export const imagesToPdf = fileOperation({
  name: "images-to-pdf",
  operationId: "convert_images_to_pdf",
  path: "/api/v1/convert/images-to-pdf",
  scope: "convert",
  workClass: "ocr",
  summary: "Make a PDF of images",
  description:
    "Puts each image on a page, in the order in which they are sent: upright by EXIF, a TIFF with all of its pages, an " +
    "animation with its first frame. JPEG files are put in byte for byte, and so are the data of PNG and of fax pages; " +
    "what has to be coded anew keeps every pixel, except for lossy WebP and AVIF, which become JPEG of high quality. " +
    "Colour profiles, greys, palettes and transparency stay.",
  accepts: MEDIA_TYPES.filter((type) => type !== "application/pdf"),
  files: { min: 1, max: MAX_FILES },
  produces: ["application/pdf"],
  parameters: imagesToPdfSchema,
  syncPages: SYNC_PAGES,
  longWork: LONG_WORK,

  password: () => undefined,

  price: SIZE_TARIFF.price,
  quote: (files) => SIZE_TARIFF.credits(files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)),

  async run(files, parameters, context) {
    const output = join(context.workspace, "images.pdf");
    const { title, pdfa } = parameters;
    const writing = context.engines.imageDocuments.write({
      images: files.map(({ path }) => path),
      layout: layoutOf(parameters),
      title,
      pdfa,
      maxPixels: context.limits.imagePixels,
      maxBytes: context.limits.archiveBytes,
      output,
      ...workOf(context),
    });
    const { losses } = await writing.catch((error: unknown) => {
      throw asFailureOfImage(error, files);
    });
    await requireConformance(output, { pdfa }, context);
    const lost = losses.map(({ code, source }) => ({ code, parameters: { file: String(source + 1) } }));
    const otherwise = files.length === 1 ? `${parse(files[0].filename).name}.pdf` : "images.pdf";
    const filename = resultFilename(parameters, otherwise);
    return {
      result: { kind: "file", mediaType: "application/pdf", filename, path: output },
      warnings: [...unusedFields(parameters), ...lost],
    };
  },
});

function asFailureOfImage(error: unknown, files: Files): unknown {
  const source = error instanceof Failure ? error.facts["source"] : undefined;
  const file = typeof source === "number" ? files[source] : undefined;
  return typeof source !== "number" || file === undefined ? error : asFailureOfFile(error, source, file.filename);
}
