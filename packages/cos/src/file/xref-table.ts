import { Dict } from "../objects.ts";
import { CR, LF, skipWhiteSpace } from "../syntax/characters.ts";
import type { TokenFact } from "../syntax/facts.ts";
import { Lexer } from "../syntax/lexer.ts";
import { parseValue } from "../syntax/parser.ts";
import { XrefDamage } from "./repairs.ts";
import { digitsValue, eolLength, hasKeyword, isDigit, skipDigits } from "./scan.ts";
import type { XrefContext } from "./xref-context.ts";
import { XrefKind } from "./xref-entries.ts";
import type { XrefStreamSection } from "./xref-stream.ts";

/** A cross-reference table and its trailer (ISO 32000-2, 7.5.4, 7.5.5). Offsets are from the start of the bytes. */
export interface XrefTableSection {
  readonly kind: "table";
  /** The offset of the keyword `xref`. */
  readonly offset: number;
  /** The offset after the trailer dictionary. */
  readonly endOffset: number;
  /**
   * Whether one end-of-line marker and nothing else separates `xref` and the first subsection's header (ISO 19005-1,
   * 6.1.4).
   */
  readonly hasSingleEolAfterKeyword: boolean;
  /** The first 1,000 subsections; a hostile file can have millions. */
  readonly subsections: readonly XrefSubsection[];
  readonly subsectionCount: number;
  /** Whether in every subsection's header one space separates the numbers (ISO 19005-1, 6.1.4). */
  readonly hasWellFormedHeaders: boolean;
  /** The number of entries that are not exactly the 20 bytes of 7.5.4. */
  readonly malformedEntries: number;
  readonly firstMalformedOffset: number | null;
  /** The offset of the keyword `trailer`. */
  readonly trailerOffset: number;
  readonly trailer: Dict;
  readonly trailerFacts: readonly TokenFact[];
  /** The section at /XRefStm of a hybrid-reference file (7.5.8.4). */
  readonly xrefStream: XrefStreamSection | null;
}

interface XrefSubsection {
  readonly offset: number;
  /** The first number as written, even where it was corrected. */
  readonly firstNumber: number;
  readonly count: number;
  readonly hasSingleSpace: boolean;
}

const LISTED_SUBSECTIONS = 1000;

/**
 * Reads the table whose keyword `xref` is at `offset` and sets its entries, except for those that a newer section has.
 * `readXrefStreamAt` reads the section at /XRefStm: that one is searched after the entries in use of the table, and
 * before its free ones, which hide objects from readers of PDF 1.4 (7.5.8.4).
 * @throws XrefDamage when the table or its trailer cannot be read.
 */
export function readXrefTable(
  offset: number,
  context: XrefContext,
  readXrefStreamAt: (offset: number) => XrefStreamSection,
): XrefTableSection {
  const { bytes } = context;
  const reader = new TableReader(context);
  const trailerOffset = reader.readSubsections(offset + 4);
  const trailerFacts: TokenFact[] = [];
  const lexer = new Lexer(bytes, trailerOffset + "trailer".length);
  const trailer = parseValue(lexer, { ...context.parse, facts: trailerFacts });
  if (!(trailer instanceof Dict)) {
    throw new XrefDamage("After `trailer` there is no dictionary.", trailerOffset);
  }
  const xrefStream = hybridSection(trailer, trailerOffset, context, readXrefStreamAt);
  reader.setFreeEntries();
  reader.tell(offset);
  const eol = eolLength(bytes, offset + 4);
  return {
    kind: "table",
    offset,
    endOffset: lexer.position,
    hasSingleEolAfterKeyword: eol > 0 && isDigit(bytes[offset + 4 + eol]),
    subsections: reader.subsections,
    subsectionCount: reader.subsectionCount,
    hasWellFormedHeaders: reader.hasWellFormedHeaders,
    malformedEntries: reader.malformedEntries,
    firstMalformedOffset: reader.firstMalformedOffset,
    trailerOffset,
    trailer,
    trailerFacts,
    xrefStream,
  };
}

