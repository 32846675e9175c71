import { type CosDocument, intersection, isEmptyRectangle, type Page, type Rectangle, rectangleOf } from "@quire/cos";
import { type Listed, LIMITS, type PageDescription, type PageSizeDescription } from "../description.ts";
import { pageLabelsOf } from "./page-labels.ts";
import { paperName } from "./paper.ts";

export interface PageFacts {
  readonly pages: Listed<PageDescription>;
  readonly pageSizes: Listed<PageSizeDescription>;
}

/** Describes `pages`, which are some or all of the document's; `total` is how many these are. */
export function pageFactsOf(document: CosDocument, pages: readonly Page[], total: number): PageFacts {
  const labels = pageLabelsOf(document, total);
  const sizes = new Map<string, PageSizeDescription>();
  const items: PageDescription[] = [];
  for (const page of pages) {
    document.bounds.step();
    const widthPt = rounded(page.widthPt);
    const heightPt = rounded(page.heightPt);
    const name = paperName(widthPt, heightPt);
    const key = `${widthPt} ${heightPt}`;
    const known = sizes.get(key)?.pages ?? 0;
    sizes.set(key, { widthPt, heightPt, name, orientation: orientationOf(widthPt, heightPt), pages: known + 1 });
    if (items.length < LIMITS.pages) {
      items.push({
        page: page.index + 1,
        label: labels?.(page.index) ?? null,
        widthPt,
        heightPt,
        sizeName: name,
        rotation: page.rotate,
        userUnit: page.userUnit,
        ...boxesOf(page),
      });
    }
  }
  const bySize = [...sizes.values()].toSorted((one, other) => other.pages - one.pages);
  return {
    pages: { items, total: pages.length },
    pageSizes: { items: bySize.slice(0, LIMITS.pageSizes), total: bySize.length },
  };
}

type Boxes = Pick<PageDescription, "mediaBox" | "cropBox" | "trimBox" | "bleedBox" | "artBox">;

/** Returns the boxes, those that the page does not give as the standard has them (14.11.2), each within the media box. */
function boxesOf(page: Page): Boxes {
  const { mediaBox, cropBox } = page;
  const box = (key: string): Rectangle => {
    const given = rectangleOf(page.dict.get(key));
    return given === undefined || isEmptyRectangle(given) ? cropBox : (intersection(given, mediaBox) ?? cropBox);
  };
  return {
    mediaBox: roundedBox(mediaBox),
    cropBox: roundedBox(cropBox),
    trimBox: roundedBox(box("TrimBox")),
    bleedBox: roundedBox(box("BleedBox")),
    artBox: roundedBox(box("ArtBox")),
  };
}

function orientationOf(widthPt: number, heightPt: number): PageSizeDescription["orientation"] {
  if (widthPt === heightPt) {
    return "square";
  }
  return widthPt < heightPt ? "portrait" : "landscape";
}

/** Rounds to thousandths of a point. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000;

const roundedBox = ({ left, bottom, right, top }: Rectangle): Rectangle => ({
  left: rounded(left),
  bottom: rounded(bottom),
  right: rounded(right),
  top: rounded(top),
});
