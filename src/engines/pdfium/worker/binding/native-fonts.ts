import type { FontFace, InstalledFonts } from "@quire/typeset/fonts";
import koffi, { type LibraryHandle } from "koffi";
import { mappedFace } from "./font-mapper.ts";

/*
 * PDFium asks for the fonts that a document does not embed through a table of functions (fpdf_sysfontinfo.h). Unless it
 * is given one it looks through directories of the system, and what happens to be there decides how a page looks.
 */

/**
 * Has PDFium draw what documents do not embed with `fonts` and with what is built into it, and with nothing else of the
 * system, until the process ends.
 * @throws Error when the library lacks a function
 */
export function useFonts(library: LibraryHandle, fonts: InstalledFonts): void {
  const { setSystemFontInfo, addInstalledFont } = functionsOf(library);
  const given = new GivenFonts();
  const functions = [
    0n,
    koffi.register((_info: bigint, mapper: bigint) => {
      for (const name of fonts.familyNames().filter((each) => PLAIN.test(each))) {
        addInstalledFont(mapper, name, ANSI_CHARSET);
      }
    }, ENUM_FONTS),
    koffi.register(
      (_info: bigint, weight: number, isItalic: number, charset: number, pitchFamily: number, family: string) =>
        given.handleOf(mappedFace(fonts, { family, weight, isItalic: isItalic !== 0, charset, pitchFamily })),
      MAP_FONT,
    ),
    // PDFium asks by name after MapFont has been asked for the same name, and has found nothing.
    0n,
    koffi.register(
      (_info: bigint, font: Handle, table: number, buffer: Handle, sizeBytes: Handle) =>
        given.copyData({ font: Number(font), table, buffer: BigInt(buffer), sizeBytes: Number(sizeBytes) }),
      GET_FONT_DATA,
    ),
    koffi.register(
      (_info: bigint, font: Handle, buffer: Handle, sizeBytes: Handle) =>
        given.copyName({ font: Number(font), buffer: BigInt(buffer), sizeBytes: Number(sizeBytes) }),
      GET_FACE_NAME,
    ),
    0n,
    koffi.register(() => given.forget(), DELETE_FONT),
  ];
  info = Buffer.alloc(8 + 8 * functions.length);
  info.writeInt32LE(1);
  for (const [place, pointer] of functions.entries()) {
    info.writeBigUInt64LE(pointer, 8 + 8 * place);
  }
  setSystemFontInfo(info);
}

const ENUM_FONTS = pointerTo("void QuireEnumFonts(void *info, uintptr_t mapper)");
const MAP_FONT = pointerTo(
  "uintptr_t QuireMapFont(void *info, int weight, int italic, int charset, int pitch, const char *face, void *exact)",
);
const GET_FONT_DATA = pointerTo(
  "unsigned long QuireGetFontData(void *info, uintptr_t font, unsigned int table, uintptr_t buffer, unsigned long size)",
);
const GET_FACE_NAME = pointerTo(
  "unsigned long QuireGetFaceName(void *info, uintptr_t font, uintptr_t buffer, unsigned long size)",
);
const DELETE_FONT = pointerTo("void QuireDeleteFont(void *info, uintptr_t font)");

function pointerTo(prototype: string) {
  return koffi.pointer(koffi.proto(prototype));
}

/** The table, which PDFium reads as long as the process lives. */
let info: Buffer | undefined;

/** An integer of the size of a pointer, as koffi passes it. */
type Handle = number | bigint;

/** PDFium compares names byte for byte, in whatever encoding a document has them. */
const PLAIN = /^[\x20-\x7e]+$/;

/** With this character set a name is only compared; PDFium takes no font for a set of its own choice. */
const ANSI_CHARSET = 0;

/**
 * The values of `table` that are no tags of tables: the bytes of a face from its start on, and of a whole collection.
 */
const WHOLE_FACE = 0;
const COLLECTION = 0x74746366;

interface Wanted {
  readonly font: number;
  /** An address, 0 when only the size is asked for. */
  readonly buffer: bigint;
  readonly sizeBytes: number;
}

/** The faces that PDFium has been given. The handle of one is its place here, from 1. */
class GivenFonts {
  readonly #faces: FontFace[] = [];
  /** The file that was read last: PDFium asks for its size, then for its bytes. */
  #file: { readonly path: string; readonly bytes: Uint8Array } | undefined;

  handleOf(face: FontFace | undefined): number {
    if (face === undefined) {
      return 0;
    }
    const place = this.#faces.indexOf(face);
    return place === -1 ? this.#faces.push(face) : place + 1;
  }

  /**
   * Copies as much as there is room for. @returns the size of the whole: for a face of a collection, PDFium finds the
   * face by the difference between the collection's size and this one.
   */
  copyData({ table, ...wanted }: Wanted & { readonly table: number }): number {
    const face = this.#faces[wanted.font - 1];
    const bytes = face === undefined ? undefined : this.#read(face);
    if (face === undefined || bytes === undefined || (table !== WHOLE_FACE && table !== COLLECTION)) {
      return 0;
    }
    const offsetBytes = offsetOf(face, bytes);
    if (table === COLLECTION) {
      return offsetBytes === undefined ? 0 : copy(bytes, wanted);
    }
    return copy(bytes.subarray(offsetBytes), wanted);
  }

  /** Copies the name under which PDFium keeps the bytes of a font; it has to belong to one face only. */
  copyName(wanted: Wanted): number {
    const face = this.#faces[wanted.font - 1];
    return face === undefined ? 0 : copy(Buffer.from(`${face.postScriptName}\0`), wanted);
  }

  forget(): void {
    this.#file = undefined;
  }

  /** Reads the file of a face; returns undefined when the file has been removed since it was listed. */
  #read(face: FontFace): Uint8Array | undefined {
    if (this.#file?.path !== face.path) {
      try {
        this.#file = { path: face.path, bytes: face.read() };
      } catch {
        return undefined;
      }
    }
    return this.#file.bytes;
  }
}

/**
 * Returns the offset of the face in its collection (OpenType 1.9, "Font collections"); undefined in a file of one face.
 */
function offsetOf({ index }: FontFace, bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return view.getUint32(0) === COLLECTION ? view.getUint32(12 + 4 * index) : undefined;
}

function copy(bytes: Uint8Array, { buffer, sizeBytes }: Wanted): number {
  const room = Math.min(bytes.length, sizeBytes);
  if (buffer !== 0n && room > 0) {
    new Uint8Array(koffi.view(buffer, room)).set(bytes.subarray(0, room));
  }
  return bytes.length;
}

interface FontFunctions {
  readonly setSystemFontInfo: (table: Buffer) => void;
  readonly addInstalledFont: (mapper: bigint, face: string, charset: number) => void;
}

function functionsOf(library: LibraryHandle): FontFunctions {
  return {
    setSystemFontInfo: library.func("void FPDF_SetSystemFontInfo(void *info)"),
    addInstalledFont: library.func("void FPDF_AddInstalledFont(uintptr_t mapper, const char *face, int charset)"),
  };
}
