import type { ImagePlace, PageContent } from "@quire/layout";
import type { PageFunctions } from "./page-functions.ts";
import { boxThrough, concatenated, intersection, isThere, isUsable, type PageView, pageView } from "./text-geometry.ts";
import { readGlyphs } from "./text-glyphs.ts";
import { readLinks } from "./text-links.ts";
import { matrixOf, OBJECT, PageObjects } from "./text-objects.ts";
import { PathReader } from "./text-paths.ts";

export interface ReadPageOptions {
  /** 1-based. */
  readonly page: number;
  /** Points in a unit of default user space (ISO 32000-2, table 31), which PDFium does not tell. */
  readonly userUnit: number;
  /** Added to the identifiers of marked content that forms have of their own. */
  readonly formContent: number;
}

/** What a loaded page holds. `document` and `page` are the addresses of their handles. */
export function readPageContent(
  functions: PageFunctions,
  { document, page }: { document: number; page: number },
  options: ReadPageOptions,
): PageContent {
  const view = viewOf(functions, page, options.userUnit);
  const objects = new PageObjects(functions, options.formContent);
  const clip = { xMin: 0, yMin: 0, xMax: view.widthPt, yMax: view.heightPt };
  objects.read(page, { matrix: view.matrix, isForm: false, clip, isArtifact: false, markedContentId: -1 });
  const paths = new PathReader(functions, objects);
  for (const object of objects.objects) {
    if (object.type === OBJECT.path && !paths.isFull) {
      paths.add(object);
    }
  }
  const { widthPt, heightPt } = view;
  const textPage = functions.raw.FPDFText_LoadPage(page);
  try {
    const { glyphs, fonts } = readGlyphs({ functions, textPage, objects, view });
    return {
      page: options.page,
      widthPt,
      heightPt,
      fonts,
      glyphs,
      ...paths.drawing,
      images: readImages(functions, page, objects),
      links: readLinks({ functions, document, page, view }),
    };
  } finally {
    functions.raw.FPDFText_ClosePage(textPage);
  }
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

/** What an image is drawn in (ISO 32000-2, 8.9.5). */
const UNIT_SQUARE = { xMin: 0, yMin: 0, xMax: 1, yMax: 1 };
