import { join, parse } from "node:path";
import { z } from "zod";
import type { ImageSize, PageImage } from "../../engines/pdfium/port.ts";
import type { Warning } from "../../kernel/failure.ts";
import { addFault, type Fault } from "../../kernel/faults.ts";
import { documentPassword, fields } from "../../kernel/fields/fields.ts";
import { pageOutOfRange, resolvePages } from "../../kernel/pages/page-ranges.ts";
import { RENDERING_TARIFF } from "../../kernel/prices.ts";
import { workOf } from "../../kernel/timing/work.ts";
import { type ArchiveEntry, writeArchive } from "../archive.ts";
import { type Context, fileOperation, type Outcome, type UploadedFile } from "../operation.ts";
import { type PageWork, sharingOf } from "../page-sharing.ts";

const MAX_SIDE_PX = 20_000;

const missingEnd = (given: string): Fault => ({
  type: "missing",
  message: "Field required",
  advice: `A range has both ends, and only ${given} was sent; for a single page send page_number.`,
});

const severalAdvice =
  "For several pages send start_page and end_page, each with one number; the result is then a ZIP archive.";

const schema = z
  .object({
    page_number: fields
      .integer({ min: 1, default: 1, severalAdvice })
      .describe("The page to render; the result is a single image."),
    start_page: fields.optionalInteger({ min: 1, severalAdvice }).describe("First page of a range; needs `end_page`."),
    end_page: fields.optionalInteger({ min: 1, severalAdvice }).describe("Last page of a range; needs `start_page`."),
    image_format: fields
      .choice({ values: ["PNG", "JPEG", "WEBP"], default: "PNG", aliases: { JPG: "JPEG" } })
      .describe("Format of the images."),
    dpi: fields.oneOfIntegers({ values: [72, 150, 300], default: 150 }).describe("Resolution in dots per inch."),
    quality: fields.integer({ min: 1, max: 100, default: 85 }).describe("Image quality, for JPEG and WebP only."),
    transparent_background: fields
      .flag({ default: false })
      .describe("Transparent instead of white background; PNG only."),
    custom_width: fields
      .optionalInteger({ min: 1, max: MAX_SIDE_PX })
      .describe("Width in pixels; alone it keeps the aspect ratio. `dpi` is then ignored."),
    custom_height: fields
      .optionalInteger({ min: 1, max: MAX_SIDE_PX })
      .describe("Height in pixels; alone it keeps the aspect ratio. `dpi` is then ignored."),
    password: documentPassword(),
  })
  .superRefine(({ start_page, end_page }, context) => {
    if (start_page !== undefined && end_page === undefined) {
      addFault(context, missingEnd("start_page"), { path: ["end_page"] });
    } else if (start_page === undefined && end_page !== undefined) {
      addFault(context, missingEnd("end_page"), { path: ["start_page"] });
    } else if (start_page !== undefined && end_page !== undefined && start_page > end_page) {
      const error = "start_page should not be greater than end_page";
      const fault = { type: "value_error", message: `Value error, ${error}`, context: { error } } as const;
      addFault(context, fault, { path: ["start_page"], input: start_page });
    }
  });
type Parameters = z.output<typeof schema>;

export const pdfToImage = fileOperation({
  name: "pdf-to-image",
  operationId: "convert_pdf_to_image",
  path: "/api/v1/convert/pdf-to-image",
  scope: "convert",
  workClass: "pdf",
  summary: "Render pages of a PDF as images",
  description:
    "Renders one page as an image or, with `start_page` and `end_page`, a range of pages as a ZIP archive with one " +
    "image " +
    "per page. The visible page area is drawn, upright, with annotations and form values.",
  accepts: ["application/pdf"],
  files: { min: 1, max: 1 },
  produces: ["image/png", "image/jpeg", "image/webp", "application/zip"],
  parameters: schema,

  password: ({ password }) => password,

  price: RENDERING_TARIFF.price,
  quote([file], parameters) {
    const size = imageSize(parameters);
    return RENDERING_TARIFF.credits(
      selectPages(file, parameters).pages.length,
      size.kind === "resolution" ? size.dpi : undefined,
    );
  },

  async run([file], parameters, context) {
    const { pages, clipped } = selectPages(file, parameters);
    const result = isRange(parameters)
      ? await archiveOf(file, pages, parameters, context)
      : await singleImage(render(file, pages, parameters, context), parameters, context);
    return { result, warnings: clipped ? ([{ code: "pages_clipped" }] satisfies Warning[]) : [] };
  },
});

