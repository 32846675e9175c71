import type { CosDirect, Dict, InlineImage, Operation, Stream } from "@quire/cos";

/**
 * What content streams do: those of pages, annotation appearances (all of /N), form XObjects, tiling patterns that are
 * painted with, Type 3 glyphs that are shown and groups of soft masks in use. Optional content counts as shown.
 *
 * Each distinct case is emitted, not each occurrence: a stream is walked once for each `ContentContext` and each inherited
 * state that matters in it, and within a context a `colour-set`, `paint`, `image`, `form`, `shading`, `ext-gstate` or
 * `rendering-intent` that is the same as before is not told again. So a listener sees every combination of things that
 * there is, but cannot count uses. `text` is emitted for each string.
 *
 * Subjects are as they were when they were emitted, and may be kept, except for `text` (see there). States, colours,
 * contexts and environments are shared and never change: they may be keys of a Map or members of a Set.
 */
export interface ContentSubjects {
  /** Each BMC, BDC, MP and DP as it stands there; of other operators not each one is told. */
  readonly operation: MarkedContentOperation;
  readonly text: ShownText;
  readonly "colour-set": SetColour;
  readonly paint: Paint;
  readonly image: PaintedImage;
  readonly "inline-image": InlineImageUse;
  readonly form: PaintedForm;
  readonly shading: PaintedShading;
  readonly "ext-gstate": ExtGStateUse;
  readonly "rendering-intent": RenderingIntentUse;
  readonly "content-stream": WalkedContent;
}

/**
 * A string that is shown by Tj, ', " or TJ (one event for each string of its array), with the font that counts; fonts are
 * told apart by their dictionary. The object is used again for the next string: copy what is to be kept (`bytes` are a
 * view of the content stream, good to keep only while the decoded stream may stay in memory).
 */
export interface ShownText {
  readonly font: Dict;
  readonly bytes: Uint8Array;
  /** Tr, 0 to 7. 3 is invisible, 7 clips only. */
  readonly renderingMode: number;
  /** Of the marked content around it, innermost first, that of the stream that painted this form included; undefined without. */
  readonly actualText: Uint8Array | undefined;
  /** The innermost one around it: its structure element may have an ActualText. */
  readonly mcid: number | undefined;
  /** StructParents of `mcid`'s stream: the key in the parent tree; undefined without. */
  readonly structParents: number | undefined;
  /** The marked content around it, outermost first, that of the streams that led here included. */
  readonly markedContent: readonly MarkedContent[];
  /** Name of the font among `context.resources`; undefined when an ExtGState put it in force. */
  readonly fontName: string | undefined;
  readonly state: GraphicsState;
  readonly context: ContentContext;
}

interface MarkedContentOperation {
  readonly operation: Operation;
  /** Its property list, names resolved; undefined without. */
  readonly properties: Dict | undefined;
  readonly resources: Dict | undefined;
  readonly context: ContentContext;
}

export interface MarkedContent {
  readonly tag: string;
  /** The property list of BDC, names resolved in the resources; undefined for BMC and what is no dictionary. */
  readonly properties: Dict | undefined;
  readonly context: ContentContext;
}

/**
 * An operator makes a colour space or a colour current, whether something is painted in it or not; nowhere for the colour
 * that is there at first. Where colour operators are ignored (uncoloured patterns and glyphs) there is none.
 */
export interface SetColour {
  readonly operation: "fill" | "stroke";
  readonly colour: CurrentColour;
  readonly context: ContentContext;
}

/**
 * A colour is put on the page. Text in rendering mode 2 is two of these, as are `B` and its like. A painted tiling pattern
 * is walked (its contents have events of their own); for a shading pattern there is a `shading` event as well.
 */
export interface Paint {
  readonly operation: "fill" | "stroke";
  /** `image-mask` is a stencil mask, painted in the fill colour. */
  readonly by: "path" | "text" | "image-mask";
  /** `state.fill` or `state.stroke`. */
  readonly colour: CurrentColour;
  readonly state: GraphicsState;
  readonly context: ContentContext;
}

