import type { PageLayout } from "../options.ts";
import type { PageImage, Resolution } from "../page-image.ts";

/** A length of each axis, in points. */
interface Size {
  readonly widthPt: number;
  readonly heightPt: number;
}

/** A part of a page in default user space: points from the lower left corner of the page. */
interface Area extends Size {
  readonly leftPt: number;
  readonly bottomPt: number;
}

/** Where an image is put. */
export interface Placement {
  readonly page: Size;
  /** The place of the image as it is shown, its orientation applied. */
  readonly image: Area;
  /** The area outside of which nothing of the image is shown; undefined: all of it is. */
  readonly clip: Area | undefined;
  /** Whether the image is shown in another size than its resolution says, because no page is as large or small. */
  readonly isBounded: boolean;
}

/** The sides of pages that readers take (ISO 32000-1, annex C), in points. */
const [MIN_SIDE_PT, MAX_SIDE_PT] = [3, 14_400];
/** The resolutions that are believed: programs write 0 and 1 where they know none. */
const CREDIBLE_DPI = { min: 10, max: 20_000 } as const;
/** A dot per millimetre is what libvips, and so many a program, writes where it knows no resolution. */
const NO_DPI = 25.4;
/** The ratio of both axes beyond which a resolution is not believed; that of faxes is at most 408 x 98. */
const MOST_RATIO = 4.5;
/** The part of a point that an image may be larger than its area and is not cut: no reader shows it. */
const TOLERANCE_PT = 0.01;

/** Places an image on a page of its own. */
export function placed(image: PlacedImage, layout: PageLayout): Placement {
  const own = ownSize(image, layout.dpi);
  return layout.size === "fit" ? onOwnPage(own, layout.marginPt) : onPaper(own, layout.size, layout);
}

type PlacedImage = Pick<PageImage, "widthPx" | "heightPx" | "orientation" | "resolution">;

/** Returns the size of an image as it is shown, by its own resolution or by `dpi`. */
function ownSize({ widthPx, heightPx, orientation, resolution }: PlacedImage, dpi: number): Size {
  const { x, y } = credible(resolution, dpi);
  const [widthPt, heightPt] = [(widthPx / x) * 72, (heightPx / y) * 72];
  return orientation >= 5 ? { widthPt: heightPt, heightPt: widthPt } : { widthPt, heightPt };
}

function credible(resolution: Resolution | undefined, dpi: number): { readonly x: number; readonly y: number } {
  if (resolution === undefined) {
    return { x: dpi, y: dpi };
  }
  const { x, y, isAbsolute } = resolution;
  const ratio = x / y;
  if (Math.max(ratio, 1 / ratio) > MOST_RATIO) {
    return { x: dpi, y: dpi };
  }
  const isNone = Math.abs(x - NO_DPI) < 0.01 && Math.abs(y - NO_DPI) < 0.01;
  const isKnown = isAbsolute && !isNone && Math.min(x, y) >= CREDIBLE_DPI.min && Math.max(x, y) <= CREDIBLE_DPI.max;
  // Without a unit, the axis with more dots has as many as images that state nothing.
  return isKnown ? { x, y } : { x: dpi * Math.min(1, ratio), y: dpi * Math.min(1, 1 / ratio) };
}

function onOwnPage(own: Size, marginPt: number): Placement {
  const room = MAX_SIDE_PT - 2 * marginPt;
  const longest = Math.max(own.widthPt, own.heightPt);
  const shortest = Math.min(own.widthPt, own.heightPt);
  const least = MIN_SIDE_PT - 2 * marginPt;
  const scale = longest > room ? room / longest : shortest < least ? Math.min(least / shortest, room / longest) : 1;
  const image = { widthPt: own.widthPt * scale, heightPt: own.heightPt * scale };
  const page = {
    widthPt: Math.max(MIN_SIDE_PT, image.widthPt + 2 * marginPt),
    heightPt: Math.max(MIN_SIDE_PT, image.heightPt + 2 * marginPt),
  };
  return { page, image: centred(image, page), clip: undefined, isBounded: scale !== 1 };
}

const centred = (size: Size, page: Size): Area => ({
  ...size,
  leftPt: (page.widthPt - size.widthPt) / 2,
  bottomPt: (page.heightPt - size.heightPt) / 2,
});

function onPaper(own: Size, paper: Size, { orientation, marginPt, fit }: PageLayout): Placement {
  const page = turned(paper, orientation, own);
  const area = { widthPt: page.widthPt - 2 * marginPt, heightPt: page.heightPt - 2 * marginPt };
  const [across, along] = [area.widthPt / own.widthPt, area.heightPt / own.heightPt];
  const scales = {
    contain: [Math.min(across, along), Math.min(across, along)],
    cover: [Math.max(across, along), Math.max(across, along)],
    stretch: [across, along],
    none: [1, 1],
  } as const;
  const [x, y] = scales[fit];
  const image = { widthPt: own.widthPt * x, heightPt: own.heightPt * y };
  const isCut = image.widthPt > area.widthPt + TOLERANCE_PT || image.heightPt > area.heightPt + TOLERANCE_PT;
  return { page, image: centred(image, page), clip: isCut ? centred(area, page) : undefined, isBounded: false };
}

/** Returns the paper as it lies; `auto` turns it as the image lies, and leaves it for one that is square. */
function turned(paper: Size, orientation: PageLayout["orientation"], image: Size): Size {
  const wanted = orientation === "auto" ? lyingOf(image) : orientation;
  const { widthPt, heightPt } = paper;
  return wanted === undefined || wanted === lyingOf(paper) ? paper : { widthPt: heightPt, heightPt: widthPt };
}

const lyingOf = ({ widthPt, heightPt }: Size): "portrait" | "landscape" | undefined =>
  widthPt > heightPt ? "landscape" : widthPt < heightPt ? "portrait" : undefined;
