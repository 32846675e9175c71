import { Token } from "@quire/cos";
import { encodingNamed } from "../../encodings/encodings.ts";
import type { Unreadable } from "../font-program.ts";
import { PostScriptTokens } from "../post-script-tokens.ts";
import { decryptCharstring } from "./cipher.ts";
import { portionsOf } from "./portions.ts";

/** The parts of a Type 1 program (Adobe Type 1 Font Format, version 1.1). */
export interface Type1Parts {
  readonly fontName: string | undefined;
  readonly fontMatrix: readonly number[];
  /** The glyph names by code. */
  readonly encoding: ReadonlyMap<number, string>;
  readonly isStandardEncoded: boolean;
  /** The weights of the master designs; empty where it is no Multiple Master program. */
  readonly weights: readonly number[];
  /** The number of random bytes that charstrings begin with; negative where they are not encrypted. */
  readonly lenIV: number;
  /** The decrypted subroutines by number. */
  readonly subrs: ReadonlyMap<number, Uint8Array>;
  /** The encrypted charstrings by glyph name, in the order of the program. */
  readonly charStrings: ReadonlyMap<string, Uint8Array>;
  /** See FontProgram. */
  readonly damage: string | undefined;
}

export function readType1(bytes: Uint8Array): Type1Parts | Unreadable {
  const { clear, decrypted } = portionsOf(bytes);
  const glyphs = readPrivate(decrypted);
  return glyphs.charStrings.size === 0 ? { unreadable: "has no CharStrings" } : { ...readFontDict(clear), ...glyphs };
}

type FontDictParts = Pick<Type1Parts, "fontName" | "fontMatrix" | "encoding" | "isStandardEncoded" | "weights">;

function readFontDict(clear: Uint8Array): FontDictParts {
  const tokens = new PostScriptTokens(clear);
  let fontName: string | undefined;
  let fontMatrix: readonly number[] = [];
  let encoding: ReadonlyMap<number, string> | "standard" | undefined;
  let weights: readonly number[] = [];
  // The first of each counts; later ones are in nested dictionaries, such as Blend.
  while (tokens.next() !== Token.end) {
    const key = tokens.name;
    if (key === "FontMatrix" && fontMatrix.length === 0) {
      fontMatrix = tokens.numbers();
    } else if (key === "FontName" && fontName === undefined) {
      tokens.next();
      fontName = tokens.name;
    } else if (key === "Encoding" && encoding === undefined) {
      encoding = readEncoding(tokens);
    } else if (key === "WeightVector" && weights.length === 0) {
      weights = tokens.numbers();
    }
  }
  const isStandardEncoded = encoding === "standard";
  const named = encoding === "standard" ? encodingNamed("StandardEncoding") : encoding;
  return { fontName, fontMatrix, weights, isStandardEncoded, encoding: named ?? new Map() };
}

/**
 * Reads the encoding (2.2): StandardEncoding, or an array that is given as a whole or filled by `dup code /name put`.
 */
function readEncoding(tokens: PostScriptTokens): ReadonlyMap<number, string> | "standard" | undefined {
  const names = new Map<number, string>();
  const kind = tokens.next();
  if (tokens.keyword === "StandardEncoding") {
    return "standard";
  }
  if (kind === Token.arrayStart) {
    for (let code = 0; tokens.next() === Token.name; code++) {
      addName(names, code, tokens.name);
    }
    return names;
  }
  if (kind !== Token.integer) {
    tokens.back();
    return undefined;
  }
  while (tokens.next() !== Token.end && tokens.keyword !== "def" && tokens.keyword !== "readonly") {
    if (tokens.keyword === "dup") {
      const code = tokens.number();
      tokens.next();
      addName(names, code ?? -1, tokens.name);
    }
  }
  return names;
}

function addName(names: Map<number, string>, code: number, name: string | undefined): void {
  if (name !== undefined && name !== ".notdef" && code >= 0 && code < 256) {
    names.set(code, name);
  }
}

type PrivateParts = Pick<Type1Parts, "lenIV" | "subrs" | "charStrings" | "damage">;

const USUAL_LEN_IV = 4;

function readPrivate(decrypted: Uint8Array): PrivateParts {
  const tokens = new PostScriptTokens(decrypted);
  let lenIV = USUAL_LEN_IV;
  let subrs: ReadonlyMap<number, Uint8Array> = new Map();
  let charStrings: ReadonlyMap<string, Uint8Array> = new Map();
  let damage: string | undefined;
  // A program with a second set, for devices of low resolution or as an oblique variant, has the main one first. The
  // second is read nevertheless: bytes that look like a string in its binary data would hide what comes after it.
  while (tokens.next() !== Token.end) {
    const key = tokens.name;
    if (key === "lenIV") {
      lenIV = tokens.number() ?? lenIV;
    } else if (key === "Subrs" && tokens.number() !== undefined) {
      const read = readSubrs(tokens);
      subrs = subrs.size === 0 ? read : subrs;
    } else if (key === "CharStrings" && tokens.number() !== undefined) {
      const read = readCharStrings(tokens);
      damage ??= charStrings.size === 0 && tokens.kind === Token.end ? "is cut off" : undefined;
      charStrings = charStrings.size === 0 ? read : charStrings;
    }
  }
  const plainSubrs = [...subrs].map(([index, data]) => [index, decryptCharstring(data, lenIV)] as const);
  return { lenIV, subrs: new Map(plainSubrs), charStrings, damage };
}

const ENDS_OF_SUBRS: ReadonlySet<string | undefined> = new Set(["ND", "|-", "def", "end"]);

/** Reads repetitions of `dup index length RD bytes NP`. */
function readSubrs(tokens: PostScriptTokens): ReadonlyMap<number, Uint8Array> {
  const subrs = new Map<number, Uint8Array>();
  for (let kind = tokens.next(); kind !== Token.end; kind = tokens.next()) {
    if (kind === Token.name) {
      tokens.back();
      break;
    }
    if (ENDS_OF_SUBRS.has(tokens.keyword)) {
      break;
    }
    if (tokens.keyword === "dup") {
      const index = tokens.number();
      const data = readBinary(tokens);
      if (index !== undefined && data !== undefined) {
        subrs.set(index, data);
      }
    }
  }
  return subrs;
}

/** Reads repetitions of `/name length RD bytes ND`, up to `end`. */
function readCharStrings(tokens: PostScriptTokens): ReadonlyMap<string, Uint8Array> {
  const charStrings = new Map<string, Uint8Array>();
  while (tokens.next() !== Token.end && tokens.keyword !== "end") {
    const { name } = tokens;
    const data = name === undefined ? undefined : readBinary(tokens);
    if (name !== undefined && data !== undefined) {
      charStrings.set(name, data);
    }
  }
  return charStrings;
}

/** Reads `length RD` and as many bytes; RD may have any name. */
function readBinary(tokens: PostScriptTokens): Uint8Array | undefined {
  const lengthBytes = tokens.number();
  if (lengthBytes === undefined || tokens.next() !== Token.keyword) {
    return undefined;
  }
  return tokens.binary(lengthBytes);
}
