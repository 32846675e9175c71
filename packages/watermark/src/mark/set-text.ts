import type { CosDirect, Dict, Ref } from "@quire/cos";
import { EmbeddedFonts, type InstalledFonts, type TypesetText, typeset } from "@quire/typeset";

/** A text that has been set. */
export interface SetText {
  readonly widthPt: number;
  readonly heightPt: number;
  /** Shows it with its lower left corner at the origin, in the current colour. */
  readonly content: Uint8Array;
  /** Some of it are pictures with colours of their own. */
  readonly hasColours: boolean;
}

/** Sets texts in fonts of one document. */
export interface TextSetter {
  /** `text` is undefined when nothing of it would be seen. */
  set(text: string): { readonly text: SetText | undefined; readonly isIncomplete: boolean };
  /** The fonts of all that was set, called once: /Font of its resources. */
  fonts(): Dict;
}

export interface SetterOptions {
  readonly fonts: InstalledFonts;
  readonly fontFamily?: string | undefined;
  readonly sizePt: number;
  readonly align: "left" | "center" | "right";
}

/** Sets texts with the fonts that it is given. */
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

/** White-space shows nothing. */
const isVisible = ({ lines }: TypesetText): boolean =>
  lines.some(({ runs }) => runs.some(({ glyphs }) => glyphs.some(({ text }) => text.trim() !== "")));

const hasPictures = ({ lines }: TypesetText): boolean =>
  lines.some(({ runs }) => runs.some(({ face }) => face.glyphs === "png"));
