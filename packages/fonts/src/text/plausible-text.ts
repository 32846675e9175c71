/**
 * Matches text that no reader of a page could have meant: control characters, unassigned and private code points, the
 * replacement character, halves of surrogate pairs.
 */
const IMPLAUSIBLE = /[\p{Cc}\p{Co}\p{Cn}\p{Cs}\uFFFD]/u;
const PRIVATE = /^\p{Co}+$/u;
const WHITE_SPACE = /[\t\n\r]/g;

/** Returns whether a text can be what a glyph stands for. */
export const isPlausible = (text: string): boolean => text !== "" && !IMPLAUSIBLE.test(text.replace(WHITE_SPACE, " "));

/** Returns whether a text has nothing but code points of the private use areas. */
export const isPrivate = (text: string): boolean => PRIVATE.test(text);
