/**
 * Memory for bitmaps. Pages are mostly of one size, so memory that one gave back serves the next; anything else is
 * freed at once, for which the garbage collector may take too long: a few large bitmaps fill a worker.
 */
export class BitmapMemory implements Disposable {
  #spare: Uint8Array<ArrayBuffer>[] = [];

  /** Returns memory of that size, with bytes of any value. */
  take(sizeBytes: number): Uint8Array<ArrayBuffer> {
    const index = this.#spare.findIndex((memory) => memory.length === sizeBytes);
    const [memory] = index === -1 ? [] : this.#spare.splice(index, 1);
    if (memory !== undefined) {
      return memory;
    }
    this[Symbol.dispose]();
    return Buffer.allocUnsafeSlow(sizeBytes);
  }

  /** Takes back `memory`, which must not be used any more. */
  giveBack(memory: Uint8Array<ArrayBuffer>): void {
    this.#spare.push(memory);
  }

  [Symbol.dispose](): void {
    for (const memory of this.#spare) {
      memory.buffer.transfer(0);
    }
    this.#spare = [];
  }
}
