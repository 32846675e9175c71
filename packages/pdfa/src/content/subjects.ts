import type { CosDirect, Dict, InlineImage, Operation, Stream } from "@quire/cos";

/**
 * The effects of content streams: those of pages, annotation appearances (all of /N), form XObjects, tiling patterns
 * that are painted with, Type 3 glyphs that are shown, and groups of soft masks in use. Optional content counts as
 * shown.
 *
 * Each distinct case is emitted, not each occurrence: a stream is walked once for each `ContentContext` and each
 * inherited state that matters in it, and within a context a `colour-set`, `paint`, `image`, `form`, `shading`,
 * `ext-gstate` or `rendering-intent` that is the same as before is not emitted again. So a listener sees every
 * combination of things that there is, but cannot count uses. `text` is emitted for each string.
 *
 * Subjects are as they were when they were emitted, and may be kept, except for `text` (see there). States, colours,
 * contexts and environments are shared and never change: they may be keys of a Map or members of a Set.
 */
export interface ContentSubjects {
  /** Each BMC, BDC, MP and DP as it is written; other operators have no such event. */
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
 * A string shown by Tj, ', " or TJ (one event for each string of its array), with the font in force; fonts are
 * identified by their dictionary. The object is reused for the next string: copy what is to be kept (`bytes` are a view
 * of the content stream, and keeping them keeps the decoded stream in memory).
 */
export interface ShownText {
  readonly font: Dict;
  readonly bytes: Uint8Array;
  /** The operand of Tr, 0 to 7: 3 is invisible, 7 clips only. */
  readonly renderingMode: number;
  /**
   * The ActualText of the innermost marked content around the string that has one, including that of the stream that
   * painted this form; undefined where there is none.
   */
  readonly actualText: Uint8Array | undefined;
  /** The innermost marked-content identifier around the string: its structure element may have an ActualText. */
  readonly mcid: number | undefined;
  /** The StructParents entry of the stream of `mcid`, the key in the parent tree; undefined where there is none. */
  readonly structParents: number | undefined;
  /** The marked content around the string, outermost first, including that of the streams that led here. */
  readonly markedContent: readonly MarkedContent[];
  /** The name of the font among `context.resources`; undefined when an ExtGState set it. */
  readonly fontName: string | undefined;
  readonly state: GraphicsState;
  readonly context: ContentContext;
}

interface MarkedContentOperation {
  readonly operation: Operation;
  /** The operation's property list, names resolved; undefined where there is none. */
  readonly properties: Dict | undefined;
  readonly resources: Dict | undefined;
  readonly context: ContentContext;
}

export interface MarkedContent {
  readonly tag: string;
  /**
   * The property list of BDC, names resolved in the resources; undefined for BMC and for a value that is no dictionary.
   */
  readonly properties: Dict | undefined;
  readonly context: ContentContext;
}

/**
 * A colour space or a colour that an operator makes current, whether something is painted in it or not. There is no
 * event for the initial colour, nor where colour operators are ignored (uncoloured patterns and glyphs).
 */
export interface SetColour {
  readonly operation: "fill" | "stroke";
  readonly colour: CurrentColour;
  readonly context: ContentContext;
}

/**
 * A use of a colour on the page. Text in rendering mode 2 yields two events, as do `B` and similar operators. A painted
 * tiling pattern is walked, and its contents have separate events; a shading pattern has a `shading` event as well.
 */
export interface Paint {
  readonly operation: "fill" | "stroke";
  /** The kind of paint; `image-mask` is a stencil mask, painted in the fill colour. */
  readonly by: "path" | "text" | "image-mask";
  /** The value of `state.fill` or `state.stroke`. */
  readonly colour: CurrentColour;
  readonly state: GraphicsState;
  readonly context: ContentContext;
}

/** A painted image XObject or inline image, stencil masks included (their colour is in a `paint`). */
export interface PaintedImage {
  /**
   * The image dictionary; that of an inline image has keys, filter and device colour space names in full (tables 91 and
   * 92), while `resources` may define other names.
   */
  readonly dict: Dict;
  /** The image XObject; undefined for an inline image. */
  readonly stream: Stream | undefined;
  readonly inline: InlineImage | undefined;
  readonly isStencilMask: boolean;
  /** The /ColorSpace, with a resource name resolved; null where there is none. */
  readonly colorSpace: CosDirect;
  /** The /Intent of the image, or else the one in force. */
  readonly renderingIntent: string | undefined;
  readonly object: number | undefined;
  /** The name among the XObject resources; undefined for an inline image. */
  readonly name: string | undefined;
  readonly state: GraphicsState;
  readonly context: ContentContext;
}

/** Each inline image, as written. */
interface InlineImageUse {
  readonly image: InlineImage;
  /** The dictionary with keys, filter and device colour space names in full. */
  readonly dict: Dict;
  /** The values of /F or /Filter as written, in full or abbreviated; undefined for a value that is no name. */
  readonly filters: readonly (string | undefined)[];
  readonly context: ContentContext;
}

/**
 * A form XObject painted by Do, an appearance of an annotation, or the /G of a soft mask in use; it is walked after
 * this event.
 */
export interface PaintedForm {
  readonly by: "Do" | "appearance" | "soft-mask";
  readonly stream: Stream;
  readonly object: number | undefined;
  /** The form's /Group. */
  readonly group: Dict | undefined;
  /** The name among the XObject resources; undefined unless painted by Do. */
  readonly name: string | undefined;
  /** The state with which it is painted: the alpha, blend mode and soft mask apply to a group as a whole. */
  readonly state: GraphicsState;
  /** The context in which it is painted, not that of its own contents. */
  readonly context: ContentContext;
}

/** A shading that is painted by sh, or as the pattern of a paint. */
export interface PaintedShading {
  readonly shading: Dict;
  /** The shading's stream, where it is one (types 4 to 7). */
  readonly stream: Stream | undefined;
  readonly by: "sh" | "pattern";
  /** The /ColorSpace of the shading; null where there is none. */
  readonly colorSpace: CosDirect;
  readonly object: number | undefined;
  readonly state: GraphicsState;
  readonly context: ContentContext;
}

/** A graphics state parameter dictionary that is applied by gs, or by a shading pattern that is painted with. */
export interface ExtGStateUse {
  readonly dict: Dict;
  readonly by: "gs" | "pattern";
  readonly name: string | undefined;
  readonly object: number | undefined;
  readonly context: ContentContext;
}

/** The operand of ri, or the /Intent of an inline image. Those of XObjects and ExtGStates are in their dictionaries. */
export interface RenderingIntentUse {
  /** The name of the intent; undefined when it is no name. */
  readonly intent: string | undefined;
  readonly by: "ri" | "inline-image";
  readonly context: ContentContext;
}

/** A content stream at its end, once for each stream and its resources, however often it is painted. */
export interface WalkedContent {
  readonly context: ContentContext;
  /** The unknown operators, each once, up to 20 of them with at most 40 characters of each. */
  readonly unknownOperators: readonly string[];
  /** The deepest nesting of q, without that of the streams that led here. */
  readonly maxSaveDepth: number;
  /** The names of resources that were used but come from other resources than the stream's own: `Font/F1`. */
  readonly inheritedResources: readonly string[];
  /** The names of resources that were used but are not defined anywhere: `Font/F1`. */
  readonly undefinedResources: readonly string[];
  readonly usesResources: boolean;
  readonly tokens: ContentTokens;
  /** Sentences that say what could not be decoded. */
  readonly damage: readonly string[];
}

/** The extremes among the operands of a content stream. */
export interface ContentTokens {
  /** The largest and the smallest of those integers that do not fit into 32 bits, signed. */
  readonly largestInteger: number | undefined;
  readonly smallestInteger: number | undefined;
  /** The real with the largest magnitude, where that is above 32,767. */
  readonly largestReal: number | undefined;
  /** The real other than 0 that is closest to it, where its magnitude is below 1.175494351e-38. */
  readonly leastReal: number | undefined;
  readonly longestStringBytes: number;
  readonly longestNameBytes: number;
  /** The number of elements of the largest array. */
  readonly largestArray: number;
  /** The number of entries of the largest dictionary. */
  readonly largestDictionary: number;
  readonly oddHexStrings: number;
  readonly invalidHexStrings: number;
}

export type ContentKind = "page" | "appearance" | "form" | "pattern" | "type3-glyph" | "soft-mask";

/** The place where a content stream is walked: one object for each walk, the same for all events of the stream. */
export interface ContentContext {
  readonly kind: ContentKind;
  /**
   * The page number, from 1. Content that is reached from several pages in the same way is walked for the first of
   * them.
   */
  readonly page: number;
  /**
   * The stream that led here by painting the form, using the pattern or showing the glyph; undefined for a page's
   * contents.
   */
  readonly parent: ContentContext | undefined;
  /** The dictionary of the page, form, pattern or glyph. That of a Type 3 glyph is empty, or that of its stream. */
  readonly dict: Dict;
  /** The stream; undefined for the contents of a page. */
  readonly stream: Stream | undefined;
  /** The number of the stream's object, or else of the page's. */
  readonly object: number | undefined;
  /** The path to the stream: `Annots[3]/AP/N`, `XObject/Fm1`. */
  readonly at: string;
  /** The resources in which names are looked up here: the stream's own, or else those of the content that led here. */
  readonly resources: Dict | undefined;
  /**
   * Whether the stream has no /Resources, so that names are looked up in those that it was reached with (7.8.3, from
   * PDF 1.1).
   */
  readonly hasInheritedResources: boolean;
  /** The Type 3 font of a glyph. */
  readonly font: Dict | undefined;
  /** Whether the colours are those of the text or pattern, as in d1 glyphs and uncoloured patterns (8.7.3.3, 9.6.4). */
  readonly isUncoloured: boolean;
  readonly environment: ColourEnvironment;
  /** Whether it is of a page, or of forms in that: not of an appearance, pattern, glyph or soft mask. */
  readonly isPageContent: boolean;
}

/**
 * The facts besides the document's output intent that give colours their meaning where a stream is painted. Equal
 * environments are the same object. They belong to no single page: pages that agree in all of it share one.
 */
export interface ColourEnvironment {
  /**
   * The /CS of the page's /Group where that is a transparency group, names of resources resolved; null where there is
   * none.
   */
  readonly pageBlendingSpace: CosDirect;
  /** The /OutputIntents of the page (part 4); null where there is none. */
  readonly pageOutputIntents: CosDirect;
  /**
   * The colour space of blending: the /CS of the innermost enclosing isolated transparency group that has one, that of
   * the page included; null when there is none, and then it is that of the output.
   */
  readonly blendingSpace: CosDirect;
}

/**
 * The part of the graphics state (8.4) that rules need. It never changes: another state is another object, and an equal
 * one is mostly the same object.
 */
export interface GraphicsState {
  readonly fill: CurrentColour;
  readonly stroke: CurrentColour;
  /** The parameter op; equal to OP where it was never set. */
  readonly fillOverprint: boolean;
  /** The parameter OP. */
  readonly strokeOverprint: boolean;
  /** The parameter OPM. */
  readonly overprintMode: number;
  /** The parameter ca. */
  readonly fillAlpha: number;
  /** The parameter CA. */
  readonly strokeAlpha: number;
  /** The parameter BM as it is written, which should be a name or an array of names; initially the name Normal. */
  readonly blendMode: CosDirect;
  /** The parameter SMask: initially the name None, or a dictionary. */
  readonly softMask: CosDirect;
  /** The intent set by ri or RI; undefined while none was set. */
  readonly renderingIntent: string | undefined;
  /** The font set by Tf or an ExtGState's /Font; undefined while there is none. */
  readonly font: Dict | undefined;
  readonly fontName: string | undefined;
  readonly textRenderingMode: number;
}

/** A current colour; equal ones are mostly the same object. */
export interface CurrentColour {
  /**
   * The colour space, with references and resource names resolved: a Name (DeviceGray, DeviceRGB, DeviceCMYK, Pattern)
   * or an array; null for a name that is not defined.
   */
  readonly space: CosDirect;
  /** The name among the ColorSpace resources; undefined where an operator (g, rg, k) or a device name set the space. */
  readonly name: string | undefined;
  /** The resources of the stream in which it was set, with DefaultGray and so on for device colours. */
  readonly resources: Dict | undefined;
  /**
   * The dictionary of the shading pattern or of the tiling pattern's stream; undefined where the colour is no pattern.
   */
  readonly pattern: Dict | undefined;
  /** The name of the pattern among the Pattern resources. */
  readonly patternName: string | undefined;
  /** The colour in which an uncoloured tiling pattern is painted. */
  readonly underlying: CurrentColour | undefined;
}
