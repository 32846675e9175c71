import { Blob, Face, Font } from "harfbuzzjs";
import type { FontFace } from "../fonts/font-face.ts";

/**
 * Returns a face for HarfBuzz, with lengths in units of the em square. Its file is read at the first call and again
 * when it has not been used for long. A file that cannot be read gives a font without glyphs.
 */
export function hbFontOf(face: FontFace): Font {
  const file = fileOf(face);
  const made = file.fonts.get(face.index);
  if (made !== undefined) {
    return made;
  }
  const font = new Font(new Face(file.blob, face.index));
  file.fonts.set(face.index, font);
  return font;
}

/** The faces of one file, whose bytes HarfBuzz holds once. */
interface FontFile {
  readonly blob: Blob;
  readonly bytes: number;
  readonly fonts: Map<number, Font>;
}

/** The maximum number of bytes of font files that are kept. The largest that are in common use have some 30 MB. */
const keptBytesMax = 64 * 1024 * 1024;

/** The files that are kept, by path, the most recently used last. */
const kept = new Map<string, FontFile>();
/**
 * All files that may still be in memory. HarfBuzz frees memory when the objects are collected, at an unknown time; a
 * file that has not been collected is used again instead of being read a second time. So there are never more bytes
 * than the installed files have.
 */
const made = new Map<string, WeakRef<FontFile>>();

function fileOf(face: FontFace): FontFile {
  const file = kept.get(face.path) ?? made.get(face.path)?.deref() ?? load(face);
  kept.delete(face.path);
  kept.set(face.path, file);
  return file;
}

function load(face: FontFace): FontFile {
  const bytes = bytesOf(face);
  const file = { blob: new Blob(bytes), bytes: bytes.length, fonts: new Map<number, Font>() };
  made.set(face.path, new WeakRef(file));
  letGo(keptBytesMax - file.bytes);
  return file;
}

function bytesOf(face: FontFace): Uint8Array {
  try {
    return face.read();
  } catch {
    return new Uint8Array(0);
  }
}

/** Releases the least recently used files, until at most `bytesMax` are kept. */
function letGo(bytesMax: number): void {
  let bytes = [...kept.values()].reduce((sum, file) => sum + file.bytes, 0);
  for (const [path, file] of kept) {
    if (bytes <= bytesMax) {
      return;
    }
    kept.delete(path);
    bytes -= file.bytes;
  }
}
