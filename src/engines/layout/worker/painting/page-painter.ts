import type { PageFont, PageLines, PagePainting } from "@quire/layout";
import type { PaintedDocument } from "../document/painted-document.ts";
import { drawBackground, encodeBackground } from "./background.ts";
import { FontFamilies } from "./font-families.ts";
import { looseOutlines } from "./loose-outlines.ts";
import { matchGlyphs } from "./match-glyphs.ts";
import { setWord } from "./set-words.ts";

/** Finds out how the pages of a document are painted, and collects the fonts that their text is set in. */
export class PagePainter {
  readonly #document: PaintedDocument;
  readonly #families: FontFamilies;

  /** `fontPrefix` begins the names of the fonts. */
  constructor(document: PaintedDocument, fontPrefix: string) {
    this.#document = document;
    this.#families = new FontFamilies(fontPrefix);
  }

  /** Returns how a page is painted, and whether some of its text is set in the reader's own fonts. */
  async paint({ content, lines }: PageLines): Promise<PagePainting & { readonly hasReplaced: boolean }> {
    const page = this.#document.read(content.page);
    if (page === undefined) {
      return { background: undefined, word: () => ({ kind: "replaced" }), outlines: [], hasReplaced: false };
    }
    const matches = matchGlyphs(content.glyphs, page.glyphs);
    const isSet = new Uint8Array(page.glyphs.length);
    const words = new Map(
      lines
        .flatMap((line) => line.words)
        .map((word) => {
          const indices = word.glyphs.map((glyph) => matches[glyph] ?? -1);
          const painted = indices.map((index) => page.glyphs[index]);
          const set = setWord(word, content, { painted, families: this.#families });
          for (const index of set.kind === "pictured" ? [] : indices) {
            isSet[index] = 1;
          }
          return [word, set] as const;
        }),
    );
    const outlines = looseOutlines(page.glyphs, (index) => isSet[index] === 1, content);
    const drawn = drawBackground(page, content);
    const background = drawn && (await encodeBackground(drawn, page));
    return {
      background,
      word: (word) => words.get(word) ?? { kind: "replaced" },
      outlines,
      hasReplaced: [...words.values()].some(({ kind }) => kind === "replaced"),
    };
  }

  fonts(): PageFont[] {
    return this.#families.fonts();
  }
}
