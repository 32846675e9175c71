import { listedUnicodeOf } from "../encodings/glyph-unicode.ts";

/**
 * Returns the text of a glyph name of Hebrew that the Adobe Glyph List has in another form: without `hebrew` at its end
 * (`maqaf`), with what marks a last letter at its end (`memfinal`), put together from a letter and its points
 * (`kaffinalsheva`), or a point counted by where it stands below its letter (`tsere2`). Returns undefined for any other name.
 */
export function hebrewTextOf(name: string): string | undefined {
  const whole = SPELLINGS.get(name) ?? listedUnicodeOf(`${name}hebrew`);
  return whole ?? composedText(name);
}

function composedText(name: string): string | undefined {
  const [, first, letter = "", last, points = "", place] = COMPOSED.exec(name) ?? [];
  if (points === "" && (letter === "" || place !== undefined)) {
    return undefined;
  }
  const isFinal = first !== undefined || last !== undefined;
  const base = letter === "" && !isFinal ? "" : textOfPart(isFinal ? `final${letter}` : letter);
  return base === undefined
    ? undefined
    : base + Array.from(points.matchAll(POINTS), ([part]) => textOfPart(part) ?? "").join("");
}

const textOfPart = (part: string): string | undefined => SPELLINGS.get(part) ?? listedUnicodeOf(`${part}hebrew`);

/** Matches a letter, which a sign may mark as the last one before or after it, its points, and a number of their place. */
const COMPOSED =
  /^(final)?(alef|bet|gimel|dalet|he|vav|zayin|het|tet|yod|kaf|lamed|mem|nun|samekh|ayin|pe|tsadi|qof|resh|shin|tav|circledash)?(final)?((?:sheva|hatafsegol|hatafpatah|hatafqamats|hiriq|tsere|segol|patahfurtivum|patah|qamats|holam|qubuts|qibuts|dagesh|rafe|meteg|shindot|sindot)*)(\d{1,2})?$/;
const POINTS =
  /sheva|hatafsegol|hatafpatah|hatafqamats|hiriq|tsere|segol|patahfurtivum|patah|qamats|holam|qubuts|qibuts|dagesh|rafe|meteg|shindot|sindot/g;

/** Names that the list does not have at all: other spellings, and the circle that points are shown with. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ["qibuts", "\u05bb"],
  ["patahfurtivum", "\u05b7"],
  ["meteg", "\u05bd"],
  ["circledash", "\u25cc"],
]);
