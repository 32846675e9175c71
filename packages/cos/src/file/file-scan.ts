import type { Bounds } from "../bounds.ts";
import { Dict, isName, Ref } from "../objects.ts";
import { CR, hasBytesAt, isRegular, isWhiteSpace, LF, skipWhiteSpace } from "../syntax/characters.ts";
import { Lexer, Token } from "../syntax/lexer.ts";
import { type ParseContext, parseValue } from "../syntax/parser.ts";
import { digitsValue, isDigit, searchable, skipDigits } from "./scan.ts";
import { type XrefEntries, XrefKind } from "./xref-entries.ts";

/** The result of a search of the whole file, in the order of the file. Offsets are from the start of the bytes. */
export interface FileScan {
  /** The entries of the objects outside of object streams; of several with the same number, the last one. */
  readonly entries: XrefEntries;
  readonly objectStreams: readonly FoundObjectStream[];
  /** The trailers, and the dictionaries of cross-reference streams. */
  readonly trailers: readonly FoundTrailer[];
}

interface FoundObjectStream {
  readonly number: number;
  readonly offset: number;
}

/** A trailer: the offset at which its dictionary starts, or the dictionary where it was read already. */
export type FoundTrailer = number | Dict;

/**
 * Searches the whole file for everything that starts an object, as if there were no cross-reference section, and sets
 * the entries found in `entries`. It makes one pass. The data of streams is skipped as far as its end is known, because
 * files can be attached to files.
 */
export function scanFile(
  bytes: Uint8Array,
  context: { entries: XrefEntries; parse: ParseContext; bounds: Bounds },
): FileScan {
  const scanner = new Scanner(bytes, context.entries, context.parse);
  let look = 0;
  for (let at = 2; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 0x6a) {
      scanner.seeObj(at - 2);
    } else if (byte === 0x6d) {
      at = scanner.seeStream(at - 5) ?? at;
    } else if (byte === 0x72) {
      scanner.seeTrailer(at - 6);
    }
    if (at >= look) {
      context.bounds.look();
      look = at + BYTES_BETWEEN_LOOKS;
    }
  }
  return scanner;
}

const BYTES_BETWEEN_LOOKS = 2 ** 20;
const OBJ = Buffer.from("obj");
const STREAM = Buffer.from("stream");
const ENDSTREAM = Buffer.from("endstream");
const ENDOBJ = Buffer.from("endobj");
const TRAILER = Buffer.from("trailer");
/**
 * The maximum number of white-space bytes between the numbers of `n g obj`, and of digits of a number; a longer run
 * does not match.
 */
const MAX_GAP = 32;

class Scanner implements FileScan {
  readonly entries: XrefEntries;
  readonly objectStreams: FoundObjectStream[] = [];
  readonly trailers: FoundTrailer[] = [];
  readonly #bytes: Uint8Array;
  readonly #buffer: Buffer;
  readonly #parse: ParseContext;
  /** The number of the object seen last; 0 when its stream was seen, too. */
  #number = 0;
  #offset = 0;
  #bodyOffset = 0;
  /** The offset of the next `endstream` and `endobj` that is known, so that each is searched once. */
  #nextEndstream = -1;
  #nextEndobj = -1;

  constructor(bytes: Uint8Array, entries: XrefEntries, parse: ParseContext) {
    this.#bytes = bytes;
    this.#buffer = searchable(bytes);
    this.entries = entries;
    this.#parse = { ...parse, facts: undefined };
  }

  seeObj(keyword: number): void {
    const bytes = this.#bytes;
    if (!hasBytesAt(bytes, keyword, OBJ) || isLetter(bytes[keyword + 3])) {
      return;
    }
    const generationEnd = skipBack(bytes, keyword, isSpaceByte);
    const generation = skipBack(bytes, generationEnd, isDigit);
    const numberEnd = skipBack(bytes, generation, isSpaceByte);
    const offset = skipBack(bytes, numberEnd, isDigit);
    const isApart = generationEnd < keyword && numberEnd < generation;
    if (!isApart || generation === generationEnd || offset === numberEnd || !mayStart(bytes, offset)) {
      return;
    }
    const number = digitsValue(bytes, offset, numberEnd);
    if (number > 0 && this.entries.set(number, XrefKind.file, offset, digitsValue(bytes, generation, generationEnd))) {
      this.#number = number;
      this.#offset = offset;
      this.#bodyOffset = keyword + 3;
    }
  }

