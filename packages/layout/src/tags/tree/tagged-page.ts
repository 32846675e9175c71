import type { Rotation } from "../../geometry/turning.ts";
import { fontFacts } from "../../glyphs/font-facts.ts";
import type { ReadPage } from "../../pages/seen-page.ts";
import { placingOf } from "../../words/placing.ts";
import type { Letters } from "../../words/word-of.ts";
import type { Emphasis } from "./emphasis.ts";
import { type Replacement, withReplacedText } from "./replaced-text.ts";

/** A page turned upright, with its visible glyphs by the marked content that they stand in. */
export interface TaggedPage extends ReadPage {
  /** The glyphs in the order of the content, by marked-content identifier. */
  readonly glyphsOf: ReadonlyMap<number, readonly number[]>;
  /** Returns whether a glyph belongs to an element. */
  readonly isClaimed: (glyph: number) => boolean;
  /** The style that inline elements give marked content, by identifier. */
  readonly emphasis: ReadonlyMap<number, Emphasis>;
  /** Returns the glyphs of a rotation with what words are made from. */
  readonly lettersAt: (rotation: Rotation) => Letters;
}

export interface TagsOfPage {
  /** The identifiers of marked content of elements. */
  readonly claimed: ReadonlySet<number>;
  readonly replacements: readonly Replacement[];
  readonly emphasis: ReadonlyMap<number, Emphasis>;
}

export function taggedPage(read: ReadPage, tags: TagsOfPage): TaggedPage {
  const { content: turned, visible } = read;
  const { markedContentId } = turned.glyphs;
  const isClaimed = (glyph: number): boolean => tags.claimed.has(markedContentId[glyph] ?? -1);
  const glyphsOf = new Map<number, number[]>();
  for (const glyph of visible) {
    if (isClaimed(glyph)) {
      const id = markedContentId[glyph] ?? -1;
      const own = glyphsOf.get(id);
      if (own === undefined) {
        glyphsOf.set(id, [glyph]);
      } else {
        own.push(glyph);
      }
    }
  }
  const glyphs = withReplacedText(turned.glyphs, { replacements: tags.replacements, glyphsOf });
  const content = glyphs === turned.glyphs ? turned : { ...turned, glyphs };
  const fonts = fontFacts(content);
  const known = new Map<Rotation, Letters>();
  const lettersAt = (own: Rotation): Letters => {
    const letters = known.get(own) ?? { content, placing: placingOf(content, own, visible), fonts };
    known.set(own, letters);
    return letters;
  };
  return { ...read, content, glyphsOf, isClaimed, emphasis: tags.emphasis, lettersAt };
}
