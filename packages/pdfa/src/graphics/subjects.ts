import type { CosValue, Dict, Stream } from "@quire/cos";
import type { IccProfile } from "../icc/profile.ts";
import type { Jpeg2000Facts } from "../jpeg2000/jpeg2000.ts";
import type { ColourSpace, DeviceNSpace, DeviceSpaceName } from "./colour-space.ts";

/**
 * The subjects of graphics: the colours, images, graphics states and transparency that content uses, and the output
 * intents.
 */
export interface GraphicsSubjects {
  /** Each /OutputIntents: the document's, and those of pages. */
  readonly "output-intents": { readonly intents: OutputIntents; readonly isOfPage: boolean };
  readonly "output-intent": OutputIntent;
  readonly "device-colour": DeviceColour;
  readonly "icc-based": IccBasedColour;
  /** A use of an ICCBased CMYK colour space for painting with overprint. */
  readonly "icc-overprint": { readonly overprintMode: number };
  readonly "device-n": DeviceNSpace;
  /** The Separation spaces that differ from the first of their name. */
  readonly "separation-variant": { readonly colorant: string; readonly difference: string };
  readonly halftone: Halftone;
  /** An XObject that is painted, an inline image, and the masks of images. */
  readonly "image-dictionary": ImageDictionary;
  readonly "xobject-dictionary": { readonly dict: Dict; readonly subtype: string | undefined };
  readonly jpeg2000: { readonly facts: Jpeg2000Facts | undefined; readonly hasColorSpace: boolean };
  /** Each rendering intent that is named anywhere. */
  readonly "named-intent": { readonly intent: string | undefined; readonly by: string };
  /** A group that is painted, or that of a page. */
  readonly "transparency-group": { readonly dict: Dict; readonly of: string };
  /** A page with something transparent on it, once for each page. */
  readonly "transparent-page": TransparentPage;
}

/** An element of /OutputIntents (ISO 32000-2, 14.11.5). */
export interface OutputIntent {
  readonly dict: Dict;
  /** The subtype, /S. */
  readonly subtype: string | undefined;
  /** The /DestOutputProfile as it is written. */
  readonly rawProfile: CosValue | undefined;
  /** The profile; undefined where there is none, or a value that is no stream. */
  readonly profile: IccProfile | undefined;
}

/** The /OutputIntents of the catalog, or of a page. */
export interface OutputIntents {
  readonly list: readonly OutputIntent[];
  /** The profile of the first PDF/A output intent (/S GTS_PDFA1) that has one. */
  readonly profile: IccProfile | undefined;
}

/** The setting that gives device colours a meaning where something is painted, except default colour spaces. */
export interface ColourSetting {
  /** The output profile: that of the page where part 4 allows one, else of the document. */
  readonly outputProfile: IccProfile | undefined;
  /**
   * The device colour space that corresponds to the blending space; undefined where blending is in that of the output.
   */
  readonly blendingDevice: DeviceSpaceName | undefined;
  /** The ICC profile of the blending space. */
  readonly blendingProfile: IccProfile | undefined;
  /** Whether what is painted is a soft mask: opacity, not colour. */
  readonly isOpacity: boolean;
}

/** A device colour space that is used without a default colour space in its place. */
export interface DeviceColour {
  readonly name: DeviceSpaceName;
  readonly setting: ColourSetting;
  /** The kind of use: `fill`, `image`, `alternate of Separation Gold`. */
  readonly use: string;
}

export interface IccBasedColour {
  readonly space: Extract<ColourSpace, { kind: "icc" }>;
  readonly setting: ColourSetting;
  readonly use: string;
}

export interface Halftone {
  readonly dict: Dict;
  /** The key that it has in a halftone of type 5; undefined where it is separate. */
  readonly colorant: string | undefined;
}

export interface ImageDictionary {
  readonly dict: Dict;
  readonly stream: Stream | undefined;
  /** Whether it is an explicit mask or a stencil mask. */
  readonly isMask: boolean;
  readonly isJpeg2000: boolean;
  /** The kind of image: `image`, `soft mask`, `inline image`. */
  readonly role: string;
}

export interface TransparentPage {
  readonly by: string;
  readonly hasOutputIntent: boolean;
  readonly hasGroupColourSpace: boolean;
}
