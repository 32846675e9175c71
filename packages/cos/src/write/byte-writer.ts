/** The initial size of the buffer, which is small because most of the files that a document is split into are small. */
const INITIAL_BYTES = 4 * 1024;
const KEPT_BYTES = 128 * 1024;

/** A growing buffer of bytes. */
export class ByteWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor(initialBytes = INITIAL_BYTES) {
    this.#bytes = new Uint8Array(initialBytes);
  }

  get length(): number {
    return this.#length;
  }

  byte(byte: number): void {
    if (this.#length === this.#bytes.length) {
      this.#grow(1);
    }
    this.#bytes[this.#length++] = byte;
  }

  /** Writes a text, one byte per character. */
  text(text: string): void {
    if (this.#length + text.length > this.#bytes.length) {
      this.#grow(text.length);
    }
    for (let index = 0; index < text.length; index++) {
      this.#bytes[this.#length++] = text.charCodeAt(index);
    }
  }

  raw(bytes: Uint8Array): void {
    if (this.#length + bytes.length > this.#bytes.length) {
      this.#grow(bytes.length);
    }
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Returns what was written since the last `clear`, as a view that is valid until the next byte is written. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  /** Returns a copy of what was written, and clears the writer. */
  take(): Uint8Array {
    // A copy is cheaper than a new buffer, of which little may be used: the garbage would be several times what is
    // written.
    const taken = this.#bytes.slice(0, this.#length);
    if (this.#bytes.length > KEPT_BYTES) {
      this.#bytes = new Uint8Array(INITIAL_BYTES);
    }
    this.#length = 0;
    return taken;
  }

  #grow(needed: number): void {
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + needed));
    grown.set(this.view());
    this.#bytes = grown;
  }
}
