import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { Failure } from "../../../../kernel/failure.ts";

/* The memory of a WebAssembly build of PDFium, and what lies in it. */

export interface Instance {
  /** The memory as bytes; another array each time that the memory has grown. */
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: WasmExports;
  /** Calls a function that takes passwords, which the package's wrappers would convert from text to UTF-8. */
  ccall(name: string, returns: "number", types: readonly "number"[], values: readonly number[]): number;
}

type WasmExports = Readonly<Record<string, (...values: number[]) => number>> & {
  malloc(sizeBytes: number): number;
  free(address: number): void;
};

export interface FileInMemory {
  readonly address: number;
  readonly sizeBytes: number;
}

/** The linear memory of the instance. */
export class Heap {
  readonly #instance: Instance;

  constructor(instance: Instance) {
    this.#instance = instance;
  }

  /**
   * Allocates memory and returns its address.
   * @throws Failure `document_too_complex` when there is not enough
   */
  allocate(sizeBytes: number): number {
    const address = this.#instance.wasmExports.malloc(Math.max(1, sizeBytes));
    if (address === 0) {
      throw new Failure("document_too_complex", "The document needs too much memory.", { facts: { sizeBytes } });
    }
    // Addresses above 2 GiB come out as negative numbers.
    return address >>> 0;
  }

  free(address: number): void {
    this.#instance.wasmExports.free(address);
  }

  copyIn(bytes: Uint8Array): number {
    const address = this.allocate(bytes.length);
    this.#instance.HEAPU8.set(bytes, address);
    return address;
  }

  copyOut(address: number, target: Uint8Array): void {
    target.set(this.#instance.HEAPU8.subarray(address, address + target.length));
  }

  bytes(address: number, sizeBytes: number): Uint8Array {
    return this.#instance.HEAPU8.slice(address >>> 0, (address >>> 0) + sizeBytes);
  }

  readIn(path: string): FileInMemory {
    const file = openSync(path, "r");
    try {
      const sizeBytes = fstatSync(file).size;
      const address = this.allocate(sizeBytes);
      for (let done = 0, read = -1; read !== 0 && done < sizeBytes; done += read) {
        read = readSync(file, this.#instance.HEAPU8, address + done, sizeBytes - done, done);
      }
      return { address, sizeBytes };
    } finally {
      closeSync(file);
    }
  }

  floats(address: number, count: number): Float32Array {
    return new Float32Array(this.#instance.HEAPU8.slice(address, address + 4 * count).buffer);
  }
}
