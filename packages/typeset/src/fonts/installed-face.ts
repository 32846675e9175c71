import { readFileSync } from "node:fs";
import { type CharacterMap, readCharacterMap } from "./character-map.ts";
import { type FaceFacts, faceFacts } from "./face-facts.ts";
import type { FontFace } from "./font-face.ts";
import { familyKey } from "./font-names.ts";
import { readFont, type TableRecord } from "./sfnt-file.ts";

/** A face, in a font file of the machine, that can be embedded. Its character map is read when it is first needed. */
export class InstalledFace implements FontFace {
  readonly path: string;
  readonly index: number;
  readonly family: string;
  readonly postScriptName: string;
  readonly glyphs: FontFace["glyphs"];
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  readonly weight: number;
  readonly isItalic: boolean;
  readonly facts: FaceFacts;
  readonly #familyKeys: ReadonlySet<string>;
  readonly #maps: FileMaps;

  constructor({ path, index, facts, maps }: { path: string; index: number; facts: FaceFacts; maps: FileMaps }) {
    this.path = path;
    this.index = index;
    this.family = facts.names.family;
    this.postScriptName = facts.names.postScriptName;
    this.glyphs = facts.glyphs;
    this.unitsPerEm = facts.unitsPerEm;
    this.ascent = facts.ascent;
    this.descent = facts.descent;
    this.lineGap = facts.lineGap;
    this.weight = facts.weight;
    this.isItalic = facts.isItalic;
    this.facts = facts;
    this.#familyKeys = new Set(facts.names.families.map(familyKey));
    this.#maps = maps;
  }

  /** Returns whether the face has this family name; `key` is in the form of `familyKey`. */
  isOfFamily(key: string): boolean {
    return this.#familyKeys.has(key);
  }

  /** Returns whether one of the face's family names contains `key`, which is in the form of `familyKey`. */
  isNamedAfter(key: string): boolean {
    return [...this.#familyKeys].some((family) => family.includes(key));
  }

  has(codePoint: number): boolean {
    return this.#maps.map(this.facts.cmap)(codePoint);
  }

  read(): Uint8Array {
    return readFileSync(this.path);
  }
}

/**
 * Returns the faces of a file that can be embedded; none when it is damaged or not a font. They are kept for the
 * process, so that a font that is replaced under the same name is seen by the next process.
 */
export function facesOf(path: string): readonly InstalledFace[] {
  let faces = known.get(path);
  if (faces === undefined) {
    faces = readFaces(path);
    known.set(path, faces);
  }
  return faces;
}

const known = new Map<string, readonly InstalledFace[]>();

function readFaces(path: string): InstalledFace[] {
  const maps = new FileMaps(path);
  const faces = readFont(path, (file) =>
    file.faces().flatMap((tables, index) => {
      const facts = faceFacts(file, tables);
      return facts === undefined ? [] : new InstalledFace({ path, index, facts, maps });
    }),
  );
  return faces === "unreadable" ? [] : faces;
}

/** The character maps of a file: faces of a collection share those that are at the same offset. */
class FileMaps {
  readonly #path: string;
  readonly #maps = new Map<number, CharacterMap>();

  constructor(path: string) {
    this.#path = path;
  }

  map(cmap: TableRecord): CharacterMap {
    let map = this.#maps.get(cmap.offsetBytes);
    if (map === undefined) {
      const found = readFont(this.#path, (file) => readCharacterMap(file, cmap));
      map = found === undefined || found === "unreadable" ? () => false : found;
      this.#maps.set(cmap.offsetBytes, map);
    }
    return map;
  }
}
