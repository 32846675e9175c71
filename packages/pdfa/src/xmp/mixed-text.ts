/** The bytes that windows-1252 leaves undefined. */
const UNDEFINED: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/**
 * Decodes bytes that are UTF-8 for the most part: those that begin no sequence of UTF-8 are characters of windows-1252,
 * spaces where that has none. The XMP toolkit of Adobe reads packets so, and validators with it, as early writers took
 * Latin-1 for UTF-8.
 */
export function decodeMixed(bytes: Uint8Array): string {
  const utf8 = new TextDecoder();
  const single = new TextDecoder("windows-1252");
  const parts: string[] = [];
  let done = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceAt(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    parts.push(utf8.decode(bytes.subarray(done, at), STREAMED));
    parts.push(UNDEFINED.has(bytes[at] ?? 0) ? " " : single.decode(bytes.subarray(at, at + 1)));
    at += 1;
    done = at;
  }
  parts.push(utf8.decode(bytes.subarray(done)));
  return parts.join("");
}

const STREAMED = { stream: true } as const;

/** Returns the number of bytes of the sequence at an offset, which have the form of UTF-8; 0 where there is none. */
function sequenceAt(bytes: Uint8Array, offset: number): number {
  const first = bytes[offset] ?? 0;
  if (first < 0x80) {
    return 1;
  }
  const length = Math.clz32(~(first << 24));
  if (length < 2) {
    return 0;
  }
  for (let index = 1; index < length; index++) {
    if (((bytes[offset + index] ?? 0) & 0xc0) !== 0x80) {
      return 0;
    }
  }
  return length;
}