function hybridSection(
  trailer: Dict,
  trailerOffset: number,
  context: XrefContext,
  readXrefStreamAt: (offset: number) => XrefStreamSection,
): XrefStreamSection | null {
  const offset = trailer.raw("XRefStm");
  if (offset === undefined || offset === null) {
    return null;
  }
  if (typeof offset !== "number" || !Number.isSafeInteger(offset)) {
    throw new XrefDamage("/XRefStm is no integer.", trailerOffset);
  }
  return readXrefStreamAt(context.offsetBase + offset);
}

/** Reads the subsections of one table. */
class TableReader {
  readonly subsections: XrefSubsection[] = [];
  subsectionCount = 0;
  hasWellFormedHeaders = true;
  malformedEntries = 0;
  firstMalformedOffset: number | null = null;
  readonly #context: XrefContext;
  readonly #bytes: Uint8Array;
  /** The numbers and generations of free entries, one after the other. */
  readonly #free: number[] = [];
  /** The number of entries that differ from 7.5.4 in more than their length. */
  #oddEntries = 0;
  #beyondBounds = 0;
  #at = 0;

  constructor(context: XrefContext) {
    this.#context = context;
    this.#bytes = context.bytes;
  }

  /** Reads the subsections from after `xref` up to the keyword `trailer`, and returns that keyword's offset. */
  readSubsections(offset: number): number {
    this.#at = skipWhiteSpace(this.#bytes, offset);
    do {
      this.#readSubsection();
      this.#at = skipWhiteSpace(this.#bytes, this.#at);
    } while (!hasKeyword(this.#bytes, this.#at, "trailer"));
    return this.#at;
  }

  setFreeEntries(): void {
    const { entries } = this.#context;
    for (let index = 0; index < this.#free.length; index += 2) {
      entries.setIfNone(this.#free[index] ?? 0, XrefKind.free, 0, this.#free[index + 1] ?? 0);
    }
  }

  tell(offset: number): void {
    const { log, bounds } = this.#context;
    if (this.#oddEntries > 0) {
      const message = `${this.#oddEntries} entries of a cross-reference table are not written as they should be.`;
      log.add("xref-entry", message, { offset: this.firstMalformedOffset ?? offset });
    }
    if (this.#beyondBounds > 0) {
      const message = `${this.#beyondBounds} objects with numbers above ${bounds.maxObjects} are left out.`;
      log.add("object-number", message, { offset });
    }
  }

  #readSubsection(): void {
    const bytes = this.#bytes;
    const { bounds } = this.#context;
    bounds.step();
    const offset = this.#at;
    const firstEnd = skipDigits(bytes, offset);
    const countStart = skipWhiteSpace(bytes, firstEnd);
    const countEnd = skipDigits(bytes, countStart);
    if (firstEnd === offset || countStart === firstEnd || countEnd === countStart) {
      throw new XrefDamage("A cross-reference table has no subsection where one should be.", offset);
    }
    const firstNumber = digitsValue(bytes, offset, firstEnd);
    const count = digitsValue(bytes, countStart, countEnd);
    this.#addSubsection({
      offset,
      firstNumber,
      count,
      hasSingleSpace: countStart === firstEnd + 1 && bytes[firstEnd] === 0x20,
    });
    this.#at = skipWhiteSpace(bytes, countEnd);
    const correction = this.#isOneTooHigh(firstNumber, count) ? 1 : 0;
    for (let index = 0; index < count; index++) {
      bounds.step();
      this.#readEntry(firstNumber - correction + index);
    }
  }

