import type { Dice } from "../../../fuzz/dice.ts";
import type { PlainFile } from "../plain-file.ts";
import { type Mutation, someDictionary } from "./mutation.ts";

const CMAP_CHANGES: readonly (readonly [string, (text: string, dice: Dice) => string])[] = [
  ["a line removed", (text, dice) => withoutLine(text, dice)],
  ["a value of 0", (text) => text.replace(/(<[0-9A-Fa-f]+>\s*)<[0-9A-Fa-f]+>(\s*(?:end|<))/, "$1<0000>$2")],
  ["a byte order mark", (text) => text.replace(/(<[0-9A-Fa-f]+>\s*)<[0-9A-Fa-f]+>(\s*(?:end|<))/, "$1<FEFF>$2")],
  ["private use", (text) => text.replace(/(<[0-9A-Fa-f]+>\s*)<[0-9A-Fa-f]+>(\s*(?:end|<))/, "$1<E123>$2")],
  ["a comment", (text) => text.replace("begincmap", "begincmap % <01> <02>\n")],
  ["other PostScript", (text) => text.replace("begincmap", "begincmap /x { 1 add } def 16#ff pop")],
  [
    "another writing mode",
    (text) =>
      /\/WMode/.test(text)
        ? text.replace(/\/WMode\s+\d/, "/WMode 1")
        : text.replace("begincmap", "begincmap /WMode 1 def"),
  ],
  ["a higher CID", (text) => text.replace(/(begincid(?:range|char)[^]*?>\s*)\d+/, "$170000")],
  ["wrong counts", (text) => text.replace(/\d+(\s+beginbf)/, "99$1")],
  ["another codespace", (text) => text.replace(/<0+>\s*<[Ff]+>/, "<00> <80>")],
  ["no codespace", (text) => text.replace(/\d+\s+begincodespacerange[^]*?endcodespacerange/, "")],
  ["an end too early", (text) => text.slice(0, text.length / 2)],
  ["usecmap", (text) => text.replace("begincmap", "/Identity-H usecmap begincmap")],
  ["odd digits", (text) => text.replace(/<([0-9A-Fa-f]{2,})>/, "<$10>")],
];

/** The mutations of CMaps and of font programs. */
export const FONT_MUTATIONS: readonly Mutation[] = [
  {
    kind: "CMap",
    apply(file, dice) {
      const found = someDictionary(file, dice, ({ role }) => role === "cmap");
      const text = found?.stream && file.textOf(found.stream);
      if (found?.stream === undefined || text === undefined) {
        return undefined;
      }
      const [said, change] = dice.pick(CMAP_CHANGES);
      const changed = change(text, dice);
      file.setText(found.stream, changed);
      return changed === text ? undefined : `CMap with ${said}`;
    },
  },
  { kind: "font program", apply: changeProgram },
  {
    kind: "glyph lists",
    apply(file, dice) {
      const found = someDictionary(
        file,
        dice,
        ({ dict }) => dict.entries.has("CIDSet") || dict.stream("CIDToGIDMap") !== undefined,
      );
      const key = found?.dict.entries.has("CIDSet") ? "CIDSet" : "CIDToGIDMap";
      const stream = found?.dict.stream(key);
      const text = stream && file.textOf(stream);
      if (stream === undefined || text === undefined) {
        return undefined;
      }
      const at = dice.below(text.length);
      file.setText(
        stream,
        dice.pick([
          text.slice(0, at),
          `${text.slice(0, at)}\xff${text.slice(at + 1)}`,
          `${text.slice(0, at)}\0${text.slice(at + 1)}`,
          `${text}\xff`,
        ]),
      );
      return `${key} changed`;
    },
  },
];

