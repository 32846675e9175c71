import { PAGE_FUNCTIONS, type PageFunctions, type RawPageFunctions, SCRATCH_BYTES } from "./page-functions.ts";

interface Instance {
  /** The memory as bytes; another array each time that the memory has grown. */
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: Readonly<Record<string, (...values: number[]) => number>>;
}

/**
 * Binds the functions of PDFium as WebAssembly that read what is on a page. `address` is that of `SCRATCH_BYTES` bytes
 * of its memory.
 */
export function wasmPage(instance: Instance, address: number): PageFunctions {
  const raw = Object.fromEntries(Object.keys(PAGE_FUNCTIONS).map((name) => [name, exportOf(instance, name)]));
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made of the same table as the type
    raw: raw as RawPageFunctions,
    scratch: new WasmScratch(instance, address),
    addressOf: Number,
  };
}

function exportOf(instance: Instance, name: string): (...values: number[]) => number {
  const found = instance.wasmExports[name];
  if (found === undefined) {
    throw new Error(`The WebAssembly build of PDFium has no ${name}.`);
  }
  return found;
}

/** The scratch memory, whose views are made again when the memory has moved. */
class WasmScratch {
  readonly address: number;
  readonly #instance: Instance;
  #buffer: ArrayBufferLike | undefined;
  #floats: Float32Array = new Float32Array();
  #doubles: Float64Array = new Float64Array();
  #integers: Int32Array = new Int32Array();
  #bytes: Uint8Array = new Uint8Array();

  constructor(instance: Instance, address: number) {
    this.#instance = instance;
    this.address = address;
  }

  get floats(): Float32Array {
    this.#refresh();
    return this.#floats;
  }

  get doubles(): Float64Array {
    this.#refresh();
    return this.#doubles;
  }

  get integers(): Int32Array {
    this.#refresh();
    return this.#integers;
  }

  get bytes(): Uint8Array {
    this.#refresh();
    return this.#bytes;
  }

  #refresh(): void {
    const { buffer } = this.#instance.HEAPU8;
    if (buffer !== this.#buffer) {
      this.#buffer = buffer;
      this.#floats = new Float32Array(buffer, this.address, SCRATCH_BYTES / 4);
      this.#doubles = new Float64Array(buffer, this.address, SCRATCH_BYTES / 8);
      this.#integers = new Int32Array(buffer, this.address, SCRATCH_BYTES / 4);
      this.#bytes = new Uint8Array(buffer, this.address, SCRATCH_BYTES);
    }
  }
}
