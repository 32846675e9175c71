import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Bounds, CosDocument, type CosValue, type Dict, MadeObjects, pagesOf, Stream, writeDocument } from "@quire/cos";
import sharp from "sharp";
import { type ExtractOptions, extractImages } from "../extract-images.ts";
import { ImageLoss } from "../image-loss.ts";
import type { Picture } from "../picture/picture.ts";
import { encodePng } from "../png/png.ts";
import { dict, name } from "./objects.ts";

/** Builds a document from pages and images that a test adds. */
export class ImageDocument {
  readonly #objects = new MadeObjects();
  readonly #kids: CosValue[] = [];

  /** Adds an indirect image XObject. */
  image(entries: Record<string, CosValue>, data: string | Uint8Array): CosValue {
    const bytes = typeof data === "string" ? Buffer.from(data, "latin1") : data;
    return this.#objects.add(
      new Stream(dict({ Type: name("XObject"), Subtype: name("Image"), BitsPerComponent: 8, ...entries }), bytes),
    );
  }

  stream(entries: Record<string, CosValue>, data: string): CosValue {
    return this.#objects.add(new Stream(dict(entries), Buffer.from(data, "latin1")));
  }

  page(content: string, resources: Dict, entries: Record<string, CosValue> = {}): void {
    const page = { Type: name("Page"), MediaBox: [0, 0, 100, 100], Resources: resources, ...entries };
    this.#kids.push(this.#objects.add(dict({ ...page, Contents: this.stream({}, content) })));
  }

  /** Adds a page that draws the images, in their order. */
  pageOf(...images: CosValue[]): void {
    const names = images.map((image, index): [string, CosValue] => [`I${index}`, image]);
    const content = names.map(([key]) => `q 10 0 0 10 0 0 cm /${key} Do Q`).join("\n");
    this.page(content, dict({ XObject: dict(Object.fromEntries(names)) }));
  }

  bytes(): Buffer {
    const pages = this.#objects.add(dict({ Type: name("Pages"), Kids: this.#kids, Count: this.#kids.length }));
    const catalog = this.#objects.add(dict({ Type: name("Catalog"), Pages: pages }));
    const pieces: Uint8Array[] = [];
    const sink = { write: (bytes: Uint8Array) => void pieces.push(bytes.slice()) };
    writeDocument(dict({ Root: catalog }), sink, { objectStreams: false, compress: false, unifyStreams: false });
    return Buffer.concat(pieces);
  }
}

export interface Given {
  readonly page: number;
  readonly number: number;
  readonly picture: Picture | ImageLoss;
}

export function extracted(document: ImageDocument, options: Partial<ExtractOptions> = {}): Given[] {
  const opened = CosDocument.open(document.bytes());
  const all = {
    pages: pagesOf(opened),
    format: "original" as const,
    minWidthPx: 1,
    minHeightPx: 1,
    dedupe: true,
    maxPixels: 1_000_000,
    decode: () => undefined,
    bounds: new Bounds(),
    ...options,
  };
  return [...extractImages(opened, all)].map(({ page, number, picture }) => ({
    page: page.index + 1,
    number,
    picture,
  }));
}

/** Returns the reason of a loss, or the picture's size. */
export function summaryOf({ picture }: Given): string {
  if (picture instanceof ImageLoss) {
    return picture.message;
  }
  const { widthPx, heightPx } = picture.kind === "raster" ? picture.raster : picture;
  return `${widthPx} x ${heightPx}`;
}

export function pngOf({ picture }: Given): Buffer {
  if (picture instanceof ImageLoss || picture.kind !== "raster") {
    throw new Error("It is no raster.");
  }
  return Buffer.concat(encodePng(picture.raster));
}

/**
 * Returns the channels, in bytes, that another program reads from a PNG file, gray three times; profiles are not
 * applied.
 */
export async function pixelsIn(png: Buffer): Promise<{ channels: number; data: number[] }> {
  const image = sharp(png, { ignoreIcc: true }).raw({ depth: "uchar" });
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { channels: info.channels, data: [...data] };
}

/** Returns the PNG files that Poppler makes of the images, in its order. */
export function popplerPngs(document: ImageDocument): Buffer[] {
  const directory = mkdtempSync(join(tmpdir(), "quire-images-"));
  try {
    writeFileSync(join(directory, "document.pdf"), document.bytes());
    execFileSync("pdfimages", ["-png", "document.pdf", "image"], { cwd: directory, stdio: "ignore" });
    const files = readdirSync(directory).filter((file) => file.endsWith(".png"));
    return files.toSorted().map((file) => readFileSync(join(directory, file)));
  } finally {
    rmSync(directory, { recursive: true });
  }
}
