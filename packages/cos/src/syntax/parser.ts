import type { Bounds } from "../bounds.ts";
import {
  type CosDirect,
  type CosValue,
  Dict,
  Name,
  type ObjectSource,
  Ref,
  Stream,
  type StreamBytes,
} from "../objects.ts";
import { hasBytesAt, isEol, skipRegular, skipWhiteSpace, skipWhiteSpaceAndComments } from "./characters.ts";
import type { IndirectObject, TokenFact } from "./facts.ts";
import { Lexer } from "./lexer.ts";
import { readHead } from "./object-head.ts";
import { type StreamExtent, streamExtent } from "./stream-extent.ts";
import { hasTokenAt } from "./stream-tokens.ts";
import { type ParseContext, parseValue } from "./value.ts";

export { type ParseContext, parseValue, parseValueFrom } from "./value.ts";

export interface ObjectContext extends ParseContext {
  /** Returns how the strings and the stream of that object are encrypted; undefined when they are not. */
  cryptFor?(number: number, generation: number, value?: Dict): ObjectCrypt | undefined;
  /** Whether the keywords around the bytes of streams are taken literally; false by default. */
  readonly readsStreamsLiterally?: boolean | undefined;
}

export interface ObjectCrypt {
  decryptString(bytes: Uint8Array): Uint8Array;
  decryptStream(bytes: Uint8Array, dict: Dict): Uint8Array;
}

/**
 * Reads the indirect object (7.3.10) at `offset`, before which white-space may stand; undefined when there is no `n g
 * obj`. The caller checks whether it is the object that was looked for. When `context.facts` is there, facts are
 * recorded, for each object in a separate array.
 *
 * A stream is as long as its Length says when `endstream` follows there; otherwise it goes up to the next `endstream`
 * or `endobj`. Its bytes are a view, decrypted each time they are asked for.
 * @throws CosError `too_complex` when a bound is met.
 */
export function parseIndirectObject(
  bytes: Uint8Array,
  offset: number,
  context: ObjectContext,
  end: number = bytes.length,
): IndirectObject | undefined {
  const lexer = new Lexer(bytes, skipWhiteSpace(bytes, offset, end), end);
  const head = readHead(lexer);
  if (head === undefined) {
    return undefined;
  }
  const crypt = context.cryptFor?.(head.number, head.generation);
  const { value, facts } = readValue(lexer, context, crypt);
  const valueEnd = lexer.position;
  const extent =
    value instanceof Dict
      ? streamExtent(bytes, valueEnd, lexer.end, value, {
          bounds: context.bounds,
          readsLiterally: context.readsStreamsLiterally,
        })
      : undefined;
  const tail =
    value === null && hasBytesAt(bytes, skipWhiteSpaceAndComments(bytes, head.endOffset, lexer.end), ENDOBJ, lexer.end)
      ? readEmptyTail(bytes, head.endOffset, lexer.end)
      : readTail(bytes, extent === undefined ? valueEnd : extent.endOffset, lexer.end, context);
  const location = {
    kind: "file" as const,
    offset: head.offset,
    endOffset: tail.endOffset,
    syntax: {
      hasEolBeforeNumber: isEol(bytes[head.offset - 1]),
      hasSingleSpaces: head.hasSingleSpaces,
      hasEolAfterObj: isEol(bytes[head.endOffset]),
      hasEolBeforeEndobj: tail.hasEolBefore,
      hasEolAfterEndobj: tail.hasEolAfter,
      hasEndobj: tail.hasEndobj,
    },
  };
  const { number, generation } = head;
  if (extent === undefined || !(value instanceof Dict)) {
    return { number, generation, value, location, facts };
  }
  const stream = new Stream(value, new FileStreamBytes(bytes, extent, value, crypt));
  return { number, generation, value: stream, location: { ...location, stream: extent.syntax }, facts };
}

const NO_FACTS: readonly TokenFact[] = [];
const ENDOBJ = Buffer.from("endobj");

/**
 * Reads the value and the facts about it. Strings in the dictionary of a cross-reference stream are not encrypted
 * (7.5.8.2).
 */
