import { readFile } from "node:fs/promises";

/** The outcome of drawing a first page: something to see, nothing to see, no page, or no answer in time. */
export type Drawing = "ink" | "blank" | "error" | "timeout";

/** The drawings of one file's first page by two programs, each independent of our engine. */
export interface FirstPage {
  readonly pdfjs: Drawing;
  readonly poppler: Drawing;
}

/**
 * The contents of `ink.json`, which `make-ink-list.ts` writes. The keys of the three lists are the names of the files.
 */
export interface InkList {
  readonly programs: { readonly pdfjs: string; readonly poppler: string };
  readonly rule: string;
  readonly counts: Readonly<Record<string, number>>;
  /** The files in which both programs see ink: our drawing must show some as well. */
  readonly expected: Readonly<Record<string, FirstPage>>;
  /** The files in which exactly one program sees ink: nothing is expected, but they are worth a look. */
  readonly disputed: Readonly<Record<string, FirstPage>>;
  readonly others: Readonly<Record<string, FirstPage>>;
}

export const INK_RULE = { darkerThan: 250, pixels: 3 } as const;

export async function readInkList(): Promise<InkList> {
  return JSON.parse(await readFile(new URL("ink.json", import.meta.url), "utf8")) as InkList;
}

/**
 * Counts the pixels of a page that differ from white paper, up to the few that decide. `channels` is 3 (RGB) or 4
 * (RGBA, laid over white first). Rows may come in parts, each a whole number of pixels.
 */
export class InkCounter {
  readonly #channels: 3 | 4;
  #darkPixels = 0;

  constructor(channels: 3 | 4) {
    this.#channels = channels;
  }

  get drawing(): "ink" | "blank" {
    return this.#darkPixels >= INK_RULE.pixels ? "ink" : "blank";
  }

  add(pixels: Uint8Array): void {
    for (let offset = 0; offset < pixels.length && this.#darkPixels < INK_RULE.pixels; offset += this.#channels) {
      const darkest = Math.min(pixels[offset] ?? 255, pixels[offset + 1] ?? 255, pixels[offset + 2] ?? 255);
      const alpha = this.#channels === 4 ? (pixels[offset + 3] ?? 255) : 255;
      if (255 - ((255 - darkest) * alpha) / 255 < INK_RULE.darkerThan) {
        this.#darkPixels += 1;
      }
    }
  }
}
