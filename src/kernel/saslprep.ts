/*
 * SASLprep (RFC 4013), the form in which a password of a PDF of revision 5 or 6 is hashed (ISO 32000-2, 7.6.4.3.3).
 * Table names (B.1, C.1.2 …) are those of RFC 3454.
 */

/** The number of bytes of a password in UTF-8 that are used; the rest is not (ISO 32000-2, 7.6.4.3.3). */
const PASSWORD_BYTES_MAX = 127;

/**
 * Returns the normalised form of `password`. Nothing is refused: a document may have been protected by a program that
 * let prohibited characters pass.
 */
export function saslprep(password: string): string {
  return password.replace(NON_ASCII_SPACES, " ").replace(MAPPED_TO_NOTHING, "").normalize("NFKC");
}

/**
 * Returns, in a sentence that does not hold the password, why `password` cannot protect a new document; undefined when
 * it can. Other readers refuse what RFC 4013 prohibits, so such a document could not be opened with them.
 */
export function newPasswordFault(password: string): string | undefined {
  const prepared = saslprep(password);
  const sizeBytes = Buffer.byteLength(prepared, "utf8");
  if (sizeBytes === 0) {
    return "A password needs at least one visible character.";
  }
  if (sizeBytes > PASSWORD_BYTES_MAX) {
    return `A password has at most ${PASSWORD_BYTES_MAX} bytes in UTF-8; this one has ${sizeBytes}.`;
  }
  if (PROHIBITED.test(prepared)) {
    return "A password cannot have control, private-use or formatting characters.";
  }
  if (!hasOneDirection(prepared)) {
    return "A password with right-to-left letters must begin and end with one, and cannot have left-to-right letters.";
  }
  return undefined;
}

// Table C.1.2, which holds U+200B too: RFC 4013 maps spaces before it deletes what B.1 names.
const NON_ASCII_SPACES = /[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]/gu;

// Table B.1, with one alternative each, because a class would combine joiners and selectors with their neighbours.
const MAPPED_TO_NOTHING = /\u00ad|\u034f|\u1806|[\u180b-\u180d]|\u200c|\u200d|\u2060|[\ufe00-\ufe0f]|\ufeff/gu;

// Tables C.2.1 and C.2.2 (controls), C.3 (private use), C.4 (no characters), C.5 (surrogates), C.6, C.7 (descriptions),
// C.8 (directional; NFKC replaces the deprecated ones), C.9 (tags).
const PROHIBITED =
  // oxlint-disable-next-line no-control-regex -- Control characters are what it looks for.
  /[\p{Cc}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\u06dd\u070f\u180e\u200e\u200f\u2028-\u202e\u2061-\u2063\u206a-\u206f\u2ff0-\u2ffb\ufff9-\ufffd\u{1d173}-\u{1d17a}\u{e0001}\u{e0020}-\u{e007f}]/u;

// Table D.1: characters of the bidirectional categories R and AL.
const RIGHT_TO_LEFT =
  /[\u05be\u05c0\u05c3\u05d0-\u05ea\u05f0-\u05f4\u061b\u061f\u0621-\u063a\u0640-\u064a\u066d-\u066f\u0671-\u06d5\u06dd\u06e5\u06e6\u06fa-\u06fe\u0700-\u070d\u0710\u0712-\u072c\u0780-\u07a5\u07b1\u200f\ufb1d\ufb1f-\ufb28\ufb2a-\ufb36\ufb38-\ufb3c\ufb3e\ufb40\ufb41\ufb43\ufb44\ufb46-\ufbb1\ufbd3-\ufd3d\ufd50-\ufd8f\ufd92-\ufdc7\ufdf0-\ufdfc\ufe70-\ufe74\ufe76-\ufefc]/u;

/**
 * Returns whether a text is written in one direction (RFC 3454, section 6). Letters that D.1 does not name are used in
 * place of D.2, whose other members are rare marks.
 */
function hasOneDirection(text: string): boolean {
  if (!RIGHT_TO_LEFT.test(text)) {
    return true;
  }
  const characters = Array.from(text);
  const ends = [characters[0], characters.at(-1)];
  return (
    ends.every((character) => character !== undefined && RIGHT_TO_LEFT.test(character)) &&
    characters.every((character) => !/\p{L}/u.test(character) || RIGHT_TO_LEFT.test(character))
  );
}
