import { BoundedMap } from "./bounded-map.ts";
import { hasEmojiPresentation, neededCharacters } from "./cluster.ts";
import { EMOJI_FAMILIES, expectedFamilies, PLAIN_EMOJI_FAMILIES } from "./expected-families.ts";
import type { FontFace } from "./font-face.ts";
import { type FileHint, fileHint, fontFilesIn } from "./font-listing.ts";
import { familyKey } from "./font-names.ts";
import { type HanRegion, hanRegionOf } from "./han-region.ts";
import { facesOf, type InstalledFace } from "./installed-face.ts";
import { departure, inReadingOrder } from "./reading-order.ts";
import { scriptOf } from "./script.ts";

export interface FaceChoice {
  /** The family that is preferred where it has the characters; compared without regard to case, spaces and hyphens. */
  readonly family?: string | undefined;
  /**
   * The paragraph that the cluster is in. It decides whether Han characters get their Chinese, Japanese or Korean
   * forms, all the same ones: those of simplified Chinese where there is no context.
   */
  readonly context?: string | undefined;
}

/** The properties by which a face of a family is chosen. */
export interface FaceStyle {
  /** The weight from 1 to 1000, as OS/2 has it: 400 is regular, 700 bold. */
  readonly weight: number;
  readonly isItalic: boolean;
}

/**
 * The fonts in files that a caller names. Only their names are listed at first; a face is read when it may be needed.
 */
export class InstalledFonts {
  readonly #files: () => readonly string[];
  #hints: ReadonlyMap<string, readonly FileHint[]> | undefined;
  #faces: readonly InstalledFace[] | undefined;
  readonly #plain = new BoundedMap<readonly InstalledFace[]>();
  readonly #families = new BoundedMap<readonly InstalledFace[]>();
  readonly #orders = new BoundedMap<readonly InstalledFace[]>();
  readonly #choices = new BoundedMap<InstalledFace | "none">();
  #context: { readonly text: string; readonly region: HanRegion } = { text: "", region: hanRegionOf("") };

  private constructor(list: () => readonly string[]) {
    let files: readonly string[] | undefined;
    this.#files = () => (files ??= list());
  }

  /** Makes a set of the fonts in all font files under directories. Directories that do not exist are skipped. */
  static in(directories: readonly string[]): InstalledFonts {
    return new InstalledFonts(() => fontFilesIn(directories));
  }

  /** Makes a set of the fonts in these files and no others. Files that do not exist are skipped. */
  static of(files: readonly string[]): InstalledFonts {
    return new InstalledFonts(() => files);
  }

  /** Names every family of which a face can be embedded, in every language that has a name for it. Reads all files. */
  familyNames(): readonly string[] {
    return [...new Set(this.#all().flatMap((face) => face.facts.names.families))];
  }

  /**
   * Returns the face of a family whose slant, and then weight, is nearest to `style`; undefined when none is installed.
   */
  faceOfFamily(family: string, style: FaceStyle): FontFace | undefined {
    const distance = (face: InstalledFace): number =>
      (face.isItalic === style.isItalic ? 0 : 1000) + Math.abs(face.weight - style.weight);
    const faces = this.#ofFamily(family);
    return faces.toSorted((one, other) => distance(one) - distance(other))[0];
  }

  /** Returns whether a face of that family is installed that can be embedded. */
  hasFamily(family: string): boolean {
    return this.#ofFamily(family).length > 0;
  }

  /**
   * Returns the face to write a grapheme cluster with: the preferred family's regular face when it has all visible
   * characters of the cluster, else the first that has them in an order made for reading: a plain sans of the script,
   * then others; emoji presentation in colour. Undefined when no single face has them. For a cluster without visible
   * characters, such as a space, it is the preferred face, or that of Latin.
   */
  faceFor(cluster: string, { family, context = "" }: FaceChoice = {}): FontFace | undefined {
    const region = this.#regionOf(context);
    const choice = this.#choices.get(`${region} ${family ?? ""}\n${cluster}`, () => {
      const needed = neededCharacters(cluster);
      const has = (face: InstalledFace) => needed.some((characters) => characters.every((each) => face.has(each)));
      const preferred = family === undefined ? undefined : this.#regularOf(family).find(has);
      return preferred ?? this.#readable(cluster, region, has) ?? "none";
    });
    return choice === "none" ? undefined : choice;
  }

  #regionOf(context: string): HanRegion {
    if (context !== this.#context.text) {
      this.#context = { text: context, region: hanRegionOf(context) };
    }
    return this.#context.region;
  }

  #readable(cluster: string, region: HanRegion, has: (face: InstalledFace) => boolean): InstalledFace | undefined {
    const script = scriptOf(cluster);
    const inColour = hasEmojiPresentation(cluster);
    const expected = expectedFamilies(script, region);
    const families = inColour ? [...EMOJI_FAMILIES, ...PLAIN_EMOJI_FAMILIES, ...expected] : expected;
    // Most often one of these has it, and few files have been read. The search in the whole order would find the same
    // face.
    for (const family of inColour ? EMOJI_FAMILIES : families) {
      const found = this.#plainOf(family).find((face) => inColour === (face.glyphs === "png") && has(face));
      if (found !== undefined) {
        return found;
      }
    }
    const order = this.#orders.get(`${script} ${region} ${inColour}`, () =>
      inReadingOrder(this.#all(), { families: families.map(familyKey), script: familyKey(script), inColour }),
    );
    return order.find(has);
  }

  /** Returns the regular faces of a family from files that are named after it. */
  #plainOf(family: string): readonly InstalledFace[] {
    return this.#plain.get(family, () => {
      const key = familyKey(family);
      return this.#hinted(key)
        .filter(({ isPlain }) => isPlain)
        .flatMap(({ path }) => facesOf(path))
        .filter((face) => face.isOfFamily(key) && departure(face) === 0);
    });
  }

  /** Returns the faces of a family that are nearest to regular, mostly one. */
  #regularOf(family: string): readonly InstalledFace[] {
    const faces = this.#ofFamily(family);
    const [first] = faces;
    return first === undefined ? [] : faces.filter((face) => departure(face) === departure(first));
  }

  #ofFamily(family: string): readonly InstalledFace[] {
    const key = familyKey(family);
    return this.#families.get(key, () => {
      const isOfFamily = (face: InstalledFace) => face.isOfFamily(key);
      const hinted = this.#hinted(key)
        .flatMap(({ path }) => facesOf(path))
        .filter(isOfFamily);
      const faces = hinted.length > 0 ? hinted : this.#all().filter(isOfFamily);
      return inReadingOrder(faces, { families: [], script: "", inColour: false });
    });
  }

  #hinted(key: string): readonly FileHint[] {
    this.#hints ??= Map.groupBy(this.#files().map(fileHint), (hint) => hint.key);
    return this.#hints.get(key) ?? this.#hints.get(key.replace(COLLECTED, "$1")) ?? [];
  }

  #all(): readonly InstalledFace[] {
    this.#faces ??= this.#files().flatMap(facesOf);
    return this.#faces;
  }
}

/**
 * Matches families of which one file has the faces for all regions: "Noto Sans CJK JP" is in NotoSansCJK-Regular.ttc.
 */
// oxlint-disable-next-line quire/linear-patterns -- it reads the names of the service's own fonts
const COLLECTED = /^(.*(?:cjk|han\w+))(?:sc|tc|hk|jp|kr)$/;
