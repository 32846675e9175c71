/**
 * Reads big-endian numbers from a range of bytes. Beyond its end everything is 0: readers bound their loops by counts
 * and lengths, and call `has` where it matters whether data are present.
 */
export class BinaryView {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get length(): number {
    return this.bytes.length;
  }

  has(offset: number, lengthBytes: number): boolean {
    return offset >= 0 && offset + lengthBytes <= this.bytes.length;
  }

  u8(offset: number): number {
    return this.bytes[offset] ?? 0;
  }

  i8(offset: number): number {
    return (this.u8(offset) << 24) >> 24;
  }

  u16(offset: number): number {
    return (this.u8(offset) << 8) | this.u8(offset + 1);
  }

  i16(offset: number): number {
    return (this.u16(offset) << 16) >> 16;
  }

  u32(offset: number): number {
    return this.u16(offset) * 0x10000 + this.u16(offset + 2);
  }

  /** Reads an unsigned number of one to four bytes. */
  unsigned(offset: number, lengthBytes: number): number {
    let value = 0;
    for (let index = 0; index < lengthBytes; index++) {
      value = value * 256 + this.u8(offset + index);
    }
    return value;
  }

  latin1(offset: number, lengthBytes: number): string {
    return Buffer.from(this.slice(offset, lengthBytes).bytes).toString("latin1");
  }

  /** Returns the available part of a range; without a length, that up to the end. */
  slice(offset: number, lengthBytes: number = this.bytes.length): BinaryView {
    const start = Math.min(Math.max(offset, 0), this.bytes.length);
    return new BinaryView(this.bytes.subarray(start, Math.min(start + Math.max(lengthBytes, 0), this.bytes.length)));
  }
}