/** An image XObject that is painted, or an inline image; stencil masks too (their colour is in a `paint`). */
export interface PaintedImage {
  /** Of an inline image with keys, filter and device colour space names in full (tables 91 and 92); `resources` may name others. */
  readonly dict: Dict;
  /** Undefined for an inline image. */
  readonly stream: Stream | undefined;
  readonly inline: InlineImage | undefined;
  readonly isStencilMask: boolean;
  /** /ColorSpace, a name among the resources resolved; null without. */
  readonly colorSpace: CosDirect;
  /** /Intent of the image, or else the one in force. */
  readonly renderingIntent: string | undefined;
  readonly object: number | undefined;
  /** Name among the XObject resources; undefined for an inline image. */
  readonly name: string | undefined;
  readonly state: GraphicsState;
  readonly context: ContentContext;
}

/** Each inline image, as written. */
interface InlineImageUse {
  readonly image: InlineImage;
  /** With keys, filter and device colour space names in full. */
  readonly dict: Dict;
  /** Values of /F or /Filter as written: names in full or abbreviated; undefined for what is no name. */
  readonly filters: readonly (string | undefined)[];
  readonly context: ContentContext;
}

/** A form XObject that is painted by Do, an appearance of an annotation, /G of a soft mask in use; it is walked after this. */
export interface PaintedForm {
  readonly by: "Do" | "appearance" | "soft-mask";
  readonly stream: Stream;
  readonly object: number | undefined;
  /** Its /Group. */
  readonly group: Dict | undefined;
  /** Name among the XObject resources; undefined unless by Do. */
  readonly name: string | undefined;
  /** With which it is painted: the alpha, blend mode and soft mask count for a group as a whole. */
  readonly state: GraphicsState;
  /** Where it is painted: not that of its own contents. */
  readonly context: ContentContext;
}

/** A shading that is painted: by sh, or as the pattern of a paint. */
export interface PaintedShading {
  readonly shading: Dict;
  /** Where the shading is one (types 4 to 7). */
  readonly stream: Stream | undefined;
  readonly by: "sh" | "pattern";
  /** /ColorSpace of the shading; null without. */
  readonly colorSpace: CosDirect;
  readonly object: number | undefined;
  readonly state: GraphicsState;
  readonly context: ContentContext;
}

/** A graphics state parameter dictionary that is put in force: by gs, or by a shading pattern that is painted with. */
export interface ExtGStateUse {
  readonly dict: Dict;
  readonly by: "gs" | "pattern";
  readonly name: string | undefined;
  readonly object: number | undefined;
  readonly context: ContentContext;
}

/** The operand of ri, or /Intent of an inline image. Those of XObjects and ExtGStates are in their dictionaries. */
export interface RenderingIntentUse {
  /** Undefined when it is no name. */
  readonly intent: string | undefined;
  readonly by: "ri" | "inline-image";
  readonly context: ContentContext;
}

/** A content stream at its end: once for each stream and resources, however often it is painted. */
export interface WalkedContent {
  readonly context: ContentContext;
  /** Each operator that is none once, up to 20 of them, at most 40 characters of each. */
  readonly unknownOperators: readonly string[];
  /** How deep q was nested, the streams that led here not counted. */
  readonly maxSaveDepth: number;
  /** Names of resources that were used, but come from another dictionary than its own: `Font/F1`. */
  readonly inheritedResources: readonly string[];
  /** Names of resources that were used, and are nowhere: `Font/F1`. */
  readonly undefinedResources: readonly string[];
  readonly usesResources: boolean;
  readonly tokens: ContentTokens;
  /** In sentences: what could not be decoded. */
  readonly damage: readonly string[];
}

/** The extremes among the operands of a content stream. */
export interface ContentTokens {
  /** The largest and the smallest integer of those that 32 bits, signed, do not hold. */
  readonly largestInteger: number | undefined;
  readonly smallestInteger: number | undefined;
  /** The real with the largest magnitude, where it is above 32,767. */
  readonly largestReal: number | undefined;
  /** The one closest to 0 but not 0, where its magnitude is below 1.175494351e-38. */
  readonly leastReal: number | undefined;
  readonly longestStringBytes: number;
  readonly longestNameBytes: number;
  /** In elements. */
  readonly largestArray: number;
  /** In entries. */
  readonly largestDictionary: number;
  readonly oddHexStrings: number;
  readonly invalidHexStrings: number;
}

