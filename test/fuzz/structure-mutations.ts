import { type Mutation, putIn } from "./byte-mutations.ts";
import type { Dice } from "./dice.ts";
import { replaced, type Span, type Text } from "./edits.ts";

/** The mutations of the structures of ISO 32000-2, 7.5: objects, references, cross-reference sections, trailers. */
export const STRUCTURE_MUTATIONS: readonly Mutation[] = [
  (text, dice) => edit(text, dice, /\b\d{10} \d{5} [nf]/g, (entry) => digitsChanged(entry, dice)),
  (text, dice) => edit(text, dice, /startxref\s+\d+/g, (entry) => digitsChanged(entry, dice)),
  (text, dice) => edit(text, dice, KEYS_WITH_NUMBERS, (entry) => numberChanged(entry, dice, text)),
  (text, dice) => edit(text, dice, KEYS_WITH_NUMBERS, (entry) => numberChanged(entry, dice, text)),
  (text, dice) =>
    edit(text, dice, /\b\d+ \d+ R\b/g, () => `${someObjectNumber(text, dice)} ${dice.chance(0.9) ? 0 : 1} R`),
  (text, dice) =>
    edit(
      text,
      dice,
      /\/(?:Kids|Parent|Pages|Root|First|Next|Prev|Length|Contents|Extends|K|P)\b[^/>]{0,60}/g,
      (entry) => entry.replace(/\d+ \d+ R/, `${someObjectNumber(text, dice)} 0 R`),
    ),
  (text, dice) => edit(text, dice, KEYWORDS, () => ""),
  (text, dice) =>
    edit(text, dice, KEYWORDS, () => dice.pick(["endobj", "endstream", "stream", "obj", "xref", "trailer"])),
  (text, dice) => {
    const keyword = dice.pick(["endobj", "endstream", "xref", "trailer", "startxref", "%%EOF", " obj"]);
    return text.replaceAll(keyword, dice.chance(0.5) ? "" : keyword.toUpperCase());
  },
  swapObjects,
  (text, dice) => {
    const object = someObject(text, dice);
    const number = dice.chance(0.5) ? someObjectNumber(text, dice) : dice.below(100_000);
    return text + text.slice(object.start, object.end).replace(/^\d+/, String(number));
  },
  (text, dice) => edit(text, dice, /\b\d+ \d+ obj\b/g, () => `${someObjectNumber(text, dice)} ${dice.below(3)} obj`),
  (text, dice, other) => {
    const source = other();
    const taken = someObject(source, dice);
    return putIn(text, dice, someObject(text, dice), source.slice(taken.start, taken.end));
  },
  (text, dice) => edit(text, dice, /\/[A-Z]\w+/g, (name) => (dice.chance(0.5) ? someName(text, dice) : `${name}#`)),
  (text, dice) =>
    edit(text, dice, /\/(?:Type|Subtype|S|Filter|FunctionType|CFM|StmF|StrF|V)\s*\/\w+/g, (entry) =>
      entry.replace(/\/\w+$/, someName(text, dice)),
    ),
  (text, dice) => edit(text, dice, /(?<=\/[A-Za-z]+[ \n]?)(?:\[|<<|\(|\d+\b)/g, (value) => nested(dice) + value),
  (text, dice) =>
    edit(text, dice, /\/(?:O|U|OE|UE|Perms|ID)\s*\[?\s*(?:\(|<)[^>)]{0,140}/g, (entry) => bytesChanged(entry, dice)),
  (text, dice) =>
    edit(text, dice, />>\s*(?=endobj|stream|startxref)/g, () => `${dice.pick(ADDED_ENTRIES)(text, dice)} >>\n`),
  (text, dice) => edit(text, dice, /<</g, () => `<< ${dice.pick(ADDED_ENTRIES)(text, dice)} `),
  appendUpdate,
  (text, dice) =>
    dice.pick(["", "\0\0", "junk\n", "%PDF-9.9\n", "%!PS\n", "x".repeat(1100)]) +
    text.replace(/^%PDF-[\d.]*/, dice.pick(["%PDF-1.4", "%PDF-", "", "%PDF-7.3"])),
];

const KEYS_WITH_NUMBERS =
  /\/(?:Length|Length1|Prev|Size|First|N|Count|Columns|Predictor|Colors|BitsPerComponent|BitsPerSample|EarlyChange|W|Index|XRefStm|V|R|P|FunctionType|Domain|Range|Bounds|Encode|Decode|Rotate|MediaBox|UserUnit|Type)\b\s*\[?\s*-?\d[-\d. ]{0,60}/g;

const KEYWORDS = /\b(?:endobj|endstream|stream|obj|xref|trailer|startxref|R)\b|%%EOF/g;

const NUMBERS =
  "0 1 -1 2 3 255 256 65535 65536 2147483647 2147483648 -2147483648 4294967295 9999999999 99999999999999999999 1.5 -0.0 .0 1e5 00000000 8388607 8388608 16777215 0.00000001 --1 1.2.3".split(
    " ",
  );

/** Entries that send a reader in circles, or cause it too much work. */
const ADDED_ENTRIES: readonly ((text: Text, dice: Dice) => Text)[] = [
  (text, dice) => `/Prev ${dice.below(text.length)}`,
  (text, dice) => `/XRefStm ${dice.below(text.length)}`,
  (text, dice) => `/Parent ${someObjectNumber(text, dice)} 0 R`,
  (text, dice) => `/Kids [ ${`${someObjectNumber(text, dice)} 0 R `.repeat(dice.size(50))}]`,
  (text, dice) => `/Length ${someObjectNumber(text, dice)} 0 R`,
  (text, dice) => `/Extends ${someObjectNumber(text, dice)} 0 R`,
  (text, dice) => `/Names [ (a) ${someObjectNumber(text, dice)} 0 R (b) 5 6 ]`,
  (_, dice) => `/Filter [ ${`${dice.pick(FILTERS)} `.repeat(dice.size(40))}]`,
  (_, dice) => `/Filter ${dice.pick(FILTERS)}`,
  (_, dice) =>
    `/DecodeParms << /Predictor ${dice.pick([1, 2, 10, 12, 15, 99])} /Columns ${dice.pick(NUMBERS)} /Colors ${dice.pick(NUMBERS)} /BitsPerComponent ${dice.pick([1, 2, 4, 8, 16, 3])} >>`,
  (_, dice) => `/W [ ${dice.below(9)} ${dice.below(9)} ${dice.below(9)} ]`,
  (_, dice) => `/Index [ ${dice.pick(NUMBERS)} ${dice.pick(NUMBERS)} ]`,
  (_, dice) => `/N ${dice.pick(NUMBERS)} /First ${dice.pick(NUMBERS)}`,
  (_, dice) => `/Type ${dice.pick(["/XRef", "/ObjStm", "/Page", "/Pages", "/Catalog", "/Metadata"])}`,
];

const FILTERS =
  "/FlateDecode /LZWDecode /ASCII85Decode /ASCIIHexDecode /RunLengthDecode /Crypt /DCTDecode /JPXDecode /Nothing /Fl /AHx null 5".split(
    " ",
  );

/** Changes one of the places that a pattern finds, and corrects the offsets after it more often than not. */
function edit(text: Text, dice: Dice, pattern: RegExp, change: (found: Text) => Text): Text {
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) {
    return text;
  }
  const match = dice.pick(found);
  return putIn(text, dice, { start: match.index, end: match.index + match[0].length }, change(match[0]));
}

function digitsChanged(entry: Text, dice: Dice): Text {
  if (dice.chance(0.3)) {
    return entry.replace(/\d+/, dice.pick(NUMBERS));
  }
  const digits = [...entry.matchAll(/\d/g)];
  const { index } = dice.pick(digits);
  return replaced(entry, { start: index, end: index + 1 }, String(dice.below(10)));
}

function numberChanged(entry: Text, dice: Dice, text: Text): Text {
  const numbers = [...entry.matchAll(/-?\d[\d.]*/g)];
  const match = dice.pick(numbers);
  const value = Number(match[0]);
  const changed = dice.pick([
    dice.pick(NUMBERS),
    String(value + dice.pick([-1, 1, 2, -2, 7])),
    String(dice.below(text.length)),
    String(dice.below(20)),
  ]);
  return replaced(entry, { start: match.index, end: match.index + match[0].length }, changed);
}

function bytesChanged(entry: Text, dice: Dice): Text {
  const at = dice.below(entry.length);
  return replaced(
    entry,
    { start: at, end: at + dice.below(4) },
    dice.pick(["", "0", "F", "\\", "\\)", "\0\0", "ABCD"]),
  );
}

function nested(dice: Dice): Text {
  const depth = dice.size(20_000);
  return dice.pick(["[", "<</A", "[<</A[", "(", "<<", "/A[ "]).repeat(depth);
}

function someName(text: Text, dice: Dice): Text {
  const at = text.indexOf("/", dice.below(text.length + 1));
  const own = /^\/\w+/.exec(text.slice(Math.max(0, at), at + 40))?.[0];
  return own === undefined || dice.chance(0.5) ? dice.pick(FILTERS) : own;
}

function someObjectNumber(text: Text, dice: Dice): number {
  const numbers = [...text.matchAll(/\b(\d{1,7}) \d+ obj\b/g)].map((match) => Number(match[1]));
  const highest = Math.max(1, ...numbers.slice(0, 10_000));
  return dice.chance(0.7) && numbers.length > 0 ? dice.pick(numbers) : dice.below(highest + 3);
}

/** Returns the span of an object, from its number to after `endobj`. */
function someObject(text: Text, dice: Dice): Span {
  const starts = [...text.matchAll(/\b\d+ \d+ obj\b/g)].map(({ index }) => index);
  const start = starts.length === 0 ? 0 : dice.pick(starts);
  const end = text.indexOf("endobj", start);
  return { start, end: end < 0 ? text.length : end + "endobj\n".length };
}

function swapObjects(text: Text, dice: Dice): Text {
  const [first, second] = [someObject(text, dice), someObject(text, dice)].toSorted((a, b) => a.start - b.start) as [
    Span,
    Span,
  ];
  if (first.end > second.start) {
    return text;
  }
  return (
    text.slice(0, first.start) +
    text.slice(second.start, second.end) +
    text.slice(first.end, second.start) +
    text.slice(first.start, first.end) +
    text.slice(second.end)
  );
}

/** Appends an incremental update (7.5.6) that leads back to any section, itself included. */
function appendUpdate(text: Text, dice: Dice): Text {
  const number = someObjectNumber(text, dice);
  const object = someObject(text, dice);
  const body = text.slice(object.start, object.end).replace(/^\d+/, String(number));
  const offset = text.length + 1;
  const section = offset + body.length + 1;
  const sections = [...text.matchAll(/\bxref\b|startxref\s+(\d+)/g)].map(({ index, 1: value }) =>
    Number(value ?? index),
  );
  const previous = dice.pick([section, dice.below(section), ...sections]);
  const entry = `${String(offset).padStart(10, "0")} 00000 ${dice.chance(0.8) ? "n" : "f"} \n`;
  const root = /\/Root\s*\d+ \d+ R/.exec(text)?.[0] ?? "";
  return (
    `${text}\n${body}\nxref\n${number} ${dice.chance(0.8) ? 1 : dice.pick(NUMBERS)}\n${entry}trailer\n` +
    `<< /Size ${dice.below(1000)} /Prev ${previous} ${root} >>\nstartxref\n${section}\n%%EOF\n`
  );
}
