import { type CosDirect, CosString, type CosValue, Dict, Name, type ObjectSource, Ref, Stream } from "../../objects.ts";

/** The objects that a test makes, numbered from 1. `pdf` writes a plain PDF file of them for other programs to read. */
export class ObjectStore implements ObjectSource {
  readonly #objects: CosDirect[] = [];
  /** The number of times that objects were asked for. */
  fetches = 0;

  add = (value: CosDirect): Ref => {
    this.#objects.push(value);
    return this.ref(this.#objects.length);
  };

  ref(number: number): Ref {
    return new Ref(this, number, 0);
  }

  replace(ref: Ref, value: CosDirect): void {
    this.#objects[ref.number - 1] = value;
  }

  fetch(number: number): CosDirect {
    this.fetches++;
    return this.#objects[number - 1] ?? null;
  }

  pdf(catalog: Ref): Buffer {
    const chunks: Buffer[] = [Buffer.from("%PDF-1.7\n")];
    const offsets: number[] = [];
    let length = chunks[0]?.length ?? 0;
    const push = (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
    };
    for (const [index, object] of this.#objects.entries()) {
      offsets.push(length);
      push(Buffer.from(`${index + 1} 0 obj\n`));
      push(Buffer.from(written(object), "latin1"));
      if (object instanceof Stream) {
        push(Buffer.concat([Buffer.from("\nstream\n"), object.bytes.encoded(), Buffer.from("\nendstream")]));
      }
      push(Buffer.from("\nendobj\n"));
    }
    const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
    const size = offsets.length + 1;
    const trailer = `trailer\n<</Size ${size}/Root ${catalog.number} 0 R>>\nstartxref\n${length}\n%%EOF\n`;
    return Buffer.concat([...chunks, Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}${trailer}`)]);
  }
}

export const dict = (entries: Record<string, CosValue>): Dict => new Dict(Object.entries(entries));
export const name = (value: string): Name => new Name(value);
export const text = (value: string): CosString => new CosString(Buffer.from(value, "latin1"));

/**
 * Returns `value` when it is there.
 * @throws Error when it is null or undefined.
 */
export function present<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) {
    throw new Error("It is not there.");
  }
  return value;
}

function written(value: CosValue): string {
  if (value instanceof Ref) {
    return `${value.number} ${value.generation} R`;
  }
  if (value instanceof Name) {
    return `/${value.value.replaceAll(/[^A-Za-z0-9]/g, (character) => `#${character.charCodeAt(0).toString(16)}`)}`;
  }
  if (value instanceof CosString) {
    return `<${Buffer.from(value.bytes).toString("hex")}>`;
  }
  if (Array.isArray(value)) {
    return `[${value.map(written).join(" ")}]`;
  }
  if (value instanceof Dict) {
    return `<<${[...value.entries].map(([key, entry]) => `/${key} ${written(entry)}`).join("\n")}>>`;
  }
  if (value instanceof Stream) {
    return written(value.dict.copy().set("Length", value.bytes.encoded().length));
  }
  return String(value);
}
