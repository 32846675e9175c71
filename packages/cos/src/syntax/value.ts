import type { Bounds } from "../bounds.ts";
import { type CosArray, CosString, type CosValue, Dict, type ObjectSource, Ref } from "../objects.ts";
import type { TokenFact } from "./facts.ts";
import { Ahead, type Lexer, Token, TokenFlag, type TokenKind } from "./lexer.ts";

export interface ParseContext {
  readonly source: ObjectSource;
  readonly bounds: Bounds;
  /** Makes references, for example always the same one for the same object. Absent: `Ref`s are made newly each time. */
  ref?(number: number, generation: number): Ref;
  readonly decryptString?: ((bytes: Uint8Array) => Uint8Array) | undefined;
  /** The list to which facts are added; when it is absent, they are not recorded. */
  readonly facts?: TokenFact[] | undefined;
  /**
   * Is called for each array or dictionary that is nested deeper than the bounds allow, and is therefore read as null.
   * When it is absent, such a value is a CosError `too_complex`.
   */
  readonly onTooDeep?: (() => void) | undefined;
  /** Whether `n g R` is a reference, as it is in files; in content streams (7.8.2) it is not. True by default. */
  readonly readsReferences?: boolean | undefined;
}

/**
 * Reads the value at the lexer's position and leaves the lexer after it. What is not a value becomes null, with a fact.
 * Before keywords that end objects (`endobj`, `obj`, `endstream`, `stream`, `xref`, `trailer`, `startxref`) and before
 * an `n g obj` the position stays, and open arrays and dictionaries end there.
 * @throws CosError `too_complex` when a bound is met.
 */
export const parseValue = (lexer: Lexer, context: ParseContext): CosValue =>
  parseValueFrom(lexer.next(), lexer, context);

/**
 * Reads a value whose first token, of that kind, the lexer has just read; otherwise the same as `parseValue`.
 * @throws CosError `too_complex` when a bound is met.
 */
export function parseValueFrom(kind: TokenKind, lexer: Lexer, context: ParseContext): CosValue {
  context.bounds.step();
  if (kind === Token.arrayStart || kind === Token.dictStart) {
    return parseContainer(kind, lexer, context);
  }
  const value = parseScalar(kind, lexer, context);
  if (value !== ENDED) {
    return value;
  }
  context.facts?.push({ kind: "value-missing", offset: lexer.start });
  lexer.position = lexer.start;
  return null;
}

/** The mark returned in place of a value where a token ends the object. */
const ENDED = Symbol("ended");

const ENDING_KEYWORDS = ["endobj", "endstream", "stream", "obj", "xref", "trailer", "startxref"];
/** Returns whether a keyword ends the object, also when something follows it directly: `endobj5 0 obj`. */
const endsObject = (keyword: string): boolean => ENDING_KEYWORDS.some((ending) => keyword.startsWith(ending));

const LIMIT_OF_REALS = 32_767;
const LEAST_REAL = 1.175494351e-38;
const LONG_TOKEN = 65_536;

/** Reads the value of a token that starts neither an array nor a dictionary; `ENDED` when the token ends the object. */
function parseScalar(kind: TokenKind, lexer: Lexer, context: ParseContext): CosValue | typeof ENDED {
  const facts = context.facts;
  switch (kind) {
    case Token.integer:
      if (lexer.number >= 0 && lexer.flags === 0 && context.readsReferences !== false) {
        const ahead = lexer.integersAhead();
        if (ahead === Ahead.reference) {
          return context.ref === undefined
            ? new Ref(context.source, lexer.number, lexer.generation)
            : context.ref(lexer.number, lexer.generation);
        }
        if (ahead === Ahead.object) {
          return ENDED;
        }
      }
      if (facts !== undefined) {
        addNumberFacts(lexer, facts);
      }
      return lexer.number;
    case Token.real:
      if (facts !== undefined) {
        addNumberFacts(lexer, facts);
      }
      return lexer.number;
    case Token.name:
      if (facts !== undefined && lexer.flags !== 0) {
        facts.push({ kind: "name-escape", offset: lexer.start });
      }
      return lexer.nameValue;
    case Token.literalString:
    case Token.hexString: {
      const string = readString(kind, lexer, context);
      return context.decryptString === undefined
        ? string
        : new CosString(context.decryptString(string.bytes), string.isHex);
    }
    case Token.keyword:
      return readKeyword(lexer, facts);
    case Token.end:
      return ENDED;
    case Token.arrayStart:
    case Token.arrayEnd:
    case Token.dictStart:
    case Token.dictEnd:
    case Token.braceStart:
    case Token.braceEnd:
      facts?.push({ kind: "unknown-keyword", offset: lexer.start, text: delimiterText(lexer) });
      return null;
  }
}

