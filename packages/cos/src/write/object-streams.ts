import type { Bounds } from "../bounds.ts";
import { type CosDirect, Dict, Name, Stream } from "../objects.ts";
import { ByteWriter } from "./byte-writer.ts";
import { type References, Serialiser } from "./serialise.ts";
import type { XrefEntries } from "./xref-entries.ts";

const MAX_OBJECTS = 128;
const MAX_BYTES = 256 * 1024;

/**
 * Collects objects for an object stream (ISO 32000-2, 7.5.7). Their strings are encrypted with the stream, not
 * separately.
 */
export class ObjectStreamContents {
  readonly #body = new ByteWriter();
  readonly #serialiser: Serialiser;
  #numbers: number[] = [];
  #offsets: number[] = [];

  constructor(references: References, bounds: Bounds) {
    this.#serialiser = new Serialiser(this.#body, references, bounds);
  }

  get isEmpty(): boolean {
    return this.#numbers.length === 0;
  }

  get isFull(): boolean {
    return this.#numbers.length >= MAX_OBJECTS || this.#body.length >= MAX_BYTES;
  }

  add(number: number, value: CosDirect): void {
    this.#numbers.push(number);
    this.#offsets.push(this.#body.length);
    this.#serialiser.write(value);
    this.#body.byte(0x0a);
  }

  /**
   * Makes the object stream of the given number and starts an empty one. The entries' slots equal the numbers of the
   * objects.
   */
  take(streamNumber: number, entries: XrefEntries): Stream {
    const header = new ByteWriter(2048);
    for (const [index, number] of this.#numbers.entries()) {
      header.text(`${number} ${this.#offsets[index]} `);
      entries.setInObjectStream(number, streamNumber, index);
    }
    const first = header.length;
    header.raw(this.#body.view());
    const dict = new Dict([
      ["Type", new Name("ObjStm")],
      ["N", this.#numbers.length],
      ["First", first],
    ]);
    this.#numbers = [];
    this.#offsets = [];
    this.#body.clear();
    return new Stream(dict, header.view());
  }
}
