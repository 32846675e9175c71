import type { ImagePlace, PageContent } from "@quire/layout";
import type { PageFunctions } from "../binding/page-functions.ts";
import type { FindFontText } from "./code-texts.ts";
import { boxThrough, concatenated, intersection, isThere, isUsable, type PageView, pageView } from "./geometry.ts";
import { readGlyphs } from "./glyphs.ts";
import { readLinks } from "./links.ts";
import { matrixOf, OBJECT, PageObjects } from "./objects.ts";
import { PathReader } from "./paths.ts";
import { isUnmapped, readCharacters } from "./runs.ts";

export interface ReadPageOptions {
  /** The page's number, from 1. */
  readonly page: number;
  /** Points in a unit of default user space (ISO 32000-2, table 31), which PDFium does not return. */
  readonly userUnit: number;
  /** The number added to the identifiers of marked content within forms. */
  readonly formContent: number;
  /** Finds the fonts of the page in the document; without it, PDFium alone says what codes stand for. */
  readonly findFontText?: FindFontText | undefined;
  /** Whether what each glyph draws is asked for too, by which formulas are read. */
  readonly hasInk?: boolean | undefined;
  /** Whether links are asked for, as they are by default: text as it looks has none, and finding where they lead takes long. */
  readonly hasLinks?: boolean | undefined;
}

/** Returns the links of a loaded page. `document` and `page` are the addresses of their handles. */
export const readPageLinks = (
  functions: PageFunctions,
  { document, page }: { readonly document: number; readonly page: number },
  { userUnit }: Pick<ReadPageOptions, "userUnit">,
): PageContent["links"] => readLinks({ functions, document, page, view: viewOf(functions, page, userUnit) });

/**
 * Returns the content of a loaded page, with the links that it had when it was first loaded. `page` is the address of
 * its handle.
 */
export function readPageContent(
  functions: PageFunctions,
  { page, links }: { readonly page: number; readonly links: PageContent["links"] },
  options: ReadPageOptions,
): PageContent {
  const { view, objects } = objectsOf(functions, page, options);
  const paths = new PathReader(functions, objects);
  for (const object of objects.objects) {
    if (object.type === OBJECT.path && !paths.isFull) {
      paths.add(object);
    } else if (object.type === OBJECT.shading) {
      paths.addShading(object);
    }
  }
  const { widthPt, heightPt } = view;
  const textPage = functions.raw.FPDFText_LoadPage(page);
  try {
    const { findFontText, hasInk } = options;
    const { glyphs, fonts } = readGlyphs({ functions, textPage, objects, view, findFontText, hasInk });
    return {
      page: options.page,
      widthPt,
      heightPt,
      fonts,
      glyphs,
      ...paths.drawing,
      images: readImages(functions, page, objects),
      links,
    };
  } finally {
    functions.raw.FPDFText_ClosePage(textPage);
  }
}

/** Returns the size of a loaded page and its images alone: a small part of the work. */
export function readPageImages(
  functions: PageFunctions,
  page: number,
  { userUnit }: Pick<ReadPageOptions, "userUnit">,
): Pick<PageContent, "widthPt" | "heightPt" | "images"> {
  const { view, objects } = objectsOf(functions, page, { userUnit, formContent: 0 });
  const { widthPt, heightPt } = view;
  return { widthPt, heightPt, images: readImages(functions, page, objects) };
}

/** The number of characters that are asked for their Unicode value, spread over a page. */
const SAMPLE = 500;

/**
 * Returns the share of the characters of a loaded page that have no Unicode value, by a sample of them: a small part of
 * the work of reading the page. Characters that nobody sees count as well.
 */
export function unmappedShare(functions: PageFunctions, page: number): number {
  const { raw } = functions;
  const textPage = raw.FPDFText_LoadPage(page);
  try {
    const characters = readCharacters(raw, textPage);
    const count = characters.units.length;
    const step = Math.max(1, Math.floor(count / SAMPLE));
    let asked = 0;
    let unmapped = 0;
    for (let index = 0; index < count; index += step) {
      asked++;
      unmapped += isUnmapped(characters, index) ? 1 : 0;
    }
    return asked === 0 ? 0 : unmapped / asked;
  } finally {
    raw.FPDFText_ClosePage(textPage);
  }
}

/** Returns the view and the objects of a loaded page. */
export function objectsOf(
  functions: PageFunctions,
  page: number,
  { userUnit, formContent }: Pick<ReadPageOptions, "userUnit" | "formContent">,
): { readonly view: PageView; readonly objects: PageObjects } {
  const view = viewOf(functions, page, userUnit);
  const objects = new PageObjects(functions, formContent);
  const clip = { xMin: 0, yMin: 0, xMax: view.widthPt, yMax: view.heightPt };
  objects.read(page, { matrix: view.matrix, isForm: false, clip, isArtifact: false, markedContentId: -1 });
  return { view, objects };
}

function viewOf({ raw, scratch }: PageFunctions, page: number, userUnit: number): PageView {
  raw.FPDF_GetPageBoundingBox(page, scratch.address);
  const [xMin = 0, yMax = 0, xMax = 0, yMin = 0] = scratch.floats;
  return pageView({ xMin, yMin, xMax, yMax }, raw.FPDFPage_GetRotation(page), userUnit);
}

function readImages(functions: PageFunctions, page: number, objects: PageObjects): ImagePlace[] {
  const { raw, scratch } = functions;
  const images: ImagePlace[] = [];
  let index = 0;
  for (const object of objects.objects) {
    if (object.type !== OBJECT.image) {
      continue;
    }
    index++;
    const own = matrixOf(functions, object.handle);
    const matrix = own && concatenated(own, object.surroundings.matrix);
    if (matrix === undefined || !isUsable(matrix)) {
      continue;
    }
    const box = intersection(boxThrough(matrix, UNIT_SQUARE), objects.clipOf(object));
    if (isThere(box)) {
      raw.FPDFImageObj_GetImagePixelSize(object.handle, scratch.address, scratch.address + 4);
      const [widthPx = 0, heightPx = 0] = scratch.integers;
      images.push({ ...box, index, widthPx, heightPx, ...objects.marksOf(object) });
    }
  }
  return images;
}

/** The square that an image is drawn in (ISO 32000-2, 8.9.5). */
const UNIT_SQUARE = { xMin: 0, yMin: 0, xMax: 1, yMax: 1 };
