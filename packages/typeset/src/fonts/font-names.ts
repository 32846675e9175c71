/** The names of a face in the table `name` (OpenType 1.9). */
export interface FontNames {
  /** The family name, in English where there is such a name. */
  readonly family: string;
  /** All family names, in every language: with the style in them (name ID 1) or without (16). */
  readonly families: readonly string[];
  readonly postScriptName: string;
}

/**
 * Reads the names; undefined when the face has no name that can be read.
 * @throws RangeError when the table is cut off.
 */
export function fontNames(table: Buffer): FontNames | undefined {
  const names = nameRecords(table);
  const families = names.filter(({ id }) => id === TYPOGRAPHIC_FAMILY || id === FAMILY);
  const postScriptName = best(names, POSTSCRIPT_NAME);
  const family = best(names, TYPOGRAPHIC_FAMILY) ?? best(names, FAMILY) ?? postScriptName;
  return family === undefined
    ? undefined
    : {
        family,
        families: families.length > 0 ? families.map(({ text }) => text) : [family],
        postScriptName: postScriptName ?? family.replaceAll(/\s/g, ""),
      };
}

/** Returns a name in the form in which names are compared: without regard to case, spaces and hyphens. */
export function familyKey(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s\-_]/g, "");
}

const FAMILY = 1;
const POSTSCRIPT_NAME = 6;
const TYPOGRAPHIC_FAMILY = 16;

interface NameRecord {
  readonly id: number;
  /** The preference of the name, 0 being best: English for Windows; then other English, no language, any. */
  readonly rank: number;
  readonly text: string;
}

function nameRecords(table: Buffer): NameRecord[] {
  const storage = table.readUInt16BE(4);
  const names: NameRecord[] = [];
  for (let index = 0; index < table.readUInt16BE(2); index++) {
    const record = table.subarray(6 + 12 * index, 18 + 12 * index);
    const id = record.readUInt16BE(6);
    if (id === FAMILY || id === POSTSCRIPT_NAME || id === TYPOGRAPHIC_FAMILY) {
      const start = storage + record.readUInt16BE(10);
      const bytes = table.subarray(start, start + record.readUInt16BE(8));
      const text = decode(bytes, record.readUInt16BE(0), record.readUInt16BE(2));
      if (text !== undefined && text !== "") {
        names.push({ id, rank: languageRank(record.readUInt16BE(0), record.readUInt16BE(4)), text });
      }
    }
  }
  return names;
}

/**
 * Decodes a name. Platforms: 0 is Unicode, 1 the old Macintosh, 3 Windows. MacRoman is decoded as Latin-1, with which
 * it shares ASCII; for other encodings from before Unicode the result is undefined.
 */
function decode(bytes: Buffer, platform: number, encoding: number): string | undefined {
  if (platform === 0 || (platform === 3 && (encoding <= 1 || encoding === 10))) {
    const even = bytes.subarray(0, bytes.length & ~1);
    return Buffer.from(even).swap16().toString("utf16le").trim();
  }
  return platform === 1 && encoding === 0 ? bytes.toString("latin1").trim() : undefined;
}

function languageRank(platform: number, language: number): number {
  if (platform === 3) {
    if (language === 0x409) {
      return 0;
    }
    // The lower bits are the language, the upper ones its country: 9 is English.
    return (language & 0x3ff) === 9 ? 1 : 4;
  }
  if (platform === 0) {
    return 2;
  }
  return language === 0 ? 3 : 5;
}

function best(names: readonly NameRecord[], id: number): string | undefined {
  let found: NameRecord | undefined;
  for (const name of names) {
    if (name.id === id && (found === undefined || name.rank < found.rank)) {
      found = name;
    }
  }
  return found?.text;
}
