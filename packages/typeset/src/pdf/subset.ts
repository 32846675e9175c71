import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { FontFace } from "../fonts/font-face.ts";
import { outlineTables } from "./outline-tables.ts";

/**
 * Returns the font with only these glyphs and .notdef, made by HarfBuzz: without hints, at the default of its axes, and
 * with only the tables of outlines and widths. Undefined when it cannot be read, or subset.
 */
export function subsetFont(face: FontFace, options: SubsetOptions): Uint8Array | undefined {
  const blob = blobOf(face);
  if (blob === undefined) {
    return undefined;
  }
  const harfBuzz = subsetter();
  const hbFace = harfBuzz.hb_face_create(blob, face.index);
  const input = harfBuzz.hb_subset_input_create_or_fail();
  try {
    return input === 0 ? undefined : subsetFace(hbFace, input, options);
  } finally {
    // Null objects are ignored.
    harfBuzz.hb_subset_input_destroy(input);
    harfBuzz.hb_face_destroy(hbFace);
  }
}

/** Loads HarfBuzz's subsetter, which is otherwise loaded when the first font is embedded. */
export function loadAhead(): void {
  subsetter();
}

export interface SubsetOptions {
  readonly glyphs: Iterable<number>;
  /** Whether glyphs follow each other in the order of their ids, rather than keep them. */
  readonly renumbers: boolean;
}

interface KeptFont {
  readonly blob: number;
  readonly data: number;
  readonly bytes: number;
}

/** The faces in the subsetter's memory, by path and index, the most recently used last. */
const kept = new Map<string, KeptFont>();
/**
 * The maximum number of bytes of faces that are kept: one of the large ones. Reading its 16 MB again takes longer than
 * subsetting it. The memory has a fixed size, 64 MB, and is allocated anyway.
 */
const KEPT_BYTES_MAX = 24_000_000;

/**
 * Returns the address of the font in the subsetter's memory, which is loaded when needed; undefined when it cannot be.
 */
function blobOf(face: FontFace): number | undefined {
  const key = `${face.index} ${face.path}`;
  const font = kept.get(key) ?? load(face);
  if (font === undefined) {
    return undefined;
  }
  kept.delete(key);
  kept.set(key, font);
  return font.blob;
}

function load(face: FontFace): KeptFont | undefined {
  const font = outlineTables(face);
  if (font === undefined) {
    return undefined;
  }
  const bytes = font.length;
  // Old fonts are released before there is a new one, so that it can have their room.
  letGo(KEPT_BYTES_MAX - bytes);
  const harfBuzz = subsetter();
  const data = harfBuzz.malloc(bytes);
  if (data === 0) {
    return undefined;
  }
  new Uint8Array(harfBuzz.memory.buffer).set(font, data);
  return { blob: harfBuzz.hb_blob_create(data, bytes, MEMORY_MODE_READONLY, 0, 0), data, bytes };
}

/** Releases the least recently used fonts, until at most `bytesMax` are kept. */
function letGo(bytesMax: number): void {
  let bytes = [...kept.values()].reduce((sum, font) => sum + font.bytes, 0);
  for (const [key, font] of kept) {
    if (bytes <= bytesMax) {
      return;
    }
    kept.delete(key);
    subsetter().hb_blob_destroy(font.blob);
    subsetter().free(font.data);
    bytes -= font.bytes;
  }
}

function subsetFace(face: number, input: number, { glyphs, renumbers }: SubsetOptions): Uint8Array | undefined {
  const harfBuzz = subsetter();
  const wanted = harfBuzz.hb_subset_input_glyph_set(input);
  for (const glyph of glyphs) {
    harfBuzz.hb_set_add(wanted, glyph);
  }
  harfBuzz.hb_subset_input_pin_all_axes_to_default(input, face);
  harfBuzz.hb_subset_input_set_flags(input, FLAGS | (renumbers ? 0 : FLAG_RETAIN_GIDS));
  const subset = harfBuzz.hb_subset_or_fail(face, input);
  if (subset === 0) {
    return undefined;
  }
  const blob = harfBuzz.hb_face_reference_blob(subset);
  const length = harfBuzz.hb_blob_get_length(blob);
  const start = harfBuzz.hb_blob_get_data(blob, 0);
  const bytes = new Uint8Array(harfBuzz.memory.buffer, start, length).slice();
  harfBuzz.hb_blob_destroy(blob);
  harfBuzz.hb_face_destroy(subset);
  // A file without tables gives an empty font.
  return length === 0 ? undefined : bytes;
}

/** The part of the C API (hb-subset.h) that is called; objects are addresses in the module's memory. */
interface SubsetLibrary {
  readonly memory: { readonly buffer: ArrayBuffer };
  malloc(size: number): number;
  free(address: number): void;
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_blob_destroy(blob: number): void;
  hb_blob_get_length(blob: number): number;
  hb_blob_get_data(blob: number, length: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_destroy(face: number): void;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, value: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_destroy(input: number): void;
  hb_subset_input_glyph_set(input: number): number;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_input_pin_all_axes_to_default(input: number, face: number): number;
  hb_subset_or_fail(face: number, input: number): number;
  _initialize(): void;
}

const MEMORY_MODE_READONLY = 1;
/** The flags of the type hb_subset_flags_t. */
const FLAG_NO_HINTING = 0x1;
const FLAG_RETAIN_GIDS = 0x2;
const FLAG_NOTDEF_OUTLINE = 0x40;
const FLAG_NO_LAYOUT_CLOSURE = 0x200;
const FLAGS = FLAG_NO_HINTING | FLAG_NOTDEF_OUTLINE | FLAG_NO_LAYOUT_CLOSURE;

let loaded: SubsetLibrary | undefined;

/** Returns the one instance for all calls: each instance would have separate memory. */
const subsetter = (): SubsetLibrary => (loaded ??= loadSubsetter());

function loadSubsetter(): SubsetLibrary {
  const file = fileURLToPath(import.meta.resolve("harfbuzzjs/dist/harfbuzz-subset.wasm"));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)));
  // This runs the constructors of the C library.
  exports["_initialize"]();
  return exports;
}

/** The part of Node's WebAssembly that is used; its types are among those of browsers. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: SubsetLibrary };
};
