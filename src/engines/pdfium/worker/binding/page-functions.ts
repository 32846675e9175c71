import type { DocumentHandle, PageHandle } from "./handles.ts";

/*
 * The functions of PDFium that read what is on a page (fpdf_text.h, fpdf_edit.h, fpdf_transformpage.h, fpdf_doc.h), as
 * C has them: there are too many of them, and they are called too often, for each to have a friendlier form in each
 * build. Handles and pointers are numbers; 0 is null.
 */

/**
 * The type of a value in C; p: pointer or handle, i: int, u: unsigned int, l: unsigned long, z: size_t, f: float, v:
 * nothing.
 */
type Letter = "p" | "i" | "u" | "l" | "z" | "f" | "v";

/** The signature of each function: a letter for what it returns, and one for each parameter. */
export const PAGE_FUNCTIONS = {
  FPDF_GetPageBoundingBox: ["i", ["p", "p"]],
  FPDFPage_GetRotation: ["i", ["p"]],

  FPDFText_LoadPage: ["p", ["p"]],
  FPDFText_ClosePage: ["v", ["p"]],
  FPDFText_CountChars: ["i", ["p"]],
  FPDFText_GetUnicode: ["u", ["p", "i"]],
  FPDFText_HasUnicodeMapError: ["i", ["p", "i"]],
  FPDFText_IsGenerated: ["i", ["p", "i"]],
  FPDFText_GetTextObject: ["p", ["p", "i"]],
  FPDFText_GetCharOrigin: ["i", ["p", "i", "p", "p"]],
  FPDFText_GetLooseCharBox: ["i", ["p", "i", "p"]],
  FPDFText_GetCharBox: ["i", ["p", "i", "p", "p", "p", "p"]],

  FPDFPage_CountObjects: ["i", ["p"]],
  FPDFPage_GetObject: ["p", ["p", "i"]],
  FPDFFormObj_CountObjects: ["i", ["p"]],
  FPDFFormObj_GetObject: ["p", ["p", "l"]],
  FPDFPageObj_GetType: ["i", ["p"]],
  FPDFPageObj_GetMatrix: ["i", ["p", "p"]],
  FPDFPageObj_GetBounds: ["i", ["p", "p", "p", "p", "p"]],
  FPDFPageObj_GetFillColor: ["i", ["p", "p", "p", "p", "p"]],
  FPDFPageObj_GetStrokeColor: ["i", ["p", "p", "p", "p", "p"]],
  FPDFPageObj_GetStrokeWidth: ["i", ["p", "p"]],
  FPDFPageObj_GetMarkedContentID: ["i", ["p"]],
  FPDFPageObj_CountMarks: ["i", ["p"]],
  FPDFPageObj_GetMark: ["p", ["p", "l"]],
  FPDFPageObjMark_GetName: ["i", ["p", "p", "l", "p"]],
  FPDFPageObjMark_RemoveParam: ["i", ["p", "p", "p"]],
  FPDFPageObj_GetClipPath: ["p", ["p"]],
  FPDFClipPath_CountPaths: ["i", ["p"]],
  FPDFClipPath_CountPathSegments: ["i", ["p", "i"]],
  FPDFClipPath_GetPathSegment: ["p", ["p", "i", "i"]],
  FPDFPath_CountSegments: ["i", ["p"]],
  FPDFPath_GetPathSegment: ["p", ["p", "i"]],
  FPDFPath_GetDrawMode: ["i", ["p", "p", "p"]],
  FPDFPathSegment_GetPoint: ["i", ["p", "p", "p"]],
  FPDFPathSegment_GetType: ["i", ["p"]],
  FPDFPathSegment_GetClose: ["i", ["p"]],
  FPDFImageObj_GetImagePixelSize: ["i", ["p", "p", "p"]],

  FPDFTextObj_GetFont: ["p", ["p"]],
  FPDFTextObj_GetFontSize: ["i", ["p", "p"]],
  FPDFTextObj_GetTextRenderMode: ["i", ["p"]],
  FPDFTextObj_SetTextRenderMode: ["i", ["p", "i"]],
  FPDFFont_GetBaseFontName: ["z", ["p", "p", "z"]],
  FPDFFont_GetFlags: ["i", ["p"]],
  FPDFFont_GetItalicAngle: ["i", ["p", "p"]],
  FPDFFont_GetAscent: ["i", ["p", "f", "p"]],
  FPDFFont_GetDescent: ["i", ["p", "f", "p"]],
  FPDFFont_GetGlyphWidth: ["i", ["p", "u", "f", "p"]],
  FPDFFont_GetGlyphPath: ["p", ["p", "u", "f"]],
  FPDFGlyphPath_CountGlyphSegments: ["i", ["p"]],
  FPDFGlyphPath_GetGlyphPathSegment: ["p", ["p", "i"]],

  FPDFPage_GetAnnotCount: ["i", ["p"]],
  FPDFPage_GetAnnot: ["p", ["p", "i"]],
  FPDFPage_CloseAnnot: ["v", ["p"]],
  FPDFAnnot_GetSubtype: ["i", ["p"]],
  FPDFPage_Flatten: ["i", ["p", "i"]],

  FPDFLink_Enumerate: ["i", ["p", "p", "p"]],
  FPDFLink_GetAnnotRect: ["i", ["p", "p"]],
  FPDFLink_CountQuadPoints: ["i", ["p"]],
  FPDFLink_GetQuadPoints: ["i", ["p", "i", "p"]],
  FPDFLink_GetDest: ["p", ["p", "p"]],
  FPDFLink_GetAction: ["p", ["p"]],
  FPDFAction_GetType: ["l", ["p"]],
  FPDFAction_GetDest: ["p", ["p", "p"]],
  FPDFAction_GetURIPath: ["l", ["p", "p", "p", "l"]],
  FPDFDest_GetDestPageIndex: ["i", ["p", "p"]],
} as const satisfies Readonly<Record<string, readonly [Letter, readonly Letter[]]>>;

type Functions = typeof PAGE_FUNCTIONS;
type PageFunction = keyof Functions;
type Numbers<Letters extends readonly Letter[]> = { readonly [Index in keyof Letters]: number };

export type RawPageFunctions = {
  readonly [Name in PageFunction]: (...values: Numbers<Functions[Name][1]>) => number;
};

/** A few bytes of PDFium's own memory, in which its functions store what they return by pointers. */
interface Scratch {
  readonly address: number;
  /** Views of the same bytes. They must be read again after each call: memory may have moved. */
  readonly floats: Float32Array;
  readonly doubles: Float64Array;
  readonly integers: Int32Array;
  readonly bytes: Uint8Array;
}

export const SCRATCH_BYTES = 8192;

export interface PageFunctions {
  readonly raw: RawPageFunctions;
  readonly scratch: Scratch;
  readonly addressOf: (handle: PageHandle | DocumentHandle) => number;
}
