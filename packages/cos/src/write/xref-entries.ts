import { encodeFlate } from "../filters/flate.ts";
import { CosString, type CosValue, Dict, Name, Stream } from "../objects.ts";
import type { ByteWriter } from "./byte-writer.ts";

const FREE = 0;
const IN_FILE = 1;
const IN_OBJECT_STREAM = 2;

const INITIAL_SLOTS = 64;

/**
 * The cross-reference entries of the file that is written (ISO 32000-2, 7.5.4, 7.5.8), in ascending order of numbers.
 */
export class XrefEntries {
  #numbers = new Float64Array(INITIAL_SLOTS);
  #kinds = new Uint8Array(INITIAL_SLOTS);
  /** For each slot, the offset, or the number of the object stream. */
  #places = new Float64Array(INITIAL_SLOTS);
  /** For each slot, the generation, or the index in the object stream. */
  #details = new Uint32Array(INITIAL_SLOTS);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Adds the head of the list of free objects, number 0, and returns its slot. */
  addFree(): number {
    return this.#add(0, FREE, 0, 0);
  }

  /** Adds an object and returns its slot, under which its place can be set later. */
  addInFile(number: number, offset: number, generation: number): number {
    return this.#add(number, IN_FILE, offset, generation);
  }

  setOffset(slot: number, offset: number): void {
    this.#kinds[slot] = IN_FILE;
    this.#places[slot] = offset;
  }

  setInObjectStream(slot: number, stream: number, index: number): void {
    this.#kinds[slot] = IN_OBJECT_STREAM;
    this.#places[slot] = stream;
    this.#details[slot] = index;
  }

  /**
   * Writes a cross-reference table (7.5.4), from its keyword on.
   * @throws RangeError when an offset has more than ten digits.
   */
  writeTable(out: ByteWriter): void {
    out.text("xref\n");
    for (const [first, count] of this.#sections()) {
      out.text(`${this.#numbers[first]} ${count}\n`);
      for (let slot = first; slot < first + count; slot++) {
        const isFree = this.#kinds[slot] === FREE;
        const place = String(this.#places[slot]).padStart(10, "0");
        const generation = String(isFree ? 65535 : this.#details[slot]).padStart(5, "0");
        if (place.length > 10) {
          throw new RangeError("A cross-reference table knows 10 GB; larger files have cross-reference streams.");
        }
        // An entry has 20 bytes, the end of line being two of them.
        out.text(`${place} ${generation} ${isFree ? "f" : "n"} \n`);
      }
    }
  }

  /** Makes the cross-reference stream (7.5.8), whose dictionary has the entries of `trailer`, too. */
  stream(trailer: Dict): Stream {
    const widths = [1, bytesFor(maximum(this.#places, this.#count)), bytesFor(maximum(this.#details, this.#count))];
    const dict = new Dict([["Type", new Name("XRef")], ...trailer.entries, ["W", widths]]);
    const sections: CosValue[] = this.#sections().flatMap(([first, count]) => [this.#numbers[first] ?? 0, count]);
    if (sections.length !== 2 || sections[0] !== 0 || sections[1] !== trailer.integer("Size")) {
      dict.set("Index", sections);
    }
    dict.set("Filter", new Name("FlateDecode"));
    const columns = widths.reduce((sum, width) => sum + width, 0);
    dict.set(
      "DecodeParms",
      new Dict([
        ["Predictor", 12],
        ["Columns", columns],
      ]),
    );
    return new Stream(dict, encodeFlate(upPredicted(this.#rows(widths, columns), columns)));
  }

  /** Returns the runs of consecutive numbers: the slot of the first, and the length. */
  #sections(): [number, number][] {
    const sections: [number, number][] = [];
    let first = 0;
    for (let slot = 1; slot <= this.#count; slot++) {
      if (slot === this.#count || this.#numbers[slot] !== (this.#numbers[slot - 1] ?? 0) + 1) {
        sections.push([first, slot - first]);
        first = slot;
      }
    }
    return sections;
  }

  #rows(widths: readonly number[], columns: number): Uint8Array {
    const rows = new Uint8Array(this.#count * columns);
    const [, placeBytes = 0, detailBytes = 0] = widths;
    for (let slot = 0; slot < this.#count; slot++) {
      const start = slot * columns;
      rows[start] = this.#kinds[slot] ?? 0;
      putBigEndian(rows, start + 1, placeBytes, this.#places[slot] ?? 0);
      putBigEndian(rows, start + 1 + placeBytes, detailBytes, this.#details[slot] ?? 0);
    }
    return rows;
  }

  #add(number: number, kind: number, place: number, detail: number): number {
    const slot = this.#count++;
    if (slot === this.#numbers.length) {
      this.#numbers = grown(this.#numbers, new Float64Array(slot * 2));
      this.#kinds = grown(this.#kinds, new Uint8Array(slot * 2));
      this.#places = grown(this.#places, new Float64Array(slot * 2));
      this.#details = grown(this.#details, new Uint32Array(slot * 2));
    }
    this.#numbers[slot] = number;
    this.#kinds[slot] = kind;
    this.#places[slot] = place;
    this.#details[slot] = detail;
    return slot;
  }
}

/** Returns the ID of a trailer (14.4). */
export const fileIdentifier = (first: Uint8Array, second: Uint8Array): CosValue[] => [
  new CosString(first, true),
  new CosString(second, true),
];

/** Applies the PNG predictor "up" (7.4.4.4) to each row. */
function upPredicted(rows: Uint8Array, columns: number): Uint8Array {
  const predicted = new Uint8Array((rows.length / columns) * (columns + 1));
  let at = 0;
  for (let start = 0; start < rows.length; start += columns) {
    predicted[at++] = 2;
    for (let index = start; index < start + columns; index++) {
      predicted[at++] = (rows[index] ?? 0) - (start === 0 ? 0 : (rows[index - columns] ?? 0));
    }
  }
  return predicted;
}

function putBigEndian(bytes: Uint8Array, at: number, width: number, value: number): void {
  let rest = value;
  for (let index = at + width - 1; index >= at; index--) {
    bytes[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
}

function bytesFor(value: number): number {
  let bytes = 1;
  for (let limit = 256; value >= limit; limit *= 256) {
    bytes++;
  }
  return bytes;
}

function maximum(values: Float64Array | Uint32Array, count: number): number {
  let found = 0;
  for (let index = 0; index < count; index++) {
    found = Math.max(found, values[index] ?? 0);
  }
  return found;
}

function grown<Values extends Float64Array | Uint8Array | Uint32Array>(values: Values, larger: Values): Values {
  larger.set(values);
  return larger;
}