function readString(kind: TokenKind, lexer: Lexer, context: ParseContext): CosString {
  if (lexer.position - lexer.start > LONG_TOKEN) {
    context.bounds.look();
  }
  const { facts } = context;
  const { flags, start } = lexer;
  if (facts !== undefined && flags !== 0) {
    if ((flags & TokenFlag.hexStringOdd) !== 0) {
      facts.push({ kind: "hex-string-odd", offset: start });
    }
    if ((flags & TokenFlag.hexStringInvalid) !== 0) {
      facts.push({ kind: "hex-string-invalid", offset: start });
    }
    if ((flags & TokenFlag.unterminated) !== 0) {
      facts.push({ kind: "unterminated", offset: start });
    }
  }
  return new CosString(lexer.stringBytes, kind === Token.hexString);
}

function readKeyword(lexer: Lexer, facts: TokenFact[] | undefined): boolean | null | typeof ENDED {
  const keyword = lexer.keyword;
  if (keyword === "true" || keyword === "false") {
    return keyword === "true";
  }
  if (keyword === "null") {
    return null;
  }
  if (endsObject(keyword)) {
    return ENDED;
  }
  facts?.push({ kind: "unknown-keyword", offset: lexer.start, text: keyword });
  return null;
}

function addNumberFacts(lexer: Lexer, facts: TokenFact[]): void {
  const { kind, start: offset, number: value } = lexer;
  if (lexer.flags !== 0) {
    facts.push({ kind: "number-malformed", offset });
    const unreadable = unreadablePart(lexer);
    if (unreadable !== undefined) {
      facts.push({ kind: unreadable, offset, value: Number.POSITIVE_INFINITY });
    }
  }
  if (kind === Token.integer) {
    if (value !== (value | 0)) {
      facts.push({ kind: "integer", offset, value });
    }
    return;
  }
  const magnitude = Math.abs(value);
  if (magnitude > LIMIT_OF_REALS || (magnitude > 0 && magnitude < LEAST_REAL)) {
    facts.push({ kind: "real", offset, value });
  }
}

/**
 * Returns what a malformed number has that is none by itself, where another sign begins another number: an integer
 * without digits, or a real with several points or without digits.
 */
function unreadablePart({ bytes, start, position }: Lexer): "integer" | "real" | undefined {
  const text = String.fromCharCode(...bytes.subarray(start, Math.min(position, start + MOST_OF_NUMBER)));
  for (const part of text.match(/[-+][\d.]*|[\d.]+/g) ?? []) {
    const points = part.split(".").length - 1;
    if (points > 1 || !/\d/.test(part)) {
      return points > 0 ? "real" : "integer";
    }
  }
  return undefined;
}

/** The number of characters of a malformed number that are looked at. */
const MOST_OF_NUMBER = 1000;

const delimiterText = (lexer: Lexer): string =>
  String.fromCharCode(...lexer.bytes.subarray(lexer.start, lexer.position));

/**
 * An array (7.3.6) or a dictionary (7.3.7) whose end has not been read. Exactly one of `array` and `entries` is
 * defined.
 */
class OpenContainer {
  readonly start: number;
  readonly array: CosArray | undefined;
  readonly entries: Map<string, CosValue> | undefined;
  /** The key whose value comes next. */
  key: string | undefined = undefined;

  constructor(start: number, isDict: boolean) {
    this.start = start;
    this.array = isDict ? undefined : [];
    this.entries = isDict ? new Map() : undefined;
  }
}

/**
 * Reads a container and everything in it. The open containers are on an explicit stack, not the call stack, because the
 * document decides how many there are.
 */