type PageParameters = Pick<Parameters, "page_number" | "start_page" | "end_page">;

const isRange = ({ start_page, end_page }: PageParameters): boolean =>
  start_page !== undefined && end_page !== undefined;

function selectPages(file: UploadedFile, { page_number, start_page, end_page }: PageParameters) {
  if (start_page === undefined || end_page === undefined) {
    if (page_number > file.pages) {
      throw pageOutOfRange(page_number, file.pages);
    }
    return { pages: [page_number], clipped: false };
  }
  const range = { kind: "ranges", ranges: [{ first: start_page, last: end_page }] } as const;
  return resolvePages(range, file.pages, { repeats: "once", maxPages: file.pages });
}

const FORMATS = {
  PNG: { format: "png", mediaType: "image/png" },
  JPEG: { format: "jpeg", mediaType: "image/jpeg" },
  WEBP: { format: "webp", mediaType: "image/webp" },
} as const;

function render(
  file: UploadedFile,
  pages: readonly number[],
  parameters: Parameters,
  context: Context,
): AsyncIterable<PageImage> {
  const { format } = FORMATS[parameters.image_format];
  return context.engines.rasterizer.render({
    input: file.path,
    password: parameters.password,
    pages,
    size: imageSize(parameters),
    encoding: {
      format,
      quality: parameters.quality,
      transparent: parameters.transparent_background && format === "png",
    },
    maxPixels: context.limits.imagePixels,
    outputDirectory: context.workspace,
    ...workOf(context),
  });
}

const imageSize = ({ dpi, custom_width: widthPx, custom_height: heightPx }: Parameters): ImageSize =>
  widthPx === undefined && heightPx === undefined ? { kind: "resolution", dpi } : { kind: "pixels", widthPx, heightPx };

const imageName = (page: number, { image_format }: Parameters, { compatibility }: Context): string => {
  const { format } = FORMATS[image_format];
  return `page_${page}.${format === "jpeg" ? compatibility.jpegExtension : format}`;
};

async function singleImage(
  images: AsyncIterable<PageImage>,
  parameters: Parameters,
  context: Context,
): Promise<Outcome["result"]> {
  const [image] = await Array.fromAsync(images);
  if (image === undefined) {
    throw new Error("The rasterizer returned no image for one page.");
  }
  const { mediaType } = FORMATS[parameters.image_format];
  return { kind: "file", mediaType, filename: imageName(image.page, parameters, context), path: image.path };
}

/** The number of pages after which shared rendering looks for the next ones: to open a document takes less than a page. */
const PAGES_AT_A_TIME = 4;

const keptImage = z.object({ widthPx: z.number(), heightPx: z.number(), dpi: z.number(), sizeBytes: z.int() });

/** Returns the work on each page, for several processes to share. */
const pageWork = (file: UploadedFile, parameters: Parameters, context: Context): PageWork<PageImage> => ({
  atOnce: 1,
  pagesAtATime: PAGES_AT_A_TIME,
  work: (pages, signal) => render(file, pages, parameters, { ...context, signal }),
  kept: ({ path, ...image }) => ({ value: image, path }),
  restored(page, { value, path }) {
    const image = keptImage.safeParse(value);
    return image.success && path !== undefined ? { ...image.data, page, path } : undefined;
  },
});

async function archiveOf(
  file: UploadedFile,
  pages: readonly number[],
  parameters: Parameters,
  context: Context,
): Promise<Outcome["result"]> {
  const sharing = sharingOf(context, pages);
  const images =
    sharing === undefined
      ? render(file, pages, parameters, context)
      : sharing.inOrder(pages, pageWork(file, parameters, context));
  const path = join(context.workspace, "pages.zip");
  const entries = async function* (): AsyncGenerator<ArchiveEntry> {
    let pagesDone = 0;
    for await (const image of images) {
      const name = imageName(image.page, parameters, context);
      yield { name, path: image.path, sizeBytes: image.sizeBytes, compress: false };
      pagesDone += 1;
      if (sharing === undefined) {
        context.progress(pagesDone, pages.length);
      }
    }
  };
  await writeArchive(path, entries(), { maxBytes: context.limits.archiveBytes, signal: context.signal });
  const documentName = parse(file.filename).name;
  return { kind: "file", mediaType: "application/zip", filename: `${documentName}_pages.zip`, path };
}
