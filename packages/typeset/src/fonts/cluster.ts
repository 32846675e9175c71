/* What a grapheme cluster requires of a face, by the properties of its characters (Unicode, UAX #44 and UTS #51). */

/**
 * Matches characters that have no visible glyph: joiners, variation selectors, bidi marks and tags; spaces; controls.
 */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}]/u;

/**
 * Returns lists of the characters that a face must have to write the cluster. Any one of the lists is enough, because
 * shaping composes and decomposes. A cluster without visible characters requires the space.
 */
export function neededCharacters(cluster: string): readonly (readonly number[])[] {
  const forms = new Set([cluster, cluster.normalize("NFC"), cluster.normalize("NFD")]);
  return Array.from(forms, (form) => {
    const seen = Array.from(new Set(form)).filter((character) => !UNSEEN.test(character));
    return seen.length === 0 ? [0x20] : seen.map((character) => character.codePointAt(0) ?? 0);
  });
}

/**
 * Returns whether the cluster is to be shown in colour (UTS #51, 2). U+FE0E asks for text, which is also what ©, ™ and
 * ↔ are alone.
 */
export function hasEmojiPresentation(cluster: string): boolean {
  return !cluster.includes("\uFE0E") && EMOJI.test(cluster);
}

/** Matches emoji by nature, flags and skin tones among them; emoji by U+FE0F; keycaps; and two that are joined. */
const EMOJI =
  /\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|^[0-9#*]\uFE0F\u20E3|\p{Extended_Pictographic}\u200D\p{Extended_Pictographic}/u;
