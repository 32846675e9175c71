/** The regions whose forms of Han characters differ, by the endings of the names of Noto's and Adobe's faces. */
export type HanRegion = "SC" | "TC" | "JP" | "KR";

/**
 * Returns the region in whose forms the Han characters of a text are to be written. Kana, Hangul and Bopomofo decide;
 * else the first national character set that has all of the characters does: GB 2312, Big5 or JIS X 0208. Simplified
 * Chinese when nothing decides.
 */
export function hanRegionOf(text: string): HanRegion {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) {
    return "JP";
  }
  if (/\p{Script=Hangul}/u.test(text)) {
    return "KR";
  }
  if (/\p{Script=Bopomofo}/u.test(text)) {
    return "TC";
  }
  const characters = new Set(text.match(/\p{Script=Han}/gu));
  return characters.size === 0 ? DEFAULT_REGION : regionOfAll(characters);
}

const DEFAULT_REGION: HanRegion = "SC";

function regionOfAll(characters: ReadonlySet<string>): HanRegion {
  return (
    characterSets().find(({ set }) => [...characters].every((character) => set.has(character)))?.region ??
    DEFAULT_REGION
  );
}

interface CharacterSet {
  readonly region: HanRegion;
  readonly set: ReadonlySet<string>;
}

let sets: readonly CharacterSet[] | undefined;

/** Returns the character sets, made at the first call by decoding all codes of their parts for Han characters. */
function characterSets(): readonly CharacterSet[] {
  sets ??= [
    { region: "SC", set: decoded("gb18030", { rows: [0xb0, 0xf7], cells: [0xa1, 0xfe] }) },
    { region: "TC", set: decoded("big5", { rows: [0xa4, 0xf9], cells: [0x40, 0xfe] }) },
    { region: "JP", set: decoded("euc-jp", { rows: [0xb0, 0xf4], cells: [0xa1, 0xfe] }) },
  ];
  return sets;
}

type Range = readonly [first: number, last: number];

function decoded(encoding: string, { rows, cells }: { rows: Range; cells: Range }): ReadonlySet<string> {
  const bytes: number[] = [];
  for (let row = rows[0]; row <= rows[1]; row++) {
    for (let cell = cells[0]; cell <= cells[1]; cell++) {
      bytes.push(row, cell);
    }
  }
  return new Set(new TextDecoder(encoding).decode(Uint8Array.from(bytes)).match(/\p{Script=Han}/gu));
}
