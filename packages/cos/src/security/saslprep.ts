/**
 * Prepares a password with SASLprep (RFC 4013), so that the same one has the same bytes whatever keyboard it comes
 * from; undefined when it has prohibited characters, or mixes directions in a forbidden way. Unassigned code points are
 * allowed, as in a query.
 */
export function saslprep(text: string): string | undefined {
  const result = text.replace(MAPPED_TO_NOTHING, "").replace(NON_ASCII_SPACE, " ").normalize("NFKC");
  return PROHIBITED.test(result) || !isDirectionRight(result) ? undefined : result;
}

/**
 * Returns whether text that has characters from right to left begins and ends with such, and has none from left to
 * right (RFC 3454, 6).
 */
const isDirectionRight = (text: string): boolean =>
  !HAS_RIGHT_TO_LEFT.test(text) || (IS_ENCLOSED.test(text) && !LEFT_TO_RIGHT.test(text));

/**
 * Returns the inside of a regular expression's class for code points and ranges in the notation of RFC 3454's tables.
 */
const characters = (points: string): string =>
  points
    .split(" ")
    .map((range) => range.replaceAll(/\w+/g, (point) => `\\u{${point}}`))
    .join("");

// Table B.1. U+200B, which is also in C.1.2, is removed, as in other implementations.
// oxlint-disable-next-line quire/linear-patterns -- it is made of the sets above, and reads passwords in engine processes
const MAPPED_TO_NOTHING = new RegExp(`[${characters("ad 34f 1806 180b-180d 200b-200d 2060 fe00-fe0f feff")}]`, "gu");
// C.1.2
const SPACES = characters("a0 1680 2000-200b 202f 205f 3000");
// oxlint-disable-next-line quire/linear-patterns -- it is made of the sets above, and reads passwords in engine processes
const NON_ASCII_SPACE = new RegExp(`[${SPACES}]`, "gu");

// oxlint-disable-next-line quire/linear-patterns -- it is made of the sets above, and reads passwords in engine processes
const PROHIBITED = new RegExp(
  `[${[
    SPACES,
    characters("0-1f 7f"), // C.2.1
    characters("80-9f 6dd 70f 180e 200c 200d 2028 2029 2060-2063 206a-206f feff fff9-fffc 1d173-1d17a"), // C.2.2
    characters("e000-f8ff f0000-ffffd 100000-10fffd"), // C.3
    "\\p{Noncharacter_Code_Point}", // C.4
    "\\p{Surrogate}", // C.5
    characters("fff9-fffd"), // C.6
    characters("2ff0-2ffb"), // C.7
    characters("340 341 200e 200f 202a-202e 206a-206f"), // C.8
    characters("e0001 e0020-e007f"), // C.9
  ].join("")}]`,
  "u",
);

// D.1: characters written from right to left.
const RAND_AL = characters(
  "5be 5c0 5c3 5d0-5ea 5f0-5f4 61b 61f 621-63a 640-64a 66d-66f 671-6d5 6dd 6e5 6e6 6fa-6fe 700-70d 710 712-72c " +
    "780-7a5 7b1 200f fb1d fb1f-fb28 fb2a-fb36 fb38-fb3c fb3e fb40 fb41 fb43 fb44 fb46-fbb1 fbd3-fd3d fd50-fd8f " +
    "fd92-fdc7 fdf0-fdfc fe70-fe74 fe76-fefc",
);
// oxlint-disable-next-line quire/linear-patterns -- it is made of the sets above, and reads passwords in engine processes
const HAS_RIGHT_TO_LEFT = new RegExp(`[${RAND_AL}]`, "u");
// oxlint-disable-next-line quire/linear-patterns -- it is made of the sets above, and reads passwords in engine processes
const IS_ENCLOSED = new RegExp(`^[${RAND_AL}](?:.*[${RAND_AL}])?$`, "su");
// A short form of D.2: letters of every other script, and spacing marks.
// oxlint-disable-next-line quire/linear-patterns -- it is made of the sets above, and reads passwords in engine processes
const LEFT_TO_RIGHT = new RegExp(`(?![${RAND_AL}])[\\p{Letter}\\p{Spacing_Mark}\\p{Letter_Number}]`, "u");
