import { closeSync, openSync, writeSync } from "node:fs";

const BUFFER_CHARACTERS = 256 * 1024;

/** A new file that is written piece by piece. */
export class PieceFile implements Disposable {
  readonly #file: number;
  #waiting: string[] = [];
  #waitingLength = 0;

  constructor(path: string) {
    this.#file = openSync(path, "wx");
  }

  add(piece: string): void {
    this.#waiting.push(piece);
    this.#waitingLength += piece.length;
    if (this.#waitingLength >= BUFFER_CHARACTERS) {
      this.flush();
    }
  }

  flush(): void {
    const bytes = Buffer.from(this.#waiting.join(""));
    this.#waiting = [];
    this.#waitingLength = 0;
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(this.#file, bytes, written);
    }
  }

  /** Closes the file; pieces that have not been flushed by then are lost, since their writer has failed. */
  [Symbol.dispose](): void {
    closeSync(this.#file);
  }
}

export function writePieces(path: string, pieces: Iterable<string>): void {
  using file = new PieceFile(path);
  for (const piece of pieces) {
    file.add(piece);
  }
  file.flush();
}

/** Yields the elements of a JSON list, without its brackets. */
export function* parted(elements: Iterable<object>): Generator<string, void, undefined> {
  let isFirst = true;
  for (const element of elements) {
    yield (isFirst ? "" : ",") + JSON.stringify(element);
    isFirst = false;
  }
}
