import type { InstalledFace } from "./installed-face.ts";

/** The criteria by which faces are ordered. */
export interface FontPreference {
  /** The families that come first, in their order, in the form of `familyKey`. */
  readonly families: readonly string[];
  /** The script, in the form of `familyKey`: a family with it in its name is made for it. */
  readonly script: string;
  readonly inColour: boolean;
}

/**
 * Orders faces for reading: first the regular, upright ones of normal width, those of expected families, and plain
 * sans.
 */
export function inReadingOrder(faces: readonly InstalledFace[], preference: FontPreference): InstalledFace[] {
  const ranked = faces.map((face) => ({ face, ranks: ranksOf(face, preference) }));
  return ranked
    .toSorted((one, other) => compareRanks(one.ranks, other.ranks) || compareNames(one.face, other.face))
    .map(({ face }) => face);
}

/**
 * Returns how far a face is from regular weight, upright and normal width: 0 is plain. Width counts least, slant most.
 */
export function departure({ weight, isItalic, facts: { widthClass } }: InstalledFace): number {
  return (isItalic ? 8 : 0) + departureOfWeight(weight) + (widthClass === 5 ? 0 : 1);
}

function departureOfWeight(weight: number): number {
  if (weight === 400) {
    return 0;
  }
  return weight >= 300 && weight <= 500 ? 2 : 4;
}

function ranksOf(face: InstalledFace, { families, script, inColour }: FontPreference): readonly number[] {
  const expected = families.findIndex((family) => face.isOfFamily(family));
  return [
    isLastResort(face) ? 1 : 0,
    showsColour(face) === inColour ? 0 : 1,
    departure(face),
    expected === -1 ? families.length : expected,
    face.isNamedAfter(script) ? 0 : 1,
    VARIANT.test(face.family) ? 1 : 0,
    DESIGNS.indexOf(designOf(face)),
    face.family.startsWith("Noto ") ? 0 : 1,
  ];
}

const showsColour = ({ glyphs }: InstalledFace) => glyphs === "png";

/**
 * Returns whether a face is a last resort: fonts that show a box, nothing or coarse dots for all characters, and
 * outlines that are only layers of colours.
 */
function isLastResort({ family, glyphs, facts }: InstalledFace): boolean {
  return /^\.|last ?resort|adobe ?blank|unifont/i.test(family) || (facts.hasLayers && glyphs !== "png");
}

/** Matches words in the names of families for a special purpose: short lines of interfaces, headlines, other hands. */
const VARIANT =
  /\b(UI|Display|Caption|Condensed|Narrow|Looped|Kufi|Nastaliq|Rashi|Slanted|Unjoined|Traditional|Supplement)\b/i;

const DESIGNS = ["sans", "serif", "other", "mono", "decorative"];

/** Returns the kind of design. Names are more reliable than tables, which often say nothing. */
function designOf({ family, facts }: InstalledFace): string {
  if (/\bmono\b|courier|typewriter/i.test(family)) {
    return "mono";
  }
  if (/\bsans\b/i.test(family)) {
    return "sans";
  }
  return /\bserif\b/i.test(family) ? "serif" : facts.design;
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  for (const [place, rank] of one.entries()) {
    const difference = rank - (other[place] ?? 0);
    if (difference !== 0) {
      return difference;
    }
  }
  return 0;
}

/** Compares faces by what does not depend on the order of directories, so that one machine always chooses the same. */
function compareNames(one: InstalledFace, other: InstalledFace): number {
  return compareText(one.family, other.family) || compareText(one.path, other.path) || one.index - other.index;
}

function compareText(one: string, other: string): number {
  if (one === other) {
    return 0;
  }
  return one < other ? -1 : 1;
}
