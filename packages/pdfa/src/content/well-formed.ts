import { type Bounds, contentOperations, type ObjectSource, type TokenFact } from "@quire/cos";

interface ContentContext {
  readonly source: ObjectSource;
  readonly bounds: Bounds;
}

/**
 * Returns whether the arrays and dictionaries of a content stream have nothing but objects in them, and their ends (ISO
 * 32000-2, 7.3.6 and 7.3.7). Otherwise it is not defined what the stream shows, and veraPDF reads nothing of it.
 * @throws CosError `too_complex` when a bound is met
 */
export const isWellFormed = (bytes: Uint8Array, context: ContentContext): boolean =>
  isSound(bytes) || !hasBrokenContainer(bytes, context);

const BREACHES: ReadonlySet<TokenFact["kind"]> = new Set(["unknown-keyword", "value-missing", "key-not-name"]);
const STRING_STARTS: ReadonlySet<number | undefined> = new Set([0x28, 0x3c]);

/** Reads all tokens. A string without its end is one up to the end of the stream. */
function hasBrokenContainer(bytes: Uint8Array, { source, bounds }: ContentContext): boolean {
  const facts: TokenFact[] = [];
  const operations = contentOperations(bytes, { source, bounds, facts })[Symbol.iterator]();
  while (operations.next().done !== true) {
    for (const { kind, offset } of facts) {
      if (BREACHES.has(kind) || (kind === "unterminated" && !STRING_STARTS.has(bytes[offset]))) {
        return true;
      }
    }
    facts.length = 0;
  }
  return false;
}

/** What a byte does where a token may begin. */
const OTHER = 0;
const STRING = 1;
const COMMENT = 2;
const ANGLE = 3;
const BRACKET = 4;
/** A byte that neither an object begins with nor white-space is. */
const STRANGE = 5;

const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => kindOf(String.fromCharCode(byte)));

function kindOf(character: string): number {
  const known = { "(": STRING, "%": COMMENT, "<": ANGLE, "[": BRACKET }[character];
  return known ?? (/[\s\0/\d+\-.\]>]/.test(character) ? OTHER : STRANGE);
}

/**
 * Looks at the bytes once, which is much faster than reading tokens. What it finds sound is sound; other streams, such
 * as those with names of letters in arrays, may be.
 */
function isSound(bytes: Uint8Array): boolean {
  const { length } = bytes;
  let depth = 0;
  for (let at = 0; at < length; at++) {
    const kind = KINDS[bytes[at]!];
    if (kind === OTHER) {
      if (depth === 0) {
        continue;
      }
      const byte = bytes[at];
      if (byte === 0x5d) {
        depth--;
      } else if (byte === 0x2f) {
        at = afterName(bytes, at + 1) - 1;
      } else if (byte === 0x3e) {
        if (bytes[at + 1] !== 0x3e) {
          return false;
        }
        at++;
        depth--;
      }
    } else if (kind === STRANGE) {
      if (depth > 0) {
        return false;
      }
    } else if (kind === STRING) {
      at = endOfString(bytes, at);
    } else if (kind === COMMENT) {
      at = endOfComment(bytes, at);
    } else if (kind === BRACKET) {
      depth++;
    } else if (bytes[at + 1] === 0x3c) {
      depth++;
      at++;
    } else {
      at = endOf(bytes, 0x3e, at);
    }
  }
  return depth === 0;
}

function afterName(bytes: Uint8Array, offset: number): number {
  let at = offset;
  while (at < bytes.length && (KINDS[bytes[at]!] === STRANGE || isOfNumber(bytes[at]!))) {
    at++;
  }
  return at;
}

const isOfNumber = (byte: number): boolean => byte >= 0x2b && byte <= 0x39 && byte !== 0x2f;

function endOfString(bytes: Uint8Array, offset: number): number {
  let depth = 0;
  let at = offset;
  for (; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 0x5c) {
      at++;
    } else if (byte === 0x28) {
      depth++;
    } else if (byte === 0x29 && --depth === 0) {
      return at;
    }
  }
  return at;
}

function endOfComment(bytes: Uint8Array, offset: number): number {
  let at = offset;
  while (at < bytes.length && bytes[at] !== 0x0a && bytes[at] !== 0x0d) {
    at++;
  }
  return at;
}

function endOf(bytes: Uint8Array, end: number, offset: number): number {
  const at = bytes.indexOf(end, offset);
  return at === -1 ? bytes.length : at;
}
