import type { Bounds, CosArray, CosDocument, Dict, Ref, Stream } from "@quire/cos";
import type { Changes } from "./changes.ts";
import type { ChangePlace, Target } from "./options.ts";

/** The number of the part of ISO 19005. */
export type Part = 1 | 2 | 3 | 4;

/** What all corrections of one document share. */
export interface Conversion {
  readonly document: CosDocument;
  readonly target: Target;
  readonly part: Part;
  readonly catalog: Dict;
  readonly pages: readonly ConvertedPage[];
  readonly keepsAttachments: boolean;
  /** The fonts that are embedded in place of missing ones; undefined: none is. */
  readonly substitutes: SubstituteFonts | undefined;
  readonly changes: Changes;
  readonly bounds: Bounds;
}

/** Returns the OpenType file, with outlines in CFF, of the font with that PostScript name; undefined where there is none. */
export type SubstituteFonts = (name: string) => Uint8Array | undefined;

/** A page with all that it inherited. */
export interface ConvertedPage {
  readonly dict: Dict;
  readonly ref: Ref;
  /** The number of the page, from 1. */
  readonly page: number;
}

/** Where a dictionary was found first. */
export interface Found extends ChangePlace {
  /** The key under which it stands, of itself or of the array that it is in; undefined for a root. */
  readonly key?: string | undefined;
  /** The key under which the dictionary stands that has it. */
  readonly parentKey?: string | undefined;
}

/**
 * Corrects one subject. The methods are called in the order in which they stand here; each dictionary and stream comes
 * once, before what it leads to, so that what was taken out of it is not visited.
 */
export interface Correction {
  /** Corrects what is found from the catalog. */
  readonly document?: (conversion: Conversion) => void;
  readonly page?: (page: ConvertedPage, conversion: Conversion) => void;
  /** Corrects a dictionary, which may be that of a stream. */
  readonly dictionary?: (dict: Dict, found: Found, conversion: Conversion) => void;
  readonly array?: (array: CosArray, found: Found, conversion: Conversion) => void;
  /** Returns what stands for the stream from now on: itself, or another one. */
  readonly stream?: (stream: Stream, found: Found, conversion: Conversion) => Stream;
  /** Corrects what can be known only when everything has been visited. */
  readonly end?: (conversion: Conversion) => void;
}

export const partOf = (target: Target): Part => {
  switch (target) {
    case "1b":
      return 1;
    case "2b":
    case "2u":
      return 2;
    case "3b":
    case "3u":
      return 3;
    case "4":
      return 4;
    default:
      return target satisfies never;
  }
};
