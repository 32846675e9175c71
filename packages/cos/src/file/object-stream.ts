import type { Bounds } from "../bounds.ts";
import { decodeStream } from "../filters/decode.ts";
import { isName, Ref, type Stream } from "../objects.ts";
import type { IndirectObject, TokenFact } from "../syntax/facts.ts";
import { Lexer, Token } from "../syntax/lexer.ts";
import { type ParseContext, parseValue } from "../syntax/parser.ts";

/** A decoded object stream (ISO 32000-2, 7.5.7) and where its objects are in it. */
export class ObjectStream {
  readonly number: number;
  readonly bytes: Uint8Array;
  /** The number of each object, in the order of the stream. */
  readonly numbers: readonly number[];
  readonly #offsets: readonly number[];
  #indexes: Map<number, number> | undefined;

  private constructor(number: number, bytes: Uint8Array, pairs: Pairs) {
    this.number = number;
    this.bytes = bytes;
    this.numbers = pairs.numbers;
    this.#offsets = pairs.offsets;
  }

  /**
   * Reads an object stream; undefined when `stream` is not one. A damaged one is read as far as possible. /Extends is
   * ignored, because the cross-reference section names the stream that holds an object.
   */
  static read(number: number, stream: Stream, bounds: Bounds): ObjectStream | undefined {
    const { dict } = stream;
    const first = dict.integer("First");
    const count = dict.integer("N");
    if (!isName(dict.get("Type"), "ObjStm") || first === undefined || count === undefined || first < 0) {
      return undefined;
    }
    const { bytes } = decodeStream(stream, bounds);
    return new ObjectStream(number, bytes, readPairs(bytes, first, count, bounds));
  }

  /**
   * Returns whether the object of that number is in the stream, and has too few brackets to be nested more than `maxDepth`
   * deep; `index` is a hint for its place. The objects of a stream mostly stand in the order of its pairs, so that the next
   * one ends this one; where they do not, the answer is false.
   */
  holdsFlat(number: number, index: number, maxDepth: number): boolean {
    const found = this.#placeOf(number, index);
    const start = found === undefined ? undefined : this.#offsets[found];
    const end = found === undefined ? undefined : (this.#offsets[found + 1] ?? this.bytes.length);
    if (start === undefined || end === undefined || start >= end || end > this.bytes.length) {
      return false;
    }
    return end - start <= maxDepth || openingBrackets(this.bytes, start, end) <= maxDepth;
  }

  #placeOf(number: number, index: number): number | undefined {
    return this.numbers[index] === number ? index : this.#indexOf(number);
  }

  /** Returns the object of that number, for whose place `index` is a hint; undefined when it is not in the stream. */
  object(number: number, index: number, context: ParseContext): IndirectObject | undefined {
    const found = this.#placeOf(number, index);
    const offset = found === undefined ? undefined : this.#offsets[found];
    if (found === undefined || offset === undefined) {
      return undefined;
    }
    const facts: TokenFact[] = [];
    const keepsFacts = context.facts !== undefined;
    const value = parseValue(new Lexer(this.bytes, offset), keepsFacts ? { ...context, facts } : context);
    return {
      number,
      generation: 0,
      value: value instanceof Ref ? value.value : value,
      location: { kind: "object-stream", stream: this.number, index: found },
      facts: keepsFacts ? facts : NO_FACTS,
    };
  }

  /** Returns the index of the object of that number; the last one when the number is there twice. */
  #indexOf(number: number): number | undefined {
    this.#indexes ??= new Map(this.numbers.map((contained, index) => [contained, index]));
    return this.#indexes.get(number);
  }
}

const NO_FACTS: readonly TokenFact[] = [];

/** Returns how many brackets open arrays and dictionaries between two offsets, at most: those of strings count as well. */
function openingBrackets(bytes: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let index = start; index < end; index++) {
    const byte = bytes[index];
    count += byte === 0x5b /* [ */ || byte === 0x3c /* < */ ? 1 : 0;
  }
  return count;
}

interface Pairs {
  readonly numbers: number[];
  readonly offsets: number[];
}

/** Reads the pairs of integers before /First: at most /N, and no more than there are. */
function readPairs(bytes: Uint8Array, first: number, count: number, bounds: Bounds): Pairs {
  const lexer = new Lexer(bytes, 0, first);
  const pairs: Pairs = { numbers: [], offsets: [] };
  while (pairs.numbers.length < count && lexer.next() === Token.integer) {
    bounds.step();
    const number = lexer.number;
    if (lexer.next() !== Token.integer) {
      break;
    }
    pairs.numbers.push(number);
    pairs.offsets.push(first + lexer.number);
  }
  return pairs;
}

/** The number of decoded bytes of object streams that are kept. */
const CACHED_BYTES = 16 * 2 ** 20;

/** The object streams that were asked for last, up to `CACHED_BYTES` together. */
export class ObjectStreamCache {
  /** The streams in the order in which they were last asked for. */
  readonly #streams = new Map<number, ObjectStream>();
  #bytes = 0;

  get(number: number): ObjectStream | undefined {
    const stream = this.#streams.get(number);
    if (stream !== undefined) {
      this.#streams.delete(number);
      this.#streams.set(number, stream);
    }
    return stream;
  }

  add(stream: ObjectStream): void {
    this.#streams.set(stream.number, stream);
    this.#bytes += stream.bytes.length;
    for (const [number, oldest] of this.#streams) {
      if (this.#bytes <= CACHED_BYTES || oldest === stream) {
        return;
      }
      this.#streams.delete(number);
      this.#bytes -= oldest.bytes.length;
    }
  }

  clear(): void {
    this.#streams.clear();
    this.#bytes = 0;
  }
}
