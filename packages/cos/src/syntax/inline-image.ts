import { type CosDirect, type CosValue, Dict, Name, resolve } from "../objects.ts";
import { isWhiteSpace, skipWhiteSpace } from "./characters.ts";
import { CONTENT_OPERATORS } from "./content-operators.ts";
import { Lexer, Token } from "./lexer.ts";
import { type ParseContext, parseValueFrom } from "./parser.ts";

/** An inline image (ISO 32000-2, 8.9.7). */
export interface InlineImage {
  /** The keys and values as they were written, mostly abbreviated. */
  readonly dict: Dict;
  /** The encoded data, a view of the content stream. */
  readonly data: Uint8Array;
}

/** The full names of the abbreviated keys of inline images (ISO 32000-2, table 91). */
export const FULL_INLINE_KEYS: ReadonlyMap<string, string> = new Map([
  ["BPC", "BitsPerComponent"],
  ["CS", "ColorSpace"],
  ["D", "Decode"],
  ["DP", "DecodeParms"],
  ["F", "Filter"],
  ["H", "Height"],
  ["IM", "ImageMask"],
  ["I", "Interpolate"],
  ["L", "Length"],
  ["W", "Width"],
]);

/** The full names of the abbreviated colour spaces of inline images (ISO 32000-2, table 92). */
export const FULL_INLINE_COLOUR_SPACES: ReadonlyMap<string, string> = new Map([
  ["G", "DeviceGray"],
  ["RGB", "DeviceRGB"],
  ["CMYK", "DeviceCMYK"],
  ["I", "Indexed"],
]);

export interface InlineImageReading {
  /** The image; undefined when there is no ID. */
  readonly image?: InlineImage;
  readonly problem?: "inline-image-malformed" | "inline-image-unterminated";
}

/**
 * The number of bytes, in a whole content stream, that are searched behind a doubtful EI for one that is surely the
 * end.
 */
const SECOND_THOUGHTS_BYTES = 2 * 2 ** 20;

/** Reads inline images with the lexer of a content stream. */
export class InlineImageReader {
  readonly #lexer: Lexer;
  readonly #context: ParseContext;
  readonly #buffer: Buffer;
  #secondThoughtsBytes = SECOND_THOUGHTS_BYTES;

  constructor(lexer: Lexer, context: ParseContext) {
    this.#lexer = lexer;
    this.#context = context;
    this.#buffer = Buffer.from(lexer.bytes.buffer, lexer.bytes.byteOffset, lexer.end);
  }

  /**
   * Reads the image whose BI the lexer has just read, and leaves the lexer behind EI; without an ID, where something
   * else begins.
   */
  read(): InlineImageReading {
    const dict = this.#readDict();
    if (!dict) {
      return { problem: "inline-image-malformed" };
    }
    const start = this.#lexer.position;
    const found = this.#endByLength(dict, start) ?? this.#searchEnd(start);
    this.#lexer.position = found.position;
    const image = { dict, data: this.#lexer.bytes.subarray(start, found.dataEnd) };
    return found.isSure ? { image } : { image, problem: "inline-image-unterminated" };
  }

  /** Reads keys and values up to ID, and the one white-space behind it; undefined when something else comes first. */
  #readDict(): Dict | undefined {
    const lexer = this.#lexer;
    const entries = new Map<string, CosValue>();
    for (let kind = lexer.next(); ; kind = lexer.next()) {
      this.#context.bounds.step();
      if (kind === Token.keyword && lexer.keyword.startsWith("ID")) {
        this.#skipSpaceAfterId(lexer.start + 2);
        return new Dict(entries);
      }
      if (kind !== Token.name) {
        lexer.position = lexer.start;
        return undefined;
      }
      const key = lexer.name;
      const valueKind = lexer.next();
      if (valueKind === Token.end || (valueKind === Token.keyword && CONTENT_OPERATORS.has(lexer.keyword))) {
        this.#context.facts?.push({ kind: "value-missing", offset: lexer.start });
        lexer.position = lexer.start;
      } else {
        entries.set(key, parseValueFrom(valueKind, lexer, this.#context));
      }
    }
  }

  #skipSpaceAfterId(afterId: number): void {
    const { bytes, end } = this.#lexer;
    const isSpace = afterId < end && isWhiteSpace[bytes[afterId]!] === 1;
    const isCrLf = bytes[afterId] === 0x0d && afterId + 1 < end && bytes[afterId + 1] === 0x0a;
    this.#lexer.position = afterId + (isCrLf ? 2 : isSpace ? 1 : 0);
  }

  /**
   * Returns the end of the data by the dictionary's length, or by the image's size, when EI is there; undefined
   * otherwise.
   */
  #endByLength(dict: Dict, start: number): DataEnd | undefined {
    const length = dict.integer("L") ?? dict.integer("Length");
    return this.#endAt(start, length) ?? this.#endAt(start, unfilteredLength(dict));
  }

