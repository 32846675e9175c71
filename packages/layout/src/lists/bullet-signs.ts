import type { Word } from "../words.ts";

/** The signs that lists begin their items with and that hardly begin anything else: they need no gap behind them. */
const STRONG =
  /^(?:[•◦▪▫‣⁃⚫⚪➢➤➣☞☛☐☑☒✓✔✗✘❖❏❑❒❯∙⦁⦾⦿]|[\u25A0-\u25CF\u25D8-\u25E6\u25EF-\u25FE\u2726-\u2756\u2794-\u27BE\u2B1B-\u2B2F])\uFE0F?$/u;

/**
 * The signs that begin other lines too, so that another item has to show that there is a list. The circumflex is what
 * TeX's text companion fonts in Type 1 form say of their bullet.
 */
const WEAK = /^[–—−‐\-·*∗⋅⋆★☆⋄→↪↳⇨›»✦✧✱ˆ]$/u;

/** A glyph whose font does not say what it means: no value at all, or one of a private use area. */
const UNNAMED = /^[\uFFFD\uE000-\uF8FF]$/u;

/** Fonts of signs, in which a letter or a digit is the code of a sign. */
const SIGN_FONT =
  /wingdings|webdings|dingbats|opensymbol|starsymbol|marlett|monotype ?sorts|fontawesome|symbolmt|^symbol/iu;

/** Dashes, which begin quotations, signatures and asides as well as items. */
export const DASH = /^[–—−‐-]$/u;

/**
 * Returns whether a word is a bullet: `strong` where it hardly can be anything else, `weak` where other items have to
 * show it. Word processors take bullets from fonts of signs, where the codes are those of any letters, and the circle of
 * second levels from Courier New.
 */
export function bulletSign({ text, font }: Word, next: Word | undefined): "strong" | "weak" | undefined {
  if (STRONG.test(text)) {
    return "strong";
  }
  if (WEAK.test(text)) {
    return "weak";
  }
  const isBeforeText = next !== undefined && next.isJoined !== true && /^["'“„(]?[\p{L}\p{N}]/u.test(next.text);
  if (!isBeforeText || Array.from(text).length !== 1 || next.font.name === font.name) {
    return undefined;
  }
  if (SIGN_FONT.test(font.name)) {
    return "strong";
  }
  if (UNNAMED.test(text)) {
    return "weak";
  }
  return text === "o" && font.isFixedPitch && !next.font.isFixedPitch ? "strong" : undefined;
}

/** Returns whether a text alone is one of the signs that hardly stand for anything but bullets. */
export const isBulletText = (text: string): boolean => STRONG.test(text);
