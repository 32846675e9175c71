import type { ExtractedImage } from "../../src/engines/images/port.ts";
import { MAX_PIXELS } from "./extract.ts";
import { digestOfFile, digestOfPlane, distance, inverse, planesOf, shrunk } from "./planes.ts";
import type { PopplerImage } from "./poppler.ts";

/** The images that one program has and the other has not. */
export interface Difference {
  /** Poppler's images that are not among ours, each once. */
  readonly missing: readonly string[];
  /** Our images that Poppler does not have. */
  readonly extra: readonly string[];
}

/**
 * Compares sets of pictures; Poppler has an image once for each time that it is drawn. Files of JPEG and JPEG 2000 are
 * compared by their bytes, others by their pixels, those of more than `MAX_PIXELS` not at all. Poppler's masks are
 * alpha channels or masks of ours.
 */
export async function compareImages(
  ours: readonly ExtractedImage[],
  theirs: readonly PopplerImage[],
): Promise<Difference> {
  const pictures = await Promise.all(ours.map(ourPicture));
  const missing: string[] = [];
  const seen = new Set<string>();
  for (const image of theirs) {
    const digests = await digestsOf(image);
    if (digests.every((digest) => seen.has(digest))) {
      continue;
    }
    for (const digest of digests) {
      seen.add(digest);
    }
    const found = pictures.filter((picture) => digests.some((digest) => picture.digests.includes(digest)));
    const enlarged = found.length > 0 ? [] : await enlargedOf(image, pictures);
    for (const picture of [...found, ...enlarged]) {
      picture.isFound = true;
    }
    if (found.length + enlarged.length === 0) {
      missing.push(
        `page ${image.page}, object ${image.object}, ${image.type} ${image.colourSpace} ${image.encoding}: ${await nearestOf(image, pictures)}`,
      );
    }
  }
  const extra = pictures.filter(({ isFound }) => !isFound).map(({ image }) => named(image));
  return { missing, extra };
}

const named = ({ page, number, role, widthPx, heightPx }: ExtractedImage): string =>
  `page ${page}, ${role} ${number}, ${widthPx} x ${heightPx}`;

interface OurPicture {
  readonly image: ExtractedImage;
  /** The digest of the file, or those of the planes of a PNG file. */
  readonly digests: readonly string[];
  isFound: boolean;
}

async function ourPicture(image: ExtractedImage): Promise<OurPicture> {
  const isPng = image.extension === "png";
  const digests = isPng ? (await planesOf(image.path)).map(digestOfPlane) : [await digestOfFile(image.path)];
  return { image, digests, isFound: false };
}

async function digestsOf({ original, png, type, pixels }: PopplerImage): Promise<string[]> {
  if (pixels > MAX_PIXELS) {
    return [];
  }
  const isKept = original !== undefined && /\.(?:jpg|jp2)$/.test(original);
  const ofFile = isKept ? [await digestOfFile(original)] : [];
  const planes = png === undefined ? [] : await planesOf(png);
  // Poppler ignores the Decode array of stencil masks, and inverts some of them.
  const inverses = type === "stencil" || type === "mask" ? planes.map(inverse) : [];
  return [...ofFile, ...[...planes, ...inverses].map(digestOfPlane)];
}

/** Returns our pictures that were enlarged, as their mask is larger, and looked like this one before. */
async function enlargedOf({ png }: PopplerImage, pictures: readonly OurPicture[]): Promise<OurPicture[]> {
  const [theirs] = png === undefined ? [] : await planesOf(png);
  const found: OurPicture[] = [];
  for (const picture of theirs ? pictures : []) {
    const { extension, widthPx, heightPx, path } = picture.image;
    if (theirs && extension === "png" && widthPx * heightPx > theirs.widthPx * theirs.heightPx) {
      const planes = await planesOf(path);
      if (planes.length > 1 && planes.some((plane) => distance(shrunk(plane, theirs), theirs) === 0)) {
        found.push(picture);
      }
    }
  }
  return found;
}

/** Returns the distance to the most similar of our pictures, for people. */
async function nearestOf({ png }: PopplerImage, pictures: readonly OurPicture[]): Promise<string> {
  const [theirs] = png === undefined ? [] : await planesOf(png);
  let nearest = Number.POSITIVE_INFINITY;
  for (const { image } of theirs ? pictures.filter(({ image: { extension } }) => extension === "png") : []) {
    for (const plane of theirs ? await planesOf(image.path) : []) {
      nearest = Math.min(nearest, theirs ? distance(plane, theirs) : nearest);
    }
  }
  return Number.isFinite(nearest) ? `at most ${nearest} of 255 apart` : "nothing of its size";
}
