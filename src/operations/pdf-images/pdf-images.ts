import { join, parse } from "node:path";
import { z } from "zod";
import { type ExtractedImage, type LostImage, PICTURE_FORMATS } from "../../engines/images/port.ts";
import { type Warning } from "../../kernel/failure.ts";
import { documentPassword, fields } from "../../kernel/fields/fields.ts";
import { type PageSelection, requireSelection, resolvePages } from "../../kernel/pages/page-ranges.ts";
import { SIZE_TARIFF } from "../../kernel/prices.ts";
import { workOf } from "../../kernel/timing/work.ts";
import { type ArchiveEntry, writeArchive } from "../archive.ts";
import { type Context, fileOperation, type UploadedFile } from "../operation.ts";

const schema = z.object({
  pages: fields.pages({ default: "all" }).describe("The pages whose images are extracted, such as `1-3,5`."),
  format: fields
    .choice({ values: PICTURE_FORMATS, default: "original", aliases: { jpg: "jpeg" } })
    .describe("`original`: JPEG and JPEG 2000 as they are in the document, everything else as PNG."),
  min_width: fields.integer({ min: 1, default: 1 }).describe("Least width in pixels; narrower images are left out."),
  min_height: fields.integer({ min: 1, default: 1 }).describe("Least height in pixels; lower images are left out."),
  dedupe: fields.flag({ default: true }).describe("Whether an image that occurs several times is extracted only once."),
  password: documentPassword(),
});
type Parameters = z.output<typeof schema>;

export const pdfImages = fileOperation({
  name: "pdf-images",
  operationId: "extract_pdf_images",
  path: "/api/v1/extract/pdf-images",
  scope: "extract",
  workClass: "pdf",
  summary: "Extract the images of a PDF",
  description:
    "Returns a ZIP archive with the images on the pages, at their own size; a soft mask that cannot be part of its " +
    "image is a separate file. Images that cannot be read are listed in `X-Warnings`.",
  accepts: ["application/pdf"],
  files: { min: 1, max: 1 },
  produces: ["application/zip"],
  facts: ["imageCount"],
  parameters: schema,

  password: ({ password }) => password,

  price: SIZE_TARIFF.price,
  quote([file], parameters) {
    selectPages(file, parameters);
    return SIZE_TARIFF.credits(file.sizeBytes);
  },

  async run([file], parameters, context) {
    const { pages, clipped } = selectPages(file, parameters);
    const found = new FoundImages(context);
    const path = join(context.workspace, "images.zip");
    const entries = found.entries(extract(file, pages, parameters, context), pages);
    await writeArchive(path, entries, { maxBytes: context.limits.archiveBytes, signal: context.signal });
    const filename = `${parse(file.filename).name}_images.zip`;
    return {
      result: { kind: "file", mediaType: "application/zip", filename, path },
      warnings: [...(clipped ? [{ code: "pages_clipped" }] : []), ...found.warnings],
      facts: { imageCount: found.count },
    };
  },
});

function selectPages(file: UploadedFile, { pages: list }: Parameters): PageSelection {
  return requireSelection(resolvePages(list, file.pages, { repeats: "once", maxPages: file.pages }), file.pages);
}

function extract(
  file: UploadedFile,
  pages: readonly number[],
  { format, min_width: minWidthPx, min_height: minHeightPx, dedupe, password }: Parameters,
  context: Context,
): AsyncIterable<ExtractedImage | LostImage> {
  return context.engines.images.extract({
    input: file.path,
    password,
    pages,
    format,
    minWidthPx,
    minHeightPx,
    dedupe,
    maxPixels: context.limits.imagePixels,
    outputDirectory: context.workspace,
    ...workOf(context),
  });
}

/** Collects the images that the engine finds, as files of the archive, and counts them. */
class FoundImages {
  readonly #context: Context;
  readonly #lost: Warning[] = [];
  #lostCount = 0;
  #count = 0;

  constructor(context: Context) {
    this.#context = context;
  }

  /** The number of images without masks, which belong to an image. */
  get count(): number {
    return this.#count;
  }

  get warnings(): readonly Warning[] {
    const more = this.#lostCount - this.#lost.length;
    return more === 0 ? this.#lost : [...this.#lost, { code: "images_left_out", parameters: { more: String(more) } }];
  }

  async *entries(
    images: AsyncIterable<ExtractedImage | LostImage>,
    pages: readonly number[],
  ): AsyncGenerator<ArchiveEntry> {
    const pagesDone = new Map(pages.map((page, index) => [page, index]));
    for await (const image of images) {
      this.#context.progress(pagesDone.get(image.page) ?? 0, pages.length);
      if ("reason" in image) {
        this.#lose(image);
      } else {
        this.#count += image.role === "image" ? 1 : 0;
        yield { name: this.#nameOf(image), path: image.path, sizeBytes: image.sizeBytes, compress: false };
      }
    }
  }

  #lose({ page, number }: LostImage): void {
    this.#lostCount += 1;
    if (this.#lost.length < MAX_NAMED) {
      this.#lost.push({ code: "image_left_out", parameters: { page: String(page), number: String(number) } });
    }
  }

  #nameOf({ page, number, role, extension }: ExtractedImage): string {
    const name = `page_${page}_image_${number}${role === "mask" ? "_mask" : ""}`;
    return `${name}.${extension === "jpg" ? this.#context.compatibility.jpegExtension : extension}`;
  }
}

// The header has room for 20 warnings.
const MAX_NAMED = 18;
