import { lazy } from "../encodings/code-table.ts";
import { encodingNamed } from "../encodings/encodings.ts";
import { textOfGlyphName } from "./glyph-name-text.ts";
import { texEncodingOf } from "./tex-encodings.ts";

/** Returns the text of a code of one byte in a font's built-in encoding; undefined for a code that it leaves out. */
export type TextOfCode = (code: number) => string | undefined;

/** Matches the tag of a font subset (ISO 32000-2, 9.9.2). */
const SUBSET_TAG = /^[A-Z]{6}\+/;

/**
 * Returns the built-in encoding of a font of signs that is known by its name, whatever its file says: Symbol,
 * ZapfDingbats, Wingdings, and the fonts of TeX. Returns undefined for any other font.
 * @param baseFont the name, with or without the tag of a subset
 */
export function piFontEncoding(baseFont: string): TextOfCode | undefined {
  const name = baseFont.replace(SUBSET_TAG, "");
  if (/^symbol(?:mt|std|ps|neu)?(?:[,-]|$)/i.test(name)) {
    return (code) => textOfNamed("Symbol", code);
  }
  if (/dingbats/i.test(name)) {
    return (code) => textOfNamed("ZapfDingbats", code);
  }
  if (/^wingdings(?:-regular)?(?:[,-]|$)/i.test(name)) {
    return (code) => wingdings().get(code);
  }
  if (EURO_FONT.test(name)) {
    return () => "€";
  }
  if (LINE_FONT.test(name)) {
    return () => " ";
  }
  const names = texEncodingOf(name);
  return names && ((code) => textOfName(names(code)));
}

/** The fonts of TeX's eurosym package, which have euro signs alone, under the names of letters. */
const EURO_FONT = /^(?:TeX-)?fey[mb][a-z]{0,2}\d{1,2}$/;

/**
 * The fonts that TeX draws with: pieces of lines, circles and arrow tips of LaTeX's pictures, of Xy-pic and of Japanese
 * frames. They are no text, and part the words beside them.
 */
const LINE_FONT =
  /^(?:line|lcircle)w?10$|^(?:TeX-)?ascgrp$|^xy(?:[ab]tip|bsql|circ|dash|line|(?:cm|eu|lu)[ab]t)(?:10|-medium)$/i;

/**
 * Returns whether a font that is known by its name has signs under the names of letters, which count for nothing: its
 * built-in encoding alone tells them.
 */
export function hasSignsForLetters(baseFont: string): boolean {
  const name = baseFont.replace(SUBSET_TAG, "");
  return EURO_FONT.test(name) || LINE_FONT.test(name);
}

const textOfName = (name: string | undefined, options?: { readonly isDingbats: boolean }): string | undefined =>
  name === undefined ? undefined : textOfGlyphName(name, options);

function textOfNamed(encoding: "Symbol" | "ZapfDingbats", code: number): string | undefined {
  return textOfName(encodingNamed(encoding)?.get(code), { isDingbats: encoding === "ZapfDingbats" });
}

/*
 * Wingdings, by the characters that Unicode has for its signs; of several that look the same, the one that more fonts
 * have. Runs of text are for codes in a row from the one before them; ~ leaves a code out.
 */
const WINGDINGS: readonly (readonly [first: number, signs: string])[] = [
  [0x21, "✏✂✁👓🔔📖🕯☎✆✉🖂📪📫📬📭📁📂📄🗏🗐🗄⌛🖮🖰🖲🖳🖴🖫🖬✇✍🖎✌👌👍👎☜☞☝☟🖐☺😐☹💣☠🏳🏱✈☼💧❄🕆✞🕈✠✡☪☯ॐ☸"],
  [0x5e, "♈♉♊♋♌♍♎♏♐♑♒♓🙰🙵●❍■□□❑❒⬧⧫◆❖⬥⌧⮹⌘🏵🏶❝❞"],
  [0x80, "⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿"],
  [0x96, "🙢🙠🙡🙣🙞🙜🙝🙟·•▪○⭕◉◉◎🔿▪▫▲✦★✶✴✹✵⯐⌖⟡⌑⯑✪✰🕐🕑🕒🕓🕔🕕🕖🕗🕘🕙🕚🕛"],
  [0xd5, "⌫⌦⮘➢⮙⮛⮈⮊⮉⮋←→↑↓↖↗↙↘"],
  [0xe8, "➔"],
  [0xef, "⇦⇨⇧⇩⬄⇳⬀⬁⬃⬂▭▫✗✓☒☑"],
];

const wingdings = lazy(
  () =>
    new Map(WINGDINGS.flatMap(([first, signs]) => Array.from(signs, (sign, index) => [first + index, sign] as const))),
);
