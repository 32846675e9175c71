import type { Glyphs, Ink } from "@quire/layout";

/** The arrays of `Glyphs`, writable and with spare room. */
export type GlyphArrays = { -readonly [Key in keyof Glyphs]: Key extends "text" ? string[] : Glyphs[Key] };

export const emptyArrays = (capacity: number): GlyphArrays => ({
  count: 0,
  text: [],
  xMin: new Float32Array(capacity),
  yMin: new Float32Array(capacity),
  xMax: new Float32Array(capacity),
  yMax: new Float32Array(capacity),
  originX: new Float32Array(capacity),
  originY: new Float32Array(capacity),
  font: new Uint16Array(capacity),
  sizePt: new Float32Array(capacity),
  angleDegrees: new Uint16Array(capacity),
  color: new Uint32Array(capacity),
  markedContentId: new Int32Array(capacity),
  flags: new Uint8Array(capacity),
});

export const emptyInk = (capacity: number): Ink => ({
  xMin: new Float32Array(capacity),
  yMin: new Float32Array(capacity),
  xMax: new Float32Array(capacity),
  yMax: new Float32Array(capacity),
});

export function finished({ count, text, ink, ...arrays }: GlyphArrays): Glyphs {
  return {
    count,
    text,
    xMin: arrays.xMin.subarray(0, count),
    yMin: arrays.yMin.subarray(0, count),
    xMax: arrays.xMax.subarray(0, count),
    yMax: arrays.yMax.subarray(0, count),
    originX: arrays.originX.subarray(0, count),
    originY: arrays.originY.subarray(0, count),
    font: arrays.font.subarray(0, count),
    sizePt: arrays.sizePt.subarray(0, count),
    angleDegrees: arrays.angleDegrees.subarray(0, count),
    color: arrays.color.subarray(0, count),
    markedContentId: arrays.markedContentId.subarray(0, count),
    flags: arrays.flags.subarray(0, count),
    ...(ink !== undefined && { ink }),
  };
}
