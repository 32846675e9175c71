import type { Span } from "../../blocks.ts";
import { hasRightToLeft, isRightToLeft } from "../../words/bidi.ts";

export type Direction = "ltr" | "rtl";

const RIGHT_TO_LEFT = /^(?:ar|arc|ckb|dv|fa|he|iw|ks|nqo|ps|sd|syr|ug|ur|yi)\b/i;

export const directionOfLanguage = (lang: string | undefined): Direction =>
  lang !== undefined && RIGHT_TO_LEFT.test(lang) ? "rtl" : "ltr";

/** Returns the direction of a text; undefined where it is that of its document. */
export function otherDirection(spans: readonly Span[], base: Direction): Direction | undefined {
  const texts = spans.map(({ text }) => text);
  if (base === "ltr") {
    return texts.some(hasRightToLeft) && isRightToLeft(texts) ? "rtl" : undefined;
  }
  return isRightToLeft(texts) || !texts.some((text) => /\p{L}/u.test(text)) ? undefined : "ltr";
}
