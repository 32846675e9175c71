import { Blob, Face, Font } from "harfbuzzjs";
import type { FontFace } from "../fonts/font-face.ts";

/**
 * A face for HarfBuzz, with lengths in units of the em square. Its file is read when it is first asked for and again when
 * it has not been used for long. A file that cannot be read gives a font without glyphs.
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

/** Faces of one file: the bytes are held once, by HarfBuzz. */
interface FontFile {
  readonly blob: Blob;
  readonly bytes: number;
  readonly fonts: Map<number, Font>;
}

/** How much of font files is held on to. The largest that are in common use have some 30 MB. */
const keptBytesMax = 64 * 1024 * 1024;

/** The most recently used last. */
const kept = new Map<string, FontFile>();
/**
 * All that may still be in memory. HarfBuzz gives memory back when the objects are collected, and nobody can say when
 * that is; what has not been collected is taken up again instead of being read a second time. So there are never more
 * bytes than the installed files have.
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

/** Lets go of what has not been used for longest, until no more than that is held. */
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
