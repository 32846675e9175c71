import { type Box, GLYPH, type PageContent, visibleGlyphs } from "@quire/layout";
import type { TextDocument } from "./document/text-document.ts";

// Contract §8: when a page is read from its image.
const FEWEST_LETTERS = 10;
const MOST_UNMAPPED = 0.2;
const MOST_IMAGE = 0.5;

/** The share of a sample that is enough to read the page and look at the characters that are visible. */
const SUSPICIOUS_SHARE = 0.05;

type Survey = Pick<TextDocument, "mayBeImage" | "mayLackText" | "readImages" | "readPage" | "unmappedShare">;

/**
 * Returns whether a page is to be read from its image: it is mostly an image and has no usable text of its own, or most
 * of what it shows has no Unicode value, whatever its images are.
 */
export const needsOcr = (document: Survey, page: number): boolean =>
  isImageOfText(document, page) || isUnreadable(document, page);

/** Text is only read where there is an image that may show some. */
function isImageOfText(document: Survey, page: number): boolean {
  if (!document.mayBeImage(page)) {
    return false;
  }
  const images = document.readImages(page);
  return images !== undefined && isMostlyImage(images) && !hasUsableText(document.readPage(page));
}

const isUnreadable = (document: Survey, page: number): boolean =>
  document.mayLackText(page) && document.unmappedShare(page) > SUSPICIOUS_SHARE && !isReadable(document.readPage(page));

const isReadable = (content: PageContent): boolean =>
  visibleGlyphs(content, { keepInvisible: false }).unmappedShare <= MOST_UNMAPPED;

/** Returns whether a page shows characters of which no Unicode value is known, which are U+FFFD in its text. */
export const hasUnknownText = (content: PageContent): boolean =>
  content.glyphs.text.some((text) => text.includes("\ufffd")) &&
  visibleGlyphs(content, { keepInvisible: false }).glyphs.some((glyph) =>
    content.glyphs.text[glyph]?.includes("\ufffd"),
  );

/** Returns whether a page that has been read is mostly an image and has no usable text of its own. */
export const isScan = (content: PageContent): boolean => isMostlyImage(content) && !hasUsableText(content);

/** Returns whether a page has images and invisible text, and no visible letter: the text stands for the images. */
export const hasOnlyUnseenText = (content: PageContent): boolean =>
  content.images.length > 0 &&
  content.glyphs.flags.some((flags) => (flags & GLYPH.invisible) !== 0) &&
  !visibleGlyphs(content, { keepInvisible: false }).glyphs.some((glyph) =>
    LETTER.test(content.glyphs.text[glyph] ?? ""),
  );

const LETTER = /[\p{L}\p{N}]/u;

function hasUsableText(content: PageContent): boolean {
  const { glyphs, unmappedShare } = visibleGlyphs(content, { keepInvisible: false });
  let letters = 0;
  for (const glyph of glyphs) {
    letters += LETTER.test(content.glyphs.text[glyph] ?? "") ? 1 : 0;
    if (letters >= FEWEST_LETTERS) {
      return unmappedShare <= MOST_UNMAPPED;
    }
  }
  return false;
}

type Images = Pick<PageContent, "images" | "widthPt" | "heightPt">;

const isMostlyImage = (page: Images): boolean => page.images.length > 0 && coverageOf(page) > MOST_IMAGE;

/** The number of rows, and of columns, of sampled points of the page. */
const SAMPLES = 50;

/** Returns the share of the page that images cover; scans are often many images side by side. */
function coverageOf({ images, widthPt, heightPt }: Images): number {
  let covered = 0;
  for (let row = 0; row < SAMPLES; row++) {
    const y = ((row + 0.5) / SAMPLES) * heightPt;
    const inRow = images.filter(({ yMin, yMax }) => yMin <= y && y <= yMax);
    covered += inRow.length === 0 ? 0 : samplesIn(inRow, widthPt);
  }
  return covered / SAMPLES ** 2;
}

function samplesIn(boxes: readonly Box[], widthPt: number): number {
  let covered = 0;
  for (let column = 0; column < SAMPLES; column++) {
    const x = ((column + 0.5) / SAMPLES) * widthPt;
    covered += boxes.some(({ xMin, xMax }) => xMin <= x && x <= xMax) ? 1 : 0;
  }
  return covered;
}
