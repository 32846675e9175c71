import type { Dict } from "../objects.ts";
import { isWhiteSpace, skipWhiteSpace } from "../syntax/characters.ts";
import { type RepairLog, XrefDamage } from "./repairs.ts";
import { hasKeyword, skipDigits } from "./scan.ts";
import { endOfRevision, findStartxref, type StartxrefFacts } from "./startxref.ts";
import type { XrefContext } from "./xref-context.ts";
import { readXrefStream, type XrefStreamSection } from "./xref-stream.ts";
import { readXrefTable, type XrefTableSection } from "./xref-table.ts";

export type XrefSection = XrefTableSection | XrefStreamSection;

/** The end of a file and its cross-reference sections (ISO 32000-2, 7.5.4 to 7.5.8). */
export interface XrefFacts {
  /**
   * The number of bytes to add to offsets that are written in the file: those before the header, where offsets count
   * from there.
   */
  readonly offsetBase: number;
  readonly startxref: StartxrefFacts | null;
  /** Whether `startxref` names the very byte at which the section starts. */
  readonly isStartxrefExact: boolean;
  /**
   * The sections in the order of the /Prev chain, the newest first. Where the chain is broken, those before the break.
   */
  readonly sections: readonly XrefSection[];
  /** The revisions of the file: the original, then each incremental update (7.5.6). */
  readonly revisions: readonly Revision[];
}

export interface Revision {
  /**
   * The sections of the revision: one, or two in the original of a linearized file, whose first page has a separate
   * one.
   */
  readonly sections: readonly XrefSection[];
  /** The trailer that counted when this was the last revision. */
  readonly trailer: Dict;
  /** The offset after the revision's `%%EOF` and its end-of-line marker. */
  readonly endOffset: number;
}

export interface XrefWalk {
  readonly facts: XrefFacts;
  /** The reason why the walk ended before the last section; undefined when it did not. */
  readonly damage: XrefDamage | undefined;
}

/**
 * Reads all cross-reference sections from `startxref` on, as they are written, into `context.entries`. The header is at
 * `headerOffset`.
 */
export function walkXref(context: Omit<XrefContext, "offsetBase">, headerOffset: number): XrefWalk {
  const { bytes } = context;
  const startxref = findStartxref(bytes) ?? null;
  const sections: XrefSection[] = [];
  let offsetBase = headerOffset;
  let isStartxrefExact = false;
  let damage: XrefDamage | undefined;
  try {
    checkEnd(bytes, startxref, context.log);
    offsetBase = offsetBaseOf(bytes, startxref.value, headerOffset);
    if (offsetBase !== headerOffset) {
      context.log.add("offset-base", "Offsets count from the start of the bytes, not from the header.");
    }
    isStartxrefExact = checkStart(bytes, offsetBase + startxref.value, context.log);
    readSections(sections, startxref.value, { ...context, offsetBase });
    checkSize(sections, context);
  } catch (error) {
    if (!(error instanceof XrefDamage)) {
      throw error;
    }
    damage = error;
  }
  return {
    facts: { offsetBase, startxref, isStartxrefExact, sections, revisions: revisionsOf(bytes, sections) },
    damage,
  };
}

/** The number of bytes from the end of the file in which other readers look for `startxref`. */
const END_WINDOW = 1054;

function checkEnd(
  bytes: Uint8Array,
  startxref: StartxrefFacts | null,
  log: RepairLog,
): asserts startxref is StartxrefFacts {
  if (startxref === null) {
    throw new XrefDamage("There is no startxref.", bytes.length);
  }
  if (bytes.length - startxref.offset <= END_WINDOW) {
    if (beginsUpdate(bytes, startxref)) {
      const message = "An update after the end of the file was cut off before its own end.";
      log.add("update-cut", message, { offset: startxref.endOffset });
    }
    return;
  }
  // What follows may be an update that was cut off: its objects count, as far as they are there.
  if (containsObject(bytes, startxref.endOffset)) {
    throw new XrefDamage("There are objects after the last startxref.", startxref.endOffset);
  }
  const message = `${startxref.trailingBytes} bytes follow after the end of the file.`;
  log.add("trailing-bytes", message, { offset: startxref.endOffset });
}

/** Returns whether a number, as every object begins with, or a table comes next after the end of the file. */
function beginsUpdate(bytes: Uint8Array, { eofOffset, endOffset }: StartxrefFacts): boolean {
  const start = skipWhiteSpace(bytes, endOffset);
  return eofOffset !== null && (skipDigits(bytes, start) > start || hasKeyword(bytes, start, "xref"));
}

const containsObject = (bytes: Uint8Array, offset: number): boolean => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset + offset, bytes.length - offset);
  return buffer.includes(" obj") && buffer.includes("endobj");
};