function readValue(
  lexer: Lexer,
  context: ObjectContext,
  crypt: ObjectCrypt | undefined,
): { value: CosDirect; facts: readonly TokenFact[] } {
  const start = lexer.position;
  const inner = new InnerContext(context, crypt);
  let value = parseValue(lexer, inner);
  if (inner.decryptString !== undefined && value instanceof Dict && isXref(value.raw("Type"))) {
    lexer.position = start;
    inner.decryptString = undefined;
    inner.facts?.splice(0);
    value = parseValue(lexer, inner);
  }
  return { value: value instanceof Ref ? value.value : value, facts: inner.facts ?? NO_FACTS };
}

const isXref = (type: CosValue | undefined): boolean => type instanceof Name && type.value === "XRef";

/** The context for parsing one object's value. */
class InnerContext implements ParseContext {
  readonly source: ObjectSource;
  readonly bounds: Bounds;
  readonly facts: TokenFact[] | undefined;
  readonly readsReferences: boolean | undefined;
  readonly onTooDeep: (() => void) | undefined;
  decryptString: ((bytes: Uint8Array) => Uint8Array) | undefined;
  readonly #outer: ObjectContext;

  constructor(outer: ObjectContext, crypt: ObjectCrypt | undefined) {
    this.source = outer.source;
    this.bounds = outer.bounds;
    this.facts = outer.facts === undefined ? undefined : [];
    this.readsReferences = outer.readsReferences;
    this.onTooDeep = outer.onTooDeep;
    this.decryptString = crypt === undefined ? outer.decryptString : (bytes) => crypt.decryptString(bytes);
    this.#outer = outer;
  }

  ref(number: number, generation: number): Ref {
    return this.#outer.ref === undefined
      ? new Ref(this.source, number, generation)
      : this.#outer.ref(number, generation);
  }
}

interface ObjectTail {
  readonly endOffset: number;
  readonly hasEndobj: boolean;
  readonly hasEolBefore: boolean;
  readonly hasEolAfter: boolean;
}

/** Reads `endobj` when it comes next; of another token there only the spacing. */
function readTail(
  bytes: Uint8Array,
  offset: number,
  end: number,
  { readsStreamsLiterally = false }: ObjectContext,
): ObjectTail {
  const keyword = skipWhiteSpaceAndComments(bytes, offset, end);
  const hasEndobj = (readsStreamsLiterally ? hasTokenAt : hasBytesAt)(bytes, keyword, ENDOBJ, end);
  const after = hasEndobj ? keyword + ENDOBJ.length : skipRegular(bytes, keyword, end);
  return {
    endOffset: hasEndobj ? after : offset,
    hasEndobj,
    hasEolBefore: isEol(bytes[keyword - 1]),
    hasEolAfter: isEol(bytes[after]),
  };
}

/**
 * Reads the `endobj` of an object without a value. It stands in the place of the value, so the spacing is that of the
 * token after it, which stands in the place of `endobj`.
 */
function readEmptyTail(bytes: Uint8Array, offset: number, end: number): ObjectTail {
  const endOffset = skipWhiteSpaceAndComments(bytes, offset, end) + ENDOBJ.length;
  const next = skipWhiteSpaceAndComments(bytes, endOffset, end);
  return {
    endOffset,
    hasEndobj: true,
    hasEolBefore: isEol(bytes[next - 1]),
    hasEolAfter: isEol(bytes[skipRegular(bytes, next, end)]),
  };
}

/** The bytes of a stream in the file. They are decrypted each time they are asked for, so that no copy is kept. */
class FileStreamBytes implements StreamBytes {
  readonly lengthBytes: number;
  readonly #file: Uint8Array;
  readonly #offset: number;
  readonly #dict: Dict;
  readonly #crypt: ObjectCrypt | undefined;

  constructor(file: Uint8Array, extent: StreamExtent, dict: Dict, crypt: ObjectCrypt | undefined) {
    this.lengthBytes = extent.lengthBytes;
    this.#file = file;
    this.#offset = extent.syntax.dataOffset;
    this.#dict = dict;
    this.#crypt = crypt;
  }

  encoded(): Uint8Array {
    const bytes = new Uint8Array(this.#file.buffer, this.#file.byteOffset + this.#offset, this.lengthBytes);
    return this.#crypt === undefined ? bytes : this.#crypt.decryptStream(bytes, this.#dict);
  }
}