  #addSubsection(subsection: XrefSubsection): void {
    this.subsectionCount++;
    this.hasWellFormedHeaders &&= subsection.hasSingleSpace;
    if (this.subsections.length < LISTED_SUBSECTIONS) {
      this.subsections.push(subsection);
    }
  }

  /**
   * Returns whether the table makes a common mistake: the subsection starts at 1, but its first entry is the head of
   * the list of free entries, which is number 0. The mistake is reported.
   */
  #isOneTooHigh(firstNumber: number, count: number): boolean {
    const isIt =
      firstNumber === 1 &&
      count > 1 &&
      this.subsectionCount === 1 &&
      hasKeyword(this.#bytes, this.#at, "0000000000 65535 f");
    if (isIt) {
      const message = "The first subsection of a cross-reference table starts at 1 where it means 0.";
      this.#context.log.add("xref-entry", message, { offset: this.#at });
    }
    return isIt;
  }

  #readEntry(number: number): void {
    const at = this.#at;
    if (isExactEntry(this.#bytes, at)) {
      this.#at = at + 20;
      this.#set(
        number,
        digitsValue(this.#bytes, at, at + 10),
        digitsValue(this.#bytes, at + 11, at + 16),
        this.#bytes[at + 17],
      );
      return;
    }
    this.malformedEntries++;
    this.firstMalformedOffset ??= at;
    this.#readMalformedEntry(number);
  }

  /** Reads what other readers accept as an entry: two numbers and a letter. */
  #readMalformedEntry(number: number): void {
    const bytes = this.#bytes;
    const place = skipWhiteSpace(bytes, this.#at);
    const placeEnd = skipDigits(bytes, place);
    const generation = skipWhiteSpace(bytes, placeEnd);
    const generationEnd = skipDigits(bytes, generation);
    const letter = skipWhiteSpace(bytes, generationEnd);
    const isEntry = place < placeEnd && placeEnd < generation && generation < generationEnd && generationEnd < letter;
    if (!isEntry || (bytes[letter] !== LETTER_N && bytes[letter] !== LETTER_F)) {
      throw new XrefDamage(`The cross-reference table has no entry for object ${number}.`, this.#at);
    }
    const isOdd =
      place > this.#at + 1 ||
      placeEnd - place !== 10 ||
      generation !== placeEnd + 1 ||
      generationEnd - generation !== 5 ||
      letter !== generationEnd + 1;
    this.#oddEntries += isOdd ? 1 : 0;
    this.#at = skipWhiteSpace(bytes, letter + 1);
    this.#set(
      number,
      digitsValue(bytes, place, placeEnd),
      digitsValue(bytes, generation, generationEnd),
      bytes[letter],
    );
  }

  #set(number: number, place: number, generation: number, letter: number | undefined): void {
    const { entries, offsetBase } = this.#context;
    if (letter === LETTER_F) {
      this.#free.push(number, generation);
    } else if (!entries.setIfNone(number, XrefKind.file, place === 0 ? 0 : offsetBase + place, generation)) {
      this.#beyondBounds++;
    }
  }
}

const LETTER_N = 0x6e;
const LETTER_F = 0x66;

/**
 * Returns whether the entry at `offset` is as 7.5.4 asks: ten digits, a space, five digits, a space, a letter, and two
 * bytes that end the line.
 */
function isExactEntry(bytes: Uint8Array, offset: number): boolean {
  for (let at = offset; at < offset + 10; at++) {
    if (!isDigit(bytes[at])) {
      return false;
    }
  }
  for (let at = offset + 11; at < offset + 16; at++) {
    if (!isDigit(bytes[at])) {
      return false;
    }
  }
  const letter = bytes[offset + 17];
  const end = bytes[offset + 19];
  return (
    bytes[offset + 10] === 0x20 &&
    bytes[offset + 16] === 0x20 &&
    (letter === LETTER_N || letter === LETTER_F) &&
    ((bytes[offset + 18] === 0x20 && (end === CR || end === LF)) || (bytes[offset + 18] === CR && end === LF))
  );
}