  #endAt(start: number, length: number | undefined): DataEnd | undefined {
    const { bytes, end } = this.#lexer;
    if (length === undefined || length < 0 || start + length > end) {
      return undefined;
    }
    const keyword = skipWhiteSpace(bytes, start + length, end);
    const isEnd = bytes[keyword] === 0x45 && bytes[keyword + 1] === 0x49 && this.#isEndOfWord(keyword + 2);
    return isEnd && keyword + 2 <= end ? { dataEnd: start + length, position: keyword + 2, isSure: true } : undefined;
  }

  /**
   * Searches the end of the data: the first EI that stands by itself and is followed by what reads like two operators,
   * or an EI without white-space before it that is followed by three. Failing that, the first EI that stands by itself,
   * or the end of the stream.
   */
  #searchEnd(start: number): DataEnd {
    const { bytes, end } = this.#lexer;
    let doubtful: DataEnd | undefined;
    for (let offset = this.#nextEi(start); offset >= 0; offset = this.#nextEi(offset + 2)) {
      this.#context.bounds.step();
      if (doubtful && !this.#mayGoOn(doubtful, offset)) {
        break;
      }
      if (!this.#isEndOfWord(offset + 2)) {
        continue;
      }
      const isApart = offset === start || isWhiteSpace[bytes[offset - 1]!] === 1;
      const dataEnd = isApart ? Math.max(start, offset - 1) : offset;
      if (this.#readsLikeOperators(offset + 2, isApart ? 2 : 3)) {
        return { dataEnd, position: offset + 2, isSure: true };
      }
      if (isApart) {
        doubtful ??= { dataEnd, position: offset + 2, isSure: false };
      }
    }
    this.#secondThoughtsBytes -= doubtful ? end - doubtful.position : 0;
    return doubtful ?? { dataEnd: end, position: end, isSure: false };
  }

  /**
   * Returns the offset of the next `EI`; -1 when there is none. This is much faster than searching for a string of two
   * characters.
   */
  #nextEi(position: number): number {
    let offset = this.#buffer.indexOf(0x45, position);
    while (offset >= 0 && this.#buffer[offset + 1] !== 0x49) {
      offset = this.#buffer.indexOf(0x45, offset + 1);
    }
    return offset;
  }

  #mayGoOn(doubtful: DataEnd, offset: number): boolean {
    return offset - doubtful.position < this.#secondThoughtsBytes;
  }

  #isEndOfWord(position: number): boolean {
    return position >= this.#lexer.end || isWhiteSpace[this.#lexer.bytes[position]!] === 1;
  }

  /**
   * Returns whether `count` operators follow, or fewer and the end of the stream, and nothing that is neither operator
   * nor operand.
   */
  #readsLikeOperators(position: number, count: number): boolean {
    const { bytes, end } = this.#lexer;
    const windowEnd = Math.min(end, position + WINDOW_BYTES);
    const lexer = new Lexer(bytes, position, windowEnd);
    let operators = 0;
    for (;;) {
      this.#context.bounds.step();
      const kind = lexer.next();
      // The window cuts through this token; everything before it was in order.
      if (kind === Token.end || (lexer.position >= windowEnd && windowEnd < end)) {
        return true;
      }
      if (lexer.flags !== 0 || kind === Token.braceStart || kind === Token.braceEnd) {
        return false;
      }
      if (kind === Token.keyword && !isOperand(lexer.keyword)) {
        operators++;
        const isPossible = CONTENT_OPERATORS.has(lexer.keyword) && lexer.keyword !== "EI" && lexer.keyword !== "ID";
        // Keys and values follow BI, not operators; but nothing else looks like a BI.
        if (!isPossible || operators === count || lexer.keyword === "BI") {
          return isPossible;
        }
      }
    }
  }
}

interface DataEnd {
  readonly dataEnd: number;
  /** The offset behind EI. */
  readonly position: number;
  readonly isSure: boolean;
}

/** The number of bytes that are read behind each EI: the operators after an image are short. */
const WINDOW_BYTES = 256;

const isOperand = (keyword: string): boolean => keyword === "true" || keyword === "false" || keyword === "null";

/**
 * Returns the length of the data of an image without a filter; undefined when there is a filter, or the dictionary does
 * not give the size (a colour space may be one of the resources).
 */
function unfilteredLength(dict: Dict): number | undefined {
  const filter = dict.get("F") ?? dict.get("Filter");
  const isFiltered = filter !== null && !(Array.isArray(filter) && filter.length === 0);
  const width = dict.integer("W") ?? dict.integer("Width");
  const height = dict.integer("H") ?? dict.integer("Height");
  const bits = bitsPerPixel(dict);
  if (isFiltered || width === undefined || height === undefined || bits === undefined) {
    return undefined;
  }
  return Math.ceil((width * bits) / 8) * height;
}

function bitsPerPixel(dict: Dict): number | undefined {
  if (dict.boolean("IM") ?? dict.boolean("ImageMask")) {
    return 1;
  }
  const bits = dict.integer("BPC") ?? dict.integer("BitsPerComponent");
  const components = componentsOf(dict.get("CS") ?? dict.get("ColorSpace"));
  return bits === undefined || components === undefined ? undefined : bits * components;
}

function componentsOf(colorSpace: CosDirect): number | undefined {
  const family = Array.isArray(colorSpace) ? resolve(colorSpace[0]) : colorSpace;
  return family instanceof Name ? COMPONENTS.get(family.value) : undefined;
}

const COMPONENTS: ReadonlyMap<string, number> = new Map([
  ["G", 1],
  ["DeviceGray", 1],
  ["RGB", 3],
  ["DeviceRGB", 3],
  ["CMYK", 4],
  ["DeviceCMYK", 4],
  ["I", 1],
  ["Indexed", 1],
]);