/**
 * Returns the number of bytes to add to written offsets: those before the header, as most readers take it, or 0 where
 * only counting from the start of the file leads to a section.
 */
function offsetBaseOf(bytes: Uint8Array, startxref: number, headerOffset: number): number {
  const isFromStart = sectionStart(bytes, headerOffset + startxref) === undefined && headerOffset > 0;
  return isFromStart && sectionStart(bytes, startxref) !== undefined ? 0 : headerOffset;
}

function checkStart(bytes: Uint8Array, offset: number, log: RepairLog): boolean {
  const start = sectionStart(bytes, offset);
  if (start === undefined) {
    throw new XrefDamage("startxref does not lead to a cross-reference section.", offset);
  }
  if (start !== offset && hasKeyword(bytes, start, "xref")) {
    log.add("startxref-moved", "There is white-space where startxref says the table is.", { offset });
  }
  return start === offset;
}

/** Returns the offset of the section at `offset` or after the white-space there; undefined when there is none. */
function sectionStart(bytes: Uint8Array, offset: number): number | undefined {
  const start = skipWhiteSpace(bytes, offset);
  if (isTable(bytes, start)) {
    return start;
  }
  const numberEnd = skipDigits(bytes, start);
  const generation = skipWhiteSpace(bytes, numberEnd);
  const generationEnd = skipDigits(bytes, generation);
  const isObject = start < numberEnd && numberEnd < generation && generation < generationEnd;
  return isObject && hasKeyword(bytes, skipWhiteSpace(bytes, generationEnd), "obj") ? start : undefined;
}

const isTable = (bytes: Uint8Array, offset: number): boolean =>
  hasKeyword(bytes, offset, "xref") && isWhiteSpace[bytes[offset + 4] ?? 0] === 1;

function readSections(sections: XrefSection[], startxref: number, context: XrefContext): void {
  const visited = new Set<number>();
  const readStreamAt = (offset: number): XrefStreamSection => {
    const start = startOnce(offset, visited, context);
    return readXrefStream(start, context);
  };
  for (let written: number | undefined = startxref; written !== undefined; ) {
    context.bounds.look();
    const start = startOnce(context.offsetBase + written, visited, context);
    const section = isTable(context.bytes, start)
      ? readXrefTable(start, context, readStreamAt)
      : readXrefStream(start, context);
    sections.push(section);
    written = previous(section);
  }
}

function startOnce(offset: number, visited: Set<number>, { bytes }: XrefContext): number {
  const start = sectionStart(bytes, offset);
  if (start === undefined) {
    throw new XrefDamage("There is no cross-reference section where one is said to be.", offset);
  }
  if (visited.has(start)) {
    throw new XrefDamage("Cross-reference sections lead to one another in a circle.", start);
  }
  visited.add(start);
  return start;
}

/** Returns the offset in /Prev; undefined when there is none. Some writers put 0 for none. */
function previous({ trailer, offset }: XrefSection): number | undefined {
  const value = trailer.raw("Prev");
  if (value === undefined || value === null || value === 0) {
    return undefined;
  }
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) {
    throw new XrefDamage("/Prev is no offset.", offset);
  }
  return value;
}

function checkSize(sections: readonly XrefSection[], { entries, log }: Omit<XrefContext, "offsetBase">): void {
  const [newest] = sections;
  const size = newest?.trailer.integer("Size");
  if (newest === undefined || size === undefined) {
    throw new XrefDamage("The trailer has no /Size.", newest?.offset ?? 0);
  }
  if (size !== entries.highest + 1) {
    const message = `/Size is ${size}; the highest number of an object is ${entries.highest}.`;
    log.add("xref-size", message, { offset: newest.offset });
  }
}

/**
 * Groups the sections into revisions, from the oldest. The first section of a linearized file stands before the one
 * that its /Prev names: both are one revision.
 */
function revisionsOf(bytes: Uint8Array, sections: readonly XrefSection[]): Revision[] {
  const revisions: Revision[] = [];
  for (let index = 0; index < sections.length; ) {
    let end = index + 1;
    while (end < sections.length && startOf(sections, end) > startOf(sections, end - 1)) {
      end++;
    }
    const own = sections.slice(index, end);
    const [newest] = own;
    if (newest !== undefined) {
      const endOffset = Math.max(...own.map((section) => endOfRevision(bytes, section.endOffset)));
      revisions.push({ sections: own, trailer: newest.trailer, endOffset });
    }
    index = end;
  }
  return revisions.toReversed();
}

const startOf = (sections: readonly XrefSection[], index: number): number => sections[index]?.offset ?? 0;
