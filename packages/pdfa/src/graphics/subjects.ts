import type { CosValue, Dict, Stream } from "@quire/cos";
import type { IccProfile } from "../icc/profile.ts";
import type { Jpeg2000Facts } from "../jpeg2000/jpeg2000.ts";
import type { ColourSpace, DeviceNSpace, DeviceSpaceName } from "./colour-space.ts";

/** Colours, images, graphics states and transparency: what content uses, and the output intents. */
export interface GraphicsSubjects {
  /** Each /OutputIntents: the document's, and those of pages. */
  readonly "output-intents": { readonly intents: OutputIntents; readonly isOfPage: boolean };
  readonly "output-intent": OutputIntent;
  readonly "device-colour": DeviceColour;
  readonly "icc-based": IccBasedColour;
  /** Something is painted in an ICCBased CMYK colour space with overprinting. */
  readonly "icc-overprint": { readonly overprintMode: number };
  readonly "device-n": DeviceNSpace;
  /** Separation spaces of one name that differ, each but the first one. */
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
  /** A page that something transparent is on: once for each page. */
  readonly "transparent-page": TransparentPage;
}

/** An element of /OutputIntents (ISO 32000-2, 14.11.5). */
export interface OutputIntent {
  readonly dict: Dict;
  /** /S */
  readonly subtype: string | undefined;
  /** /DestOutputProfile as it stands there. */
  readonly rawProfile: CosValue | undefined;
  /** Undefined where there is none, or what is there is no stream. */
  readonly profile: IccProfile | undefined;
}

/** The /OutputIntents of the catalog, or of a page. */
export interface OutputIntents {
  readonly list: readonly OutputIntent[];
  /** The profile of the PDF/A output intent (/S GTS_PDFA1): that of the first one that has any. */
  readonly profile: IccProfile | undefined;
}

/** What gives device colours a meaning where something is painted, default colour spaces aside. */
export interface ColourSetting {
  /** Of the page where part 4 has it, else of the document. */
  readonly outputProfile: IccProfile | undefined;
  /** The device colour space that goes with the one in which is blended; undefined where that of the output is. */
  readonly blendingDevice: DeviceSpaceName | undefined;
  /** Of the ICC profile in which is blended. */
  readonly blendingProfile: IccProfile | undefined;
}

/** A device colour space that is used without a default colour space in its place. */
export interface DeviceColour {
  readonly name: DeviceSpaceName;
  readonly setting: ColourSetting;
  /** `fill`, `image`, `alternate of Separation Gold`. */
  readonly use: string;
}

export interface IccBasedColour {
  readonly space: Extract<ColourSpace, { kind: "icc" }>;
  readonly setting: ColourSetting;
  readonly use: string;
}

export interface Halftone {
  readonly dict: Dict;
  /** The key that it has in a halftone of type 5; undefined where it stands for itself. */
  readonly colorant: string | undefined;
}

export interface ImageDictionary {
  readonly dict: Dict;
  readonly stream: Stream | undefined;
  /** An explicit mask or a stencil mask. */
  readonly isMask: boolean;
  readonly isJpeg2000: boolean;
  /** `image`, `soft mask`, `inline image`. */
  readonly role: string;
}

export interface TransparentPage {
  readonly by: string;
  readonly hasOutputIntent: boolean;
  readonly hasGroupColourSpace: boolean;
}