function parseContainer(opening: TokenKind, lexer: Lexer, context: ParseContext): CosValue {
  const { bounds } = context;
  const outer: OpenContainer[] = [];
  let open = new OpenContainer(lexer.start, opening === Token.dictStart);
  let openDicts = opening === Token.dictStart ? 1 : 0;
  bounds.checkDepth(1);
  for (;;) {
    bounds.step();
    const kind = lexer.next();
    if (kind === Token.arrayStart || kind === Token.dictStart) {
      if (outer.length + 2 > bounds.maxDepth && context.onTooDeep !== undefined) {
        context.onTooDeep();
        const start = lexer.start;
        skipContainer(lexer, bounds);
        put(open, null, start, context);
        continue;
      }
      outer.push(open);
      bounds.checkDepth(outer.length + 1);
      open = new OpenContainer(lexer.start, kind === Token.dictStart);
      openDicts += kind === Token.dictStart ? 1 : 0;
    } else if (kind === Token.arrayEnd || kind === Token.dictEnd) {
      const isDictEnd = kind === Token.dictEnd;
      if (isDictEnd ? openDicts === 0 : openDicts === outer.length + 1) {
        context.facts?.push({ kind: "unknown-keyword", offset: lexer.start, text: isDictEnd ? ">>" : "]" });
        continue;
      }
      for (;;) {
        const isEnded = isDictEnd === (open.entries !== undefined);
        if (!isEnded) {
          context.facts?.push({ kind: "unterminated", offset: lexer.start });
        }
        openDicts -= open.entries === undefined ? 0 : 1;
        const value = closed(open, lexer, context);
        const next = outer.pop();
        if (next === undefined) {
          return value;
        }
        put(next, value, open.start, context);
        open = next;
        if (isEnded) {
          break;
        }
      }
    } else if (kind === Token.name && open.entries !== undefined && open.key === undefined) {
      if (context.facts !== undefined && lexer.flags !== 0) {
        context.facts.push({ kind: "name-escape", offset: lexer.start });
      }
      open.key = lexer.nameValue.value;
    } else {
      const start = lexer.start;
      const value = parseElement(kind, open, lexer, context);
      if (value === ENDED) {
        return endAll(open, outer, lexer, context);
      }
      put(open, value, start, context);
    }
  }
}

/** Skips the array or dictionary whose start has just been read, up to its end or that of the object. */
function skipContainer(lexer: Lexer, bounds: Bounds): void {
  for (let depth = 1; depth > 0; ) {
    bounds.step();
    const kind = lexer.next();
    if (kind === Token.arrayStart || kind === Token.dictStart) {
      depth++;
    } else if (kind === Token.arrayEnd || kind === Token.dictEnd) {
      depth--;
    } else if (kind === Token.end || (kind === Token.keyword && endsObject(lexer.keyword))) {
      lexer.position = lexer.start;
      return;
    }
  }
}

function parseElement(
  kind: TokenKind,
  open: OpenContainer,
  lexer: Lexer,
  context: ParseContext,
): CosValue | typeof ENDED {
  // Which dictionaries are signatures is known only at their end, so strings of Contents are not decrypted here.
  if (open.key === "Contents" && (kind === Token.hexString || kind === Token.literalString)) {
    return readString(kind, lexer, context);
  }
  return parseScalar(kind, lexer, context);
}

function put(open: OpenContainer, value: CosValue, offset: number, context: ParseContext): void {
  const { array, entries, key } = open;
  if (array !== undefined) {
    array.push(value);
    return;
  }
  if (entries === undefined || key === undefined) {
    context.facts?.push({ kind: "key-not-name", offset });
    return;
  }
  const size = entries.size;
  entries.set(key, value);
  open.key = undefined;
  if (entries.size === size) {
    context.facts?.push({ kind: "duplicate-key", offset, key });
  }
}

/** Makes the array or dictionary at its end, which the lexer has just read. */
function closed(open: OpenContainer, lexer: Lexer, context: ParseContext): CosArray | Dict {
  const { array, entries, key } = open;
  if (array !== undefined) {
    // An array that grows reserves 17 elements at once; most have four, and there are many of them.
    return array.length < 12 ? array.slice() : array;
  }
  const dict = new Dict(entries);
  if (key !== undefined) {
    context.facts?.push({ kind: "value-missing", offset: lexer.start });
    dict.set(key, null);
  }
  if (context.decryptString !== undefined) {
    const contents = dict.raw("Contents");
    // 7.6.2: the Contents of a signature are not encrypted. Those of annotations are.
    if (contents instanceof CosString && dict.raw("ByteRange") === undefined) {
      dict.set("Contents", new CosString(context.decryptString(contents.bytes), contents.isHex));
    }
  }
  return dict;
}

/** Closes all open containers where the object ends before they do, and returns the outermost one. */
function endAll(innermost: OpenContainer, outer: OpenContainer[], lexer: Lexer, context: ParseContext): CosValue {
  context.facts?.push({ kind: "unterminated", offset: lexer.start });
  lexer.position = lexer.start;
  let open = innermost;
  let value = closed(open, lexer, context);
  for (let next = outer.pop(); next !== undefined; next = outer.pop()) {
    put(next, value, open.start, context);
    open = next;
    value = closed(open, lexer, context);
  }
  return value;
}
