import type { FontFace } from "../fonts/font-face.ts";
import { openingBrackets } from "./bidi.ts";
import { isIgnorable, type LeveledText } from "./characters.ts";
import type { FaceFinder } from "./face-finder.ts";
import { isShared, type Script, scriptOf, scriptOfAll } from "./scripts.ts";

/** A grapheme cluster (UAX #29), or a part of one that no single face has: the smallest piece written with one face. */
export interface Piece {
  readonly text: string;
  readonly level: number;
  readonly script: Script;
  readonly face: FontFace;
}

/**
 * Returns the pieces of the line in logical order, without the characters that no face has, which it adds to `missing`.
 */
export function piecesOf(line: LeveledText, faceFor: FaceFinder, missing: Set<string>): Piece[] {
  const clusters = clustersOf(line);
  const openings = openingBrackets(clusters.map(({ text }) => text));
  const scripts = scriptsOf(clusters, openings);
  const faces = facesOf(clusters, openings, faceFor);
  return clusters.flatMap(({ text, level }, index): Piece[] => {
    const script = scripts[index] ?? "Zyyy";
    const face = faces[index];
    return face === undefined
      ? partsOf(text, faceFor, missing).map((part) => ({ ...part, level, script }))
      : [{ text, level, script, face }];
  });
}

interface Cluster {
  readonly text: string;
  readonly level: number;
}

let segmenter: Intl.Segmenter | undefined;
/** Returns the segmenter. The first one takes a tenth of a second, so it is made for the first text that needs one. */
const graphemes = (): Intl.Segmenter => (segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" }));
const plainText = /^[ -~]*$/;

function clustersOf({ text, levels }: LeveledText): Cluster[] {
  if (plainText.test(text)) {
    return Array.from(text, (character, index) => ({ text: character, level: levels[index] ?? 0 }));
  }
  return Array.from(graphemes().segment(text), ({ segment, index }) => ({ text: segment, level: levels[index] ?? 0 }));
}

/**
 * Returns the script of each cluster (UAX #24, 5.1 and 5.2): a closing bracket has that of its opening one, shared
 * characters have that of the text before.
 */
function scriptsOf(clusters: readonly Cluster[], openings: ReadonlyMap<number, number>): Script[] {
  const scripts: Script[] = [];
  let current = clusters.map(({ text }) => scriptOfAll(text)).find((script) => !isShared(script)) ?? "Zyyy";
  for (const [index, { text }] of clusters.entries()) {
    const own = scriptOfAll(text);
    const opening = openings.get(index);
    if (!isShared(own)) {
      current = own;
    } else if (opening !== undefined) {
      current = scripts[opening] ?? current;
    }
    scripts.push(current);
  }
  return scripts;
}

/**
 * Returns the face of each cluster: letters and digits have the one that is found for them, spaces and punctuation that
 * of the cluster before, or else of the one after, where it has them. They do not take a face of pictures, whose spaces
 * are as wide as pictures.
 */
function facesOf(
  clusters: readonly Cluster[],
  openings: ReadonlyMap<number, number>,
  faceFor: FaceFinder,
): (FontFace | undefined)[] {
  const faces: (FontFace | undefined)[] = [];
  let near = firstOwnFace(clusters, faceFor);
  for (const [index, { text }] of clusters.entries()) {
    const opening = openings.get(index);
    const wanted = (opening === undefined ? undefined : faces[opening]) ?? near;
    const face = isNeutral(text) && wanted !== undefined && writes(wanted, text) ? wanted : faceFor(text);
    near = face === undefined || isOfPictures(face) ? near : face;
    faces.push(face);
  }
  return faces;
}

function firstOwnFace(clusters: readonly Cluster[], faceFor: FaceFinder): FontFace | undefined {
  for (const { text } of clusters) {
    const face = isNeutral(text) ? undefined : faceFor(text);
    if (face !== undefined && !isOfPictures(face)) {
      return face;
    }
  }
  return undefined;
}

const isOfPictures = ({ glyphs }: FontFace): boolean => glyphs === "png";

/** Matches one character of punctuation, a symbol or a space, or only characters that are invisible. */
const neutral = /^(?:[\p{P}\p{S}\p{Z}]|\p{Default_Ignorable_Code_Point}+)$/u;
const pictured = /^[\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

function isNeutral(text: string): boolean {
  return neutral.test(text) && (isIgnorable(text) || (scriptOf(text) === "Zyyy" && !pictured.test(text)));
}

/** Returns whether the face writes the character. HarfBuzz makes spaces of other widths from the space. */
function writes(face: FontFace, text: string): boolean {
  return isIgnorable(text) || face.has(text.codePointAt(0) ?? 0) || (/^\p{Zs}$/u.test(text) && face.has(0x20));
}

/**
 * Returns the characters of a cluster one by one: a base and its marks in different faces are better than none of them.
 */
function partsOf(cluster: string, faceFor: FaceFinder, missing: Set<string>): { text: string; face: FontFace }[] {
  const parts: { text: string; face: FontFace }[] = [];
  for (const character of cluster) {
    const last = parts.at(-1);
    const face = isIgnorable(character) ? last?.face : faceFor(character);
    if (face !== undefined && face === last?.face) {
      last.text += character;
    } else if (face !== undefined) {
      parts.push({ text: character, face });
    } else if (!isIgnorable(character)) {
      missing.add(character);
    }
  }
  return parts;
}
