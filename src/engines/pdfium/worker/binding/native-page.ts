import koffi, { type LibraryHandle } from "koffi";
import { PAGE_FUNCTIONS, type PageFunctions, type RawPageFunctions, SCRATCH_BYTES } from "./page-functions.ts";

/** Binds the functions of PDFium in a shared library that read what is on a page. */
export function nativePage(library: LibraryHandle): PageFunctions {
  const functions = Object.entries(PAGE_FUNCTIONS).map(([name, [returns, parameters]]) => {
    const types = parameters.map((letter) => TYPES[letter]);
    return [name, library.func(`${TYPES[returns]} ${name}(${types.join(", ")})`)];
  });
  const memory = koffi.alloc("uint8_t", SCRATCH_BYTES);
  const buffer = koffi.view(memory, SCRATCH_BYTES);
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made of the same table as the type
    raw: Object.fromEntries(functions) as RawPageFunctions,
    scratch: {
      address: Number(koffi.address(memory)),
      floats: new Float32Array(buffer),
      doubles: new Float64Array(buffer),
      integers: new Int32Array(buffer),
      bytes: new Uint8Array(buffer),
    },
    addressOf: Number,
  };
}

// An address of user space fits a number; koffi makes BigInts of pointers, which are slower.
const TYPES = {
  p: "uintptr_t",
  i: "int",
  u: "uint32_t",
  l: "unsigned long",
  z: "size_t",
  f: "float",
  v: "void",
} as const;
