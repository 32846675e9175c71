import { type Font, type FontFile, type FontProgram, isUnreadable, readFontProgram } from "@quire/fonts";
import type { Stream } from "@quire/cos";
import { decodedBytes } from "../file/decoded.ts";
import type { Validation } from "../validation.ts";

/** The embedded program of a simple font or CIDFont; empty where there is none. */
export interface ReadProgram {
  readonly program?: FontProgram | undefined;
  /** The reason why the program cannot be read. */
  readonly problem?: string | undefined;
}

/** Returns the embedded program of a font. Several fonts may share one, so it is read once. */
export function programOf({ fontFile, subtype, baseFont, kind }: Font, validation: Validation): ReadProgram {
  if (fontFile === undefined) {
    return {};
  }
  if (fontFile.key === "FontFile3" && baseFont === undefined) {
    return { problem: "the font has no name, by which one would know whether the program is that of a subset" };
  }
  const allowed = FILES[kind === "cid" && subtype !== "CIDFontType2" ? "CIDFontType0" : (subtype ?? "")];
  const form = fontFile.key === "FontFile3" ? (fontFile.subtype ?? "none") : fontFile.key;
  if (allowed !== undefined && !allowed.includes(form)) {
    return { problem: `a ${subtype} font has no program of the form ${form}` };
  }
  const known = validation.shared(readPrograms);
  let read = known.get(fontFile.stream);
  if (read === undefined) {
    read = readProgram(fontFile, validation);
    known.set(fontFile.stream, read);
  }
  return whyNotOfForm(read.program, { subtype, form }) ?? read;
}

/**
 * Returns the problem of a program that is not of the form that it is embedded as: bare CFF, or a file with tables,
 * which the program of a TrueType font always is; undefined where it is.
 */
function whyNotOfForm(
  program: FontProgram | undefined,
  { subtype, form }: { readonly subtype: string | undefined; readonly form: string },
): ReadProgram | undefined {
  const isWrapped = subtype === "TrueType" || form === "OpenType" || form === "FontFile2";
  if (program === undefined) {
    return undefined;
  }
  if (program.isSfnt !== isWrapped) {
    return { problem: `the font program is ${program.isSfnt ? "a file with tables" : "not a file with tables"}` };
  }
  // Table 124: OpenType for these fonts has a CFF table.
  return program.kind === "truetype" && subtype !== "TrueType" && subtype !== "CIDFontType2"
    ? { problem: "the font program has no CFF table" }
    : undefined;
}

/** The keys, or subtypes of FontFile3, of the programs that each font may have (ISO 32000-2, table 124). */
const FILES: Readonly<Record<string, readonly string[]>> = {
  Type1: ["FontFile", "Type1C", "OpenType"],
  MMType1: ["FontFile", "Type1C", "OpenType"],
  // Some writers embed what a converter made of a TrueType font, also for a CIDFont.
  TrueType: ["FontFile2", "OpenType", "Type1C"],
  CIDFontType0: ["CIDFontType0C", "OpenType"],
  CIDFontType2: ["FontFile2", "OpenType", "CIDFontType0C"],
};

const readPrograms = (): Map<Stream, ReadProgram> => new Map();

function readProgram({ key, stream, subtype }: FontFile, { bounds }: Validation): ReadProgram {
  const bytes = decodedBytes(stream, bounds);
  if (bytes === undefined) {
    return { problem: "its data are encoded with a filter that is not for font programs" };
  }
  const notType1 = key === "FontFile" ? whyNotEmbeddedType1(bytes) : undefined;
  if (notType1 !== undefined) {
    return { problem: notType1 };
  }
  const program = readFontProgram({ bytes, key, subtype });
  const problem = isUnreadable(program) ? program.unreadable : program.damage;
  return isUnreadable(program) || problem !== undefined ? { problem: `the font program ${problem}` } : { program };
}

/**
 * Returns why a FontFile is not embedded as ISO 32000-2, 9.9.1, requires: without the headers of a PFB file, and with
 * its encrypted portion in binary; undefined where it is. By the Type 1 format (7.2), the first four bytes of a binary
 * portion are not all hexadecimal digits.
 */
function whyNotEmbeddedType1(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0x80) {
    return "the font program is a PFB file";
  }
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const eexec = data.indexOf("eexec");
  const portion = eexec < 0 ? "" : data.toString("latin1", eexec + 5, eexec + 64).trimStart();
  return /^[0-9A-Fa-f]{4}/.test(portion) ? "the encrypted portion of the font program is hexadecimal" : undefined;
}
