import type { DocumentMetadata } from "@quire/metadata/options";

/* What is said about a document. Lists are cut at `LIMITS`; `total` says how many there are. */

/** The limits of what is said. */
export const LIMITS = {
  pages: 5000,
  pageSizes: 100,
  fonts: 1000,
  images: 1000,
  signatures: 200,
  attachments: 1000,
  layers: 1000,
  /** The pages that are named for a font or an image. */
  pagesOfOne: 200,
  filters: 8,
  characters: 1000,
  nameCharacters: 300,
} as const;

export interface Listed<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

/** A page boundary (ISO 32000-2, 14.11.2) in default user space, whose unit is `userUnit` points. */
export interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

export interface PageDescription {
  /** From 1. */
  readonly page: number;
  /** The label (12.4.2) that viewers show; null in a document without labels. */
  readonly label: string | null;
  /** The size as it is shown: the crop box, rotated, in points. */
  readonly widthPt: number;
  readonly heightPt: number;
  /** The name of the paper of that size, such as `A4`; null where there is none. */
  readonly sizeName: string | null;
  readonly rotation: 0 | 90 | 180 | 270;
  readonly userUnit: number;
  readonly mediaBox: Box;
  /** The boxes as the standard has them where the page does not give them: the crop box is the media box, the others are it. */
  readonly cropBox: Box;
  readonly trimBox: Box;
  readonly bleedBox: Box;
  readonly artBox: Box;
}

/** Pages of one size. */
export interface PageSizeDescription {
  readonly widthPt: number;
  readonly heightPt: number;
  readonly name: string | null;
  readonly orientation: "portrait" | "landscape" | "square";
  readonly pages: number;
}

/** The kinds of fonts, by the dictionary and the program that is embedded (9.5 to 9.9). */
export const FONT_TYPES = [
  "Type 1",
  "Type 1C",
  "Type 1 (OpenType)",
  "Multiple Master Type 1",
  "TrueType",
  "TrueType (OpenType)",
  "Type 3",
  "CID Type 0",
  "CID Type 0C",
  "CID Type 0 (OpenType)",
  "CID TrueType",
  "CID TrueType (OpenType)",
  "unknown",
] as const;
export type FontType = (typeof FONT_TYPES)[number];

interface OnPages {
  /** The first pages that show it; none where only resources have it. */
  readonly pages: readonly number[];
  readonly pageCount: number;
}

export interface FontDescription extends OnPages {
  /** The name without the letters that mark a subset; null where the font has none. */
  readonly name: string | null;
  /** The name as it is written, such as `ABCDEF+Lato`. */
  readonly baseFont: string | null;
  readonly type: FontType;
  /** The name of the encoding or CMap; `custom` for one with differences, `built-in` where the font's own holds. */
  readonly encoding: string;
  readonly isEmbedded: boolean;
  readonly isSubset: boolean;
  readonly hasToUnicode: boolean;
  /** The number of the object; null for a dictionary that has none. */
  readonly object: number | null;
}

export interface ImageDescription extends OnPages {
  readonly widthPx: number;
  readonly heightPx: number;
  /** A stencil is painted in the colour of its place. */
  readonly kind: "image" | "stencil" | "inline";
  /** The family of the colour space; null for a stencil, and where the image data say it. */
  readonly colourSpace: string | null;
  readonly components: number | null;
  readonly bitsPerComponent: number | null;
  readonly filters: readonly string[];
  readonly mask: "soft" | "stencil" | "colour-key" | null;
  /** The resolution where the image is shown largest; null where no page shows it, or without any extent. */
  readonly horizontalPpi: number | null;
  readonly verticalPpi: number | null;
  /** How often pages show it; a form that a page draws twice counts twice. */
  readonly placements: number;
  readonly sizeBytes: number;
  readonly object: number | null;
}

/** The rights of who opens the document with the user password (7.6.4.2, table 22). */
export const PERMISSION_NAMES = [
  "print",
  "print_low",
  "copy",
  "modify",
  "annotate",
  "fill_forms",
  "assemble",
  "accessibility",
] as const;
export type PermissionName = (typeof PERMISSION_NAMES)[number];

export interface EncryptionDescription {
  readonly method: "RC4" | "AES" | "none" | "unknown";
  readonly keyBits: number;
  readonly version: number;
  readonly revision: number;
  readonly needsUserPassword: boolean;
  readonly openedAs: "user" | "owner";
  readonly encryptsMetadata: boolean;
  readonly permissions: readonly PermissionName[];
}

export const FIELD_TYPES = ["text", "button", "choice", "signature", "unknown"] as const;

export interface FormsDescription {
  readonly fields: number;
  readonly byType: Readonly<Record<(typeof FIELD_TYPES)[number], number>>;
  /** `dynamic`: only a reader of XFA shows its pages. */
  readonly xfa: "none" | "static" | "dynamic";
  /** Whether readers make the appearances of fields themselves. */
  readonly needsAppearances: boolean;
}

export interface ScriptsDescription {
  /** All scripts: those of the document, of pages, fields, annotations and outline entries. */
  readonly total: number;
  readonly ofDocument: number;
  readonly opensWithScript: boolean;
}

/** A signature as it presents itself: nothing of it is verified. */
export interface SignatureDescription {
  readonly field: string | null;
  readonly page: number | null;
  /** False for a field that waits for a signature. */
  readonly isSigned: boolean;
  readonly kind: "signature" | "timestamp" | "empty";
  readonly signerName: string | null;
  /** The common name of the certificate that signs; null where there is none. */
  readonly certificateName: string | null;
  readonly time: string | null;
  readonly reason: string | null;
  readonly location: string | null;
  readonly contact: string | null;
  readonly format: string | null;
  readonly isCertification: boolean;
  /** Whether it spans all bytes of the file but itself. */
  readonly coversWholeFile: boolean;
}

export interface AttachmentDescription {
  readonly name: string;
  readonly sizeBytes: number | null;
  readonly mediaType: string | null;
  readonly description: string | null;
  readonly relationship: string | null;
  readonly createdAt: string | null;
  readonly modifiedAt: string | null;
  /** The page whose annotation has it; null for one of the document. */
  readonly page: number | null;
}

export interface LayerDescription {
  readonly name: string;
  readonly isVisible: boolean;
  readonly isPrinted: boolean | null;
  readonly isLocked: boolean;
}

export interface DocumentDescription {
  readonly pdfVersion: string;
  readonly pageCount: number;
  readonly isLinearized: boolean;
  readonly isTagged: boolean;
  readonly isRepaired: boolean;
  readonly metadata: DocumentMetadata;
  readonly encryption: EncryptionDescription | null;
  readonly pages: Listed<PageDescription>;
  readonly pageSizes: Listed<PageSizeDescription>;
  readonly fonts: Listed<FontDescription>;
  readonly images: Listed<ImageDescription>;
  readonly outlineEntries: number;
  readonly forms: FormsDescription | null;
  readonly scripts: ScriptsDescription;
  readonly signatures: Listed<SignatureDescription>;
  readonly attachments: Listed<AttachmentDescription>;
  readonly layers: Listed<LayerDescription>;
  /** Pages whose contents were not read to their end, as they take too long; the first ten. */
  readonly unreadPages: readonly number[];
  readonly unreadPageCount: number;
}