function changeProgram(file: PlainFile, dice: Dice): string | undefined {
  const found = someDictionary(file, dice, ({ role }) => role === "font-file");
  const text = found?.stream && file.textOf(found.stream);
  if (found?.stream === undefined || text === undefined || text.length < 64) {
    return undefined;
  }
  const isSfnt = ["\0\u0001\0\0", "true", "OTTO"].includes(text.slice(0, 4));
  const [said, changed] = isSfnt ? changedSfnt(text, dice) : changedBytes(text, dice);
  file.setText(found.stream, changed);
  return `${isSfnt ? "sfnt" : text.startsWith("%!") ? "Type 1" : "CFF"} program: ${said}`;
}

/** Changes a table of a TrueType or OpenType program: its tag, its place, or some of its bytes. */
function changedSfnt(text: string, dice: Dice): readonly [string, string] {
  const bytes = Buffer.from(text, "latin1");
  const count = Math.min(bytes.readUInt16BE(4), Math.floor((bytes.length - 12) / 16));
  const record = 12 + 16 * dice.below(Math.max(count, 1));
  const tag = bytes.toString("latin1", record, record + 4);
  const offset = bytes.readUInt32BE(record + 8);
  const length = bytes.readUInt32BE(record + 12);
  const change = dice.pick(["tag", "length", "offset", "bytes", "bytes", "head", "platform", "platform"]);
  if (change === "tag") {
    bytes.write("zzzz", record, "latin1");
  } else if (change === "length") {
    bytes.writeUInt32BE(Math.floor(length / 2), record + 12);
  } else if (change === "offset") {
    bytes.writeUInt32BE(bytes.length + 10, record + 8);
  } else if (change === "bytes" && length > 0 && offset + length <= bytes.length) {
    bytes[offset + dice.below(length)] = dice.below(256);
  } else if (change === "head" && offset + 8 <= bytes.length) {
    bytes[offset + dice.below(Math.min(length, 32) || 1)] = dice.below(256);
  } else {
    return changedPlatform(bytes, dice);
  }
  return [`${change} of ${tag}`, bytes.toString("latin1")];
}

/** Changes platform or encoding of a subtable of the cmap. */
function changedPlatform(bytes: Buffer, dice: Dice): readonly [string, string] {
  const at = bytes.indexOf("cmap", 12, "latin1");
  const offset = at < 0 || at + 12 > bytes.length ? -1 : bytes.readUInt32BE(at + 8);
  if (offset < 0 || offset + 12 > bytes.length) {
    return changedBytes(bytes.toString("latin1"), dice);
  }
  const subtable = offset + 4 + 8 * dice.below(Math.max(1, bytes.readUInt16BE(offset + 2)));
  const [platform, encoding] = dice.pick([
    [3, 0],
    [3, 1],
    [1, 0],
    [0, 3],
    [3, 10],
  ] as const);
  bytes.writeUInt16BE(platform, Math.min(subtable, bytes.length - 4));
  bytes.writeUInt16BE(encoding, Math.min(subtable + 2, bytes.length - 2));
  return [`cmap subtable is (${platform}, ${encoding})`, bytes.toString("latin1")];
}

function changedBytes(text: string, dice: Dice): readonly [string, string] {
  const at = dice.below(text.length);
  const early = dice.below(Math.min(text.length, 300));
  return dice.pick<readonly [string, string]>([
    [`cut off at ${at} of ${text.length}`, text.slice(0, at)],
    [`byte ${at} of ${text.length}`, text.slice(0, at) + String.fromCharCode(dice.below(256)) + text.slice(at + 1)],
    [`byte ${early}`, text.slice(0, early) + String.fromCharCode(dice.below(256)) + text.slice(early + 1)],
    [`byte ${early} missing`, text.slice(0, early) + text.slice(early + 1)],
    ["bytes after the end", `${text}\0\0\0`],
  ]);
}

function withoutLine(text: string, dice: Dice): string {
  const lines = text.split(/(?<=\n|\r)/);
  const at = dice.below(lines.length);
  return lines.filter((_, index) => index !== at).join("");
}
