import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TimeBudget } from "../../../kernel/timing/work.ts";
import type { ImageFormat, ImageSize, PageImage, Rasterizer } from "../../pdfium/port.ts";

/** The options of a test; by default page 1 at 72 dpi, as an opaque PNG. */
export interface RenderOptions {
  readonly pages?: readonly number[];
  readonly size?: ImageSize;
  readonly format?: ImageFormat;
  readonly quality?: number;
  readonly transparent?: boolean;
  readonly maxPixels?: number;
  readonly password?: string | undefined;
  readonly signal?: AbortSignal;
}

/** A rasterizer with a separate directory for the files of one test. */
export class RenderBench implements AsyncDisposable {
  readonly #rasterizer: Rasterizer;
  readonly #directory: string;
  #output = "";

  private constructor(rasterizer: Rasterizer, directory: string) {
    this.#rasterizer = rasterizer;
    this.#directory = directory;
  }

  static async open(rasterizer: Rasterizer): Promise<RenderBench> {
    const bench = new RenderBench(rasterizer, await mkdtemp(join(tmpdir(), "quire-rasterizer-")));
    await bench.renewOutput();
    return bench;
  }

  /** The directory that the images are written to. */
  get output(): string {
    return this.#output;
  }

  /** Has the next images written to a new directory: they would have the names of earlier ones. */
  async renewOutput(): Promise<void> {
    this.#output = await mkdtemp(join(this.#directory, "images-"));
  }

  /** Returns a path for a file of the test. */
  path(name: string): string {
    return join(this.#directory, name);
  }

  /** Writes a document that the test has made, and returns its path. */
  async made(document: Buffer): Promise<string> {
    await writeFile(this.path("made.pdf"), document);
    return this.path("made.pdf");
  }

  async *render(file: string, options: RenderOptions = {}): AsyncGenerator<PageImage> {
    // A pool may change the owner of its input files.
    const input = this.path("input");
    await copyFile(file, input);
    const { format = "png", quality = 85, transparent = false } = options;
    yield* this.#rasterizer.render({
      input,
      password: options.password,
      pages: options.pages ?? [1],
      size: options.size ?? { kind: "resolution", dpi: 72 },
      encoding: { format, quality, transparent },
      maxPixels: options.maxPixels ?? 1e8,
      outputDirectory: this.output,
      signal: options.signal ?? new AbortController().signal,
      engineTime: new TimeBudget(25_000),
    });
  }

  async renderAll(file: string, options?: RenderOptions): Promise<PageImage[]> {
    return Array.fromAsync(this.render(file, options));
  }

  async renderOne(file: string, options?: RenderOptions): Promise<PageImage> {
    const images = await this.renderAll(file, options);
    const [image] = images;
    if (image === undefined || images.length > 1) {
      throw new Error(`${images.length} images came in place of one.`);
    }
    return image;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#directory, { recursive: true });
  }
}
