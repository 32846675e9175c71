/**
 * Matches line feeds and Unicode's other line ends (UAX #14, classes BK, CR, LF and NL, without the vertical tab and
 * the form feed).
 */
const lineEnds = /\r\n|[\n\r\u0085\u2028\u2029]/;

export function linesOf(text: string): string[] {
  return text.split(lineEnds);
}

/** Matches controls, and surrogates without their other half. */
const unwritable = /[\p{Cc}\p{Cs}]/u;
const eachUnwritable = new RegExp(unwritable, "gu");

/**
 * Returns the line with its tabs as four spaces each and without characters that no font writes, which it adds to
 * `missing`.
 */
export function writableLine(line: string, missing: Set<string>): string {
  if (!unwritable.test(line)) {
    return line;
  }
  return line.replaceAll("\t", "    ").replace(eachUnwritable, (character) => {
    missing.add(character);
    return "";
  });
}

/**
 * Matches those default ignorable code points that have no effect any more once levels are known and no line is broken:
 * marks, embeddings and isolates of direction, soft hyphens, zero width spaces, word joiners, byte order marks.
 * Joiners, variation selectors, tags and fillers stay, because they choose glyphs.
 */
const spent = /[\p{Bidi_Control}\u{AD}\u{200B}\u{2060}-\u{2065}\u{206A}-\u{206F}\u{FEFF}\u{1D173}-\u{1D17A}]/u;
const eachSpent = new RegExp(spent, "gu");

/** A text and the embedding level (UAX #9) of each of its UTF-16 code units. */
export interface LeveledText {
  readonly text: string;
  readonly levels: Uint8Array;
}

/** Removes the characters that are never visible and have no effect any more. */
export function withoutSpent({ text, levels }: LeveledText): LeveledText {
  if (!spent.test(text)) {
    return { text, levels };
  }
  const kept = new Uint8Array(text.length);
  let length = 0;
  let from = 0;
  for (const { index, 0: character } of [...text.matchAll(eachSpent), { index: text.length, 0: "" }]) {
    kept.set(levels.subarray(from, index), length);
    length += index - from;
    from = index + character.length;
  }
  return { text: text.replace(eachSpent, ""), levels: kept.subarray(0, length) };
}

/** Matches spaces at which a line may be broken: at its end they must not push it to a side. */
const looseSpace = /[ \u1680\u2000-\u2006\u2008-\u200a\u205f\u3000]/;

/** Removes the spaces at the end of the line, which would displace it where it is centred or set to the right. */
export function withoutTrailingSpaces({ text, levels }: LeveledText): LeveledText {
  let end = text.length;
  while (end > 0 && looseSpace.test(text.charAt(end - 1))) {
    end--;
  }
  return { text: text.slice(0, end), levels: levels.subarray(0, end) };
}

const ignorable = /^\p{Default_Ignorable_Code_Point}+$/u;

/** Returns whether all of the characters are invisible. */
export function isIgnorable(characters: string): boolean {
  return ignorable.test(characters);
}
