import type { CosDirect, Dict, Ref } from "@quire/cos";
import { EmbeddedFonts, type InstalledFonts, type TypesetText, typeset } from "@quire/typeset";

/** A typeset text. */
export interface SetText {
  readonly widthPt: number;
  readonly heightPt: number;
  /** Content that shows the text with its lower left corner at the origin, in the current colour. */
  readonly content: Uint8Array;
  /** Whether some of its glyphs are pictures with their own colours. */
  readonly hasColours: boolean;
}

/** Typesets texts in fonts of one document. */
export interface TextSetter {
  /** Typesets a text; the result's `text` is undefined when nothing of it would be visible. */
  set(text: string): { readonly text: SetText | undefined; readonly isIncomplete: boolean };
  /** Returns the fonts of all texts, for /Font of their resources; called once, at the end. */
  fonts(): Dict;
}

export interface SetterOptions {
  readonly fonts: InstalledFonts;
  readonly fontFamily?: string | undefined;
  readonly sizePt: number;
  readonly align: "left" | "center" | "right";
}

/** Returns a setter that typesets texts with the installed fonts. */
export function textSetter(options: SetterOptions, add: (value: CosDirect) => Ref): TextSetter {
  const embedded = new EmbeddedFonts(add);
  const { fonts, fontFamily, sizePt, align } = options;
  return {
    set(text) {
      const block = typeset(text, { fonts, sizePt, family: fontFamily, align });
      const isIncomplete = block.missing.length > 0;
      if (!isVisible(block)) {
        return { text: undefined, isIncomplete };
      }
      const { widthPt, heightPt } = block;
      return {
        text: { widthPt, heightPt, content: embedded.show(block), hasColours: hasPictures(block) },
        isIncomplete,
      };
    },
    fonts: () => embedded.finish(),
  };
}

/** Returns whether a text shows anything; white-space does not. */
const isVisible = ({ lines }: TypesetText): boolean =>
  lines.some(({ runs }) => runs.some(({ glyphs }) => glyphs.some(({ text }) => text.trim() !== "")));

const hasPictures = ({ lines }: TypesetText): boolean =>
  lines.some(({ runs }) => runs.some(({ face }) => face.glyphs === "png"));
