/*
 * The text that a glyph stands for. Fonts name ligatures, letters by their form and bullets by private numbers; text
 * has letters.
 */

/**
 * Presentation forms: Latin ligatures, Hebrew and Arabic letters by their form in a word, and the punctuation of
 * vertical lines.
 */
const PRESENTATION_FORM = /[\uFB00-\uFDFF\uFE10-\uFE19\uFE30-\uFE44\uFE47\uFE48\uFE70-\uFEFE]/;

/** The numbers of the Symbol and Wingdings fonts in the private use area, where lists take their bullets from. */
const PRIVATE_BULLETS: Readonly<Record<string, string>> = {
  "\uF0B7": "•",
  "\uF0A7": "▪",
  "\uF0A8": "▫",
  "\uF06E": "■",
  "\uF06C": "●",
  "\uF06F": "□",
  "\uF076": "❖",
  "\uF0D8": "➢",
  "\uF0E0": "→",
  "\uF0FC": "✓",
  "\uF0FE": "☑",
};

/**
 * Zero-width and control characters and the grapheme joiner, which are no text. A soft hyphen is text only at the end of
 * a line, where it is seen.
 */
// oxlint-disable-next-line no-control-regex
const NOTHING = /[\u034F\u0000-\u0008\u000E-\u001F\u007F-\u009F\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

const GRAPHEME_JOINER = 0x34f;

export function glyphText(text: string): string {
  if (text.length === 1) {
    const code = text.charCodeAt(0);
    if ((code > 0x20 && code < 0x7f) || (code >= 0xc0 && code < 0x2000 && code !== GRAPHEME_JOINER)) {
      return text;
    }
  }
  const seen = text.replace(NOTHING, "");
  if (PRESENTATION_FORM.test(seen)) {
    return seen.normalize("NFKC");
  }
  const both = ACCENT_AND_LETTER.exec(seen);
  if (both !== null) {
    const [, accent = "", letter = ""] = both;
    return accented(letter, SPACING_ACCENTS[accent] ?? "").normalize("NFC");
  }
  return PRIVATE_BULLETS[seen] ?? marksLast(seen.replace(LAM_ALEF_AS_SEEN, "\u0644$2$1$3"));
}

/** The accents that some fonts have as glyphs of their own, and the combining marks for them. */
export const SPACING_ACCENTS: Readonly<Record<string, string>> = {
  "\u00B4": "\u0301",
  "\u0060": "\u0300",
  "\u02C6": "\u0302",
  "\u02DC": "\u0303",
  "\u00A8": "\u0308",
  "\u02C7": "\u030C",
  "\u02DA": "\u030A",
  "\u00AF": "\u0304",
  "\u02D9": "\u0307",
  "\u02DD": "\u030B",
  "\u02D8": "\u0306",
  "\u00B8": "\u0327",
  "\u02DB": "\u0328",
};

/** Returns a letter with a combining mark: an i or j is drawn without its dot below an accent. */
export function accented(letter: string, mark: string): string {
  return (DOTTED[letter] ?? letter) + mark;
}

const DOTTED: Readonly<Record<string, string>> = { "\u0131": "i", "\u0237": "j" };

/** One glyph that its font says to be an accent and a letter. */
const ACCENT_AND_LETTER =
  /^([\u00B4\u0060\u02C6\u02DC\u00A8\u02C7\u02DA\u00AF\u02D9\u02DD\u02D8\u00B8\u02DB])(\p{L})$/u;

/** The one ligature that Arabic always has, with points or without, in the order in which it is seen: no font joins alef to lam. */
const LAM_ALEF_AS_SEEN = /^(\p{M}*)([\u0622\u0623\u0625\u0627])(\p{M}*)\u0644$/u;

const MARKS_FIRST = /^(\p{M}+)(\P{M}.*)$/u;
/** The scripts of India and South-East Asia, from Devanagari to Khmer, whose syllables have marks between letters. */
const SYLLABLES = /^[\u0900-\u17FF]/;
/** Puts the letter of a glyph before its marks, whatever order the font gives them in. */
const marksLast = (text: string): string => (SYLLABLES.test(text) ? text : text.replace(MARKS_FIRST, "$2$1"));

/** Returns whether a text is one letter of the Latin alphabet, as most are: they need no closer look. */
export function isPlainLetter(text: string): boolean {
  const unit = text.charCodeAt(0) | 0x20;
  return text.length === 1 && unit >= 0x61 && unit <= 0x7a;
}

/** Returns whether a text is empty or has nothing but spaces of any width and line ends. */
export function isSpace(text: string): boolean {
  const unit = text.charCodeAt(0);
  return !(unit > SPACE && unit < NO_BREAK_SPACE) && /^\s*$/.test(text);
}

const SPACE = 0x20;
const NO_BREAK_SPACE = 0xa0;
