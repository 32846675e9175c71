/** Returns a tag as Unicode has it, which knows no extended languages: `zh-Hans` of `zh-cmn-Hans`. */
export const unicodeTag = (tag: string): string => tag.replace(/^([a-z]{2,3})(?:-[a-z]{3}){1,3}(?=-|$)/iu, "$1");

/**
 * Returns the direction of the script that a language is usually written in; from left to right for what is no language
 * tag.
 */
export function directionOf(language: string): "ltr" | "rtl" {
  try {
    return RIGHT_TO_LEFT.has(new Intl.Locale(unicodeTag(language)).maximize().script ?? "") ? "rtl" : "ltr";
  } catch {
    return "ltr";
  }
}

// ISO 15924 codes of the scripts that run from right to left and are written today.
const RIGHT_TO_LEFT = new Set(["Adlm", "Arab", "Aran", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa"]);
