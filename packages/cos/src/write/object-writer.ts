import type { Bounds } from "../bounds.ts";
import { type CosDirect, type Dict, Stream } from "../objects.ts";
import type { SecurityHandler } from "../security/security-handler.ts";
import type { FileOutput } from "./file-output.ts";
import { ownNumbers, type References, Serialiser } from "./serialise.ts";
import { streamData } from "./stream-data.ts";

export interface ObjectWriterOptions {
  readonly compress: boolean;
  readonly security: SecurityHandler | undefined;
}

/** Writes indirect objects (ISO 32000-2, 7.3.10), spaced as ISO 19005 asks. */
export class ObjectWriter {
  readonly #out: FileOutput;
  readonly #options: ObjectWriterOptions;
  readonly #bounds: Bounds;
  readonly #serialiser: Serialiser;
  readonly #plainSerialiser: Serialiser;

  constructor(out: FileOutput, references: References, options: ObjectWriterOptions, bounds: Bounds) {
    this.#out = out;
    this.#options = options;
    this.#bounds = bounds;
    this.#serialiser = new Serialiser(out.buffer, references, bounds);
    this.#plainSerialiser = new Serialiser(out.buffer, ownNumbers, bounds);
  }

  /** Writes an object, encrypted when the file is. */
  write(number: number, generation: number, value: CosDirect): void {
    const { security } = this.#options;
    if (security !== undefined) {
      this.#serialiser.encryptString = (bytes) => security.encryptString(bytes, number, generation);
    }
    if (value instanceof Stream) {
      this.#bounds.look();
      this.#begin(number, generation);
      this.#stream(this.#serialiser, streamData(value, { ...this.#options, number, generation }));
    } else {
      this.#begin(number, generation);
      this.#serialiser.write(value);
    }
    this.#end();
  }

  /** Writes an object that describes the file itself, never encrypted; references in it keep their numbers. */
  writePlain(number: number, value: Dict | Stream): void {
    this.#begin(number, 0);
    if (value instanceof Stream) {
      const bytes = value.bytes.encoded();
      this.#stream(this.#plainSerialiser, { dict: value.dict.copy().set("Length", bytes.length), bytes });
    } else {
      this.#plainSerialiser.write(value);
    }
    this.#end();
  }

  writeTrailer(trailer: Dict): void {
    this.#out.buffer.text("trailer\n");
    this.#plainSerialiser.write(trailer);
    this.#out.buffer.byte(0x0a);
  }

  #begin(number: number, generation: number): void {
    this.#out.buffer.text(`${number} ${generation} obj\n`);
  }

  #stream(serialiser: Serialiser, { dict, bytes }: { dict: Dict; bytes: Uint8Array }): void {
    serialiser.write(dict);
    this.#out.buffer.text("\nstream\n");
    this.#out.pass(bytes);
    this.#out.buffer.text("\nendstream");
  }

  #end(): void {
    this.#out.buffer.text("\nendobj\n");
    this.#out.settle();
  }
}
