/** Reads a binary PPM (P6, 8 bits) as it arrives, so that a page of 600 MB of pixels is never held. */
export class PpmReader {
  readonly #onPixels: (rgb: Uint8Array) => void;
  #header: Buffer | undefined = Buffer.alloc(0);
  #left = 0;
  /** The bytes of a pixel that the end of a chunk has cut in two. */
  #rest: Buffer = Buffer.alloc(0);

  constructor(onPixels: (rgb: Uint8Array) => void) {
    this.#onPixels = onPixels;
  }

  /** Whether the header and every pixel that it announces have been read. */
  get complete(): boolean {
    return this.#header === undefined && this.#left <= 0;
  }

  push(chunk: Buffer): void {
    if (this.#header === undefined) {
      this.#pushPixels(chunk);
      return;
    }
    this.#header = Buffer.concat([this.#header, chunk]);
    const fields = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(this.#header.subarray(0, 200).toString("latin1"));
    if (fields !== null) {
      const pixels = this.#header.subarray(fields[0].length);
      this.#header = undefined;
      this.#left = Number(fields[1]) * Number(fields[2]) * 3;
      this.#pushPixels(pixels);
    }
  }

  #pushPixels(chunk: Buffer): void {
    this.#left -= chunk.length;
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    this.#rest = bytes.subarray(whole);
    this.#onPixels(bytes.subarray(0, whole));
  }
}