  /**
   * Returns the offset at which to go on after the stream whose keyword is at `keyword`; undefined when there is no
   * stream.
   */
  seeStream(keyword: number): number | undefined {
    const bytes = this.#bytes;
    if (this.#number === 0 || !hasBytesAt(bytes, keyword, STREAM) || isRegularByte(bytes[keyword + 6])) {
      return undefined;
    }
    const dictEnd = skipBack(bytes, keyword, isSpaceByte);
    if (bytes[dictEnd - 1] !== 0x3e || bytes[dictEnd - 2] !== 0x3e) {
      return undefined;
    }
    const dict = parseValue(new Lexer(bytes, this.#bodyOffset, keyword), this.#parse);
    if (dict instanceof Dict) {
      this.#seeStreamDict(dict);
    }
    this.#number = 0;
    const data = keyword + 6 + (bytes[keyword + 6] === CR && bytes[keyword + 7] === LF ? 2 : 1);
    return this.#endOfStream(dict instanceof Dict ? this.#length(dict) : undefined, data);
  }

  seeTrailer(keyword: number): void {
    if (!hasBytesAt(this.#bytes, keyword, TRAILER)) {
      return;
    }
    const dict = skipWhiteSpace(this.#bytes, keyword + 7, keyword + 7 + MAX_GAP);
    if (this.#bytes[dict] === 0x3c && this.#bytes[dict + 1] === 0x3c) {
      this.trailers.push(dict);
    }
  }

  #seeStreamDict(dict: Dict): void {
    const type = dict.raw("Type");
    if (type === undefined || type instanceof Ref) {
      return;
    }
    if (isName(type, "XRef")) {
      this.trailers.push(dict);
    } else if (isName(type, "ObjStm")) {
      this.objectStreams.push({ number: this.#number, offset: this.#offset });
    }
  }

  /** Returns the value of /Length when it is direct, or in an object that was seen; undefined otherwise. */
  #length(dict: Dict): number | undefined {
    const length = dict.raw("Length");
    if (!(length instanceof Ref)) {
      return typeof length === "number" ? length : undefined;
    }
    if (this.entries.kind(length.number) !== XrefKind.file) {
      return undefined;
    }
    const offset = this.entries.place(length.number);
    const lexer = new Lexer(this.#bytes, offset, offset + 4 * MAX_GAP);
    lexer.next();
    lexer.next();
    lexer.next();
    return lexer.next() === Token.integer ? lexer.number : undefined;
  }

  #endOfStream(length: number | undefined, data: number): number {
    const bytes = this.#bytes;
    if (length !== undefined && length >= 0 && length < bytes.length - data) {
      const end = skipWhiteSpace(bytes, data + length, data + length + MAX_GAP);
      if (hasBytesAt(bytes, end, ENDSTREAM)) {
        return end + ENDSTREAM.length - 1;
      }
    }
    if (this.#nextEndstream < data) {
      this.#nextEndstream = this.#indexOf(ENDSTREAM, data);
    }
    if (this.#nextEndobj < data) {
      this.#nextEndobj = this.#indexOf(ENDOBJ, data);
    }
    const end = this.#nextEndstream;
    // This stream has no `endstream`: the one found next ends another stream.
    if (this.#nextEndobj < end && startsObject(bytes, this.#nextEndobj + ENDOBJ.length)) {
      return this.#nextEndobj + ENDOBJ.length - 1;
    }
    return end === Number.POSITIVE_INFINITY ? data - 1 : end + ENDSTREAM.length - 1;
  }

  #indexOf(word: Buffer, from: number): number {
    const index = this.#buffer.indexOf(word, from);
    return index < 0 ? Number.POSITIVE_INFINITY : index;
  }
}

const isSpaceByte = (byte: number): boolean => isWhiteSpace[byte] === 1;
const isRegularByte = (byte: number | undefined): boolean => byte !== undefined && isRegular[byte] === 1;
const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && ((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a));

/**
 * Returns the offset of the first byte of the run before `end` in which `is` holds for each byte; looks at most
 * `MAX_GAP` bytes back.
 */
function skipBack(bytes: Uint8Array, end: number, is: (byte: number) => boolean): number {
  let start = end;
  while (start > 0 && end - start < MAX_GAP && is(bytes[start - 1] ?? 0)) {
    start--;
  }
  return start;
}

/**
 * Returns whether an object may start at `offset`: after any byte that is not part of the same token, or right after
 * `endobj`.
 */
const mayStart = (bytes: Uint8Array, offset: number): boolean =>
  offset === 0 || isRegular[bytes[offset - 1] ?? 0] === 0 || hasBytesAt(bytes, offset - ENDOBJ.length, ENDOBJ);

function startsObject(bytes: Uint8Array, offset: number): boolean {
  const number = skipWhiteSpace(bytes, offset);
  const numberEnd = skipDigits(bytes, number);
  const generation = skipWhiteSpace(bytes, numberEnd);
  const generationEnd = skipDigits(bytes, generation);
  return (
    numberEnd > number &&
    generation > numberEnd &&
    generationEnd > generation &&
    hasBytesAt(bytes, skipWhiteSpace(bytes, generationEnd), OBJ)
  );
}
