/*
 * What a grapheme cluster asks of a face, by the properties of its characters (Unicode, UAX #44 and UTS #51).
 */

/** Characters that have no glyph to be seen: joiners, variation selectors, bidi marks and tags; spaces; controls. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}]/u;

/**
 * The characters that a face must have to write the cluster: any one of these lists is enough, because shaping composes
 * and decomposes. A cluster in which nothing is to be seen asks for the space.
 */
export function neededCharacters(cluster: string): readonly (readonly number[])[] {
  const forms = new Set([cluster, cluster.normalize("NFC"), cluster.normalize("NFD")]);
  return Array.from(forms, (form) => {
    const seen = Array.from(new Set(form)).filter((character) => !UNSEEN.test(character));
    return seen.length === 0 ? [0x20] : seen.map((character) => character.codePointAt(0) ?? 0);
  });
}

/** UTS #51, 2: whether the cluster is to be seen in colour. U+FE0E asks for text, and text is what ©, ™ and ↔ are alone. */
export function hasEmojiPresentation(cluster: string): boolean {
  return !cluster.includes("\uFE0E") && EMOJI.test(cluster);
}

/** Emoji by nature, flags and skin tones among them; by U+FE0F; keycaps; and two that are joined. */
const EMOJI =
  /\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|^[0-9#*]\uFE0F\u20E3|\p{Extended_Pictographic}\u200D\p{Extended_Pictographic}/u;
