/** Returns whether a byte is white space of PostScript; the end of the bytes is not. */
export const isWhiteSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0x0c || byte === 0;
