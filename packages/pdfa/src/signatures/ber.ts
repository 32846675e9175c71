/** An element of ASN.1 in the basic encoding rules (ITU-T X.690, 8.1), of which DER is a subset. */
export interface BerElement {
  /** The identifier octet: class, form and number; numbers of 31 and more are not distinguished. */
  readonly identifier: number;
  readonly contents: Uint8Array;
}

export const BerIdentifier = {
  objectIdentifier: 0x06,
  sequence: 0x30,
  set: 0x31,
  context0: 0xa0,
  context1: 0xa1,
} as const;

/**
 * Returns the consecutive elements that the bytes start with, up to `limit`; it stops before bytes that are no element.
 */
export function elementsIn(bytes: Uint8Array, limit = MAX_ELEMENTS): readonly BerElement[] {
  const elements: BerElement[] = [];
  let offset = 0;
  while (offset < bytes.length && elements.length < limit) {
    const extent = extentAt(bytes, offset, 0);
    if (extent === undefined) {
      break;
    }
    const contents = bytes.subarray(extent.contentsOffset, extent.contentsEnd);
    elements.push({ identifier: bytes[offset] ?? 0, contents });
    offset = extent.endOffset;
  }
  return elements;
}

const MAX_ELEMENTS = 1000;
/** The deepest nesting of elements of indefinite length; signatures have about ten levels. */
const MAX_DEPTH = 40;
const NUMBER_FOLLOWS = 0x1f;
const INDEFINITE = 0x80;

interface Extent {
  readonly contentsOffset: number;
  readonly contentsEnd: number;
  readonly endOffset: number;
}

function extentAt(bytes: Uint8Array, start: number, depth: number): Extent | undefined {
  const lengthOffset = afterIdentifier(bytes, start);
  const first = bytes[lengthOffset];
  if (first === undefined) {
    return undefined;
  }
  if (first === INDEFINITE) {
    return indefiniteExtent(bytes, lengthOffset + 1, depth);
  }
  const octets = first & INDEFINITE ? first & 0x7f : 0;
  const contentsOffset = lengthOffset + 1 + octets;
  let length = octets === 0 ? first : 0;
  for (let index = lengthOffset + 1; index < contentsOffset; index++) {
    length = length * 256 + (bytes[index] ?? 0);
  }
  const endOffset = contentsOffset + length;
  return endOffset <= bytes.length ? { contentsOffset, contentsEnd: endOffset, endOffset } : undefined;
}

function afterIdentifier(bytes: Uint8Array, start: number): number {
  let offset = start + 1;
  if (((bytes[start] ?? 0) & NUMBER_FOLLOWS) === NUMBER_FOLLOWS) {
    while (((bytes[offset] ?? 0) & 0x80) !== 0) {
      offset++;
    }
    offset++;
  }
  return offset;
}

/** Returns the extent of an element of indefinite length (X.690, 8.1.3.6): elements up to two zero octets. */
function indefiniteExtent(bytes: Uint8Array, contentsOffset: number, depth: number): Extent | undefined {
  if (depth >= MAX_DEPTH) {
    return undefined;
  }
  let offset = contentsOffset;
  while (offset + 1 < bytes.length) {
    if (bytes[offset] === 0 && bytes[offset + 1] === 0) {
      return { contentsOffset, contentsEnd: offset, endOffset: offset + 2 };
    }
    const inner = extentAt(bytes, offset, depth + 1);
    if (inner === undefined) {
      return undefined;
    }
    offset = inner.endOffset;
  }
  return undefined;
}