export type ContentKind = "page" | "appearance" | "form" | "pattern" | "type3-glyph" | "soft-mask";

/** Where a content stream is walked: one object for each walk, the same for all events of the stream. */
export interface ContentContext {
  readonly kind: ContentKind;
  /** From 1. Content that is reached from several pages in the same way is walked for the first of them. */
  readonly page: number;
  /** What led here: the stream that paints the form, uses the pattern, shows the glyph; undefined for a page's contents. */
  readonly parent: ContentContext | undefined;
  /** Of the page, the form, the pattern, the glyph. A Type 3 glyph's is empty, or that of its stream. */
  readonly dict: Dict;
  /** Undefined for the contents of a page. */
  readonly stream: Stream | undefined;
  /** Number of the stream's object, or else the page's. */
  readonly object: number | undefined;
  /** `Annots[3]/AP/N`, `XObject/Fm1`. */
  readonly at: string;
  /** In which names are looked up here: its own ones, or else those of what led here. */
  readonly resources: Dict | undefined;
  /** No /Resources of its own: names are looked up in those that it was reached with (7.8.3, of PDF 1.1). */
  readonly hasInheritedResources: boolean;
  /** Type 3 font of a glyph. */
  readonly font: Dict | undefined;
  /** d1 glyphs and uncoloured patterns: colours are those of the text or pattern (8.7.3.3, 9.6.4). */
  readonly isUncoloured: boolean;
  readonly environment: ColourEnvironment;
}

/**
 * What colours mean where a stream is painted, beside the document's output intent. Equal ones are the same object. It
 * belongs to no single page: pages that agree in all of it share it.
 */
export interface ColourEnvironment {
  /** /CS of the page's /Group where that is a transparency group, names of resources resolved; null without. */
  readonly pageBlendingSpace: CosDirect;
  /** /OutputIntents of the page (part 4); null without. */
  readonly pageOutputIntents: CosDirect;
  /**
   * The colour space in which is blended: /CS of the innermost isolated transparency group around that has one, the
   * page's included; null when there is none (then it is that of the output).
   */
  readonly blendingSpace: CosDirect;
}

/** What of the graphics state (8.4) rules ask for. Never changes: another state is another object, an equal one mostly the same. */
export interface GraphicsState {
  readonly fill: CurrentColour;
  readonly stroke: CurrentColour;
  /** op; where it was never set it is as OP. */
  readonly fillOverprint: boolean;
  /** OP */
  readonly strokeOverprint: boolean;
  /** OPM */
  readonly overprintMode: number;
  /** ca */
  readonly fillAlpha: number;
  /** CA */
  readonly strokeAlpha: number;
  /** BM as it stands there: a name, or an array of names; the name Normal at first. */
  readonly blendMode: CosDirect;
  /** SMask: the name None at first, or a dictionary. */
  readonly softMask: CosDirect;
  /** By ri or RI; undefined while none was set. */
  readonly renderingIntent: string | undefined;
  /** By Tf or an ExtGState's /Font; undefined while there is none. */
  readonly font: Dict | undefined;
  readonly fontName: string | undefined;
  readonly textRenderingMode: number;
}

/** A current colour: equal ones are mostly the same object. */
export interface CurrentColour {
  /**
   * The colour space, references and names of resources followed: a Name (DeviceGray, DeviceRGB, DeviceCMYK, Pattern) or an
   * array. Null: a name that is not there.
   */
  readonly space: CosDirect;
  /** Name among the ColorSpace resources; undefined where an operator (g, rg, k) or a device name said it. */
  readonly name: string | undefined;
  /** Of the stream in which it was set: with DefaultGray and so on for device colours. */
  readonly resources: Dict | undefined;
  /** Where it is a pattern: the dictionary of the shading pattern, or of the tiling pattern's stream; else undefined. */
  readonly pattern: Dict | undefined;
  /** Name of the pattern among the Pattern resources. */
  readonly patternName: string | undefined;
  /** For an uncoloured tiling pattern: the colour it is painted in. */
  readonly underlying: CurrentColour | undefined;
}
