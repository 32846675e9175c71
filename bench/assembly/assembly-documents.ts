import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { writeTaggedDocument } from "../documents/cos-documents.ts";
import { ObjectFile } from "../documents/object-file.ts";
import { seededRandom } from "../measuring/random.ts";

/** The number of documents of a set. */
export const SET_LENGTH = 50;

/**
 * The three sets of documents of about 1 MB each, the same bytes each time. They have nothing that another program
 * leaves out when it merges: no outline, no structure, no form, no links. So all programs do the same work, and their
 * outputs can be compared.
 */
export const SETS = {
  images: (path: string, seed: number) => writeScan(path, { pages: 8, side: 900, seed }),
  text: async (path: string, seed: number) =>
    writeTaggedDocument(path, { pages: 38, linksPerPage: 0, isTagged: false, seed }),
  objects: async (path: string, seed: number) => writeDrawings(path, { pages: 66, seed }),
} as const;

/**
 * Writes a document with structure, outline and links, which the other programs leave out, or keep of the first
 * document only.
 */
export const writeTagged = async (path: string, seed: number): Promise<void> =>
  writeTaggedDocument(path, { pages: 29, seed });

/**
 * Writes the documents of a set.
 * @returns their paths
 */
export async function makeSet(
  directory: string,
  write: (path: string, seed: number) => Promise<void>,
  length = SET_LENGTH,
): Promise<string[]> {
  await mkdir(directory, { recursive: true });
  const paths: string[] = [];
  for (let index = 0; index < length; index += 1) {
    const path = join(directory, `${String(index).padStart(3, "0")}.pdf`);
    await write(path, 1000 + index);
    paths.push(path);
  }
  return paths;
}

/** The attributes and the bytes of the picture that fills a page. */
type PagePicture = readonly [attributes: string, bytes: Buffer];

async function writePictures(
  path: string,
  pages: number,
  pictureOf: (page: number) => PagePicture | Promise<PagePicture>,
): Promise<void> {
  using out = new ObjectFile(path);
  const kids = range(pages).map((page) => `${3 + 3 * page} 0 R`);
  out.object(1, "<< /Type /Catalog /Pages 2 0 R >>");
  out.object(2, `<< /Type /Pages /Count ${pages} /Kids [ ${kids.join(" ")} ] >>`);
  for (const page of range(pages)) {
    const number = 3 + 3 * page;
    out.object(
      number,
      `<< /Type /Page /Parent 2 0 R /MediaBox [ 0 0 595 595 ] /Resources << /XObject << /Im0 ${number + 2} 0 R >> >> /Contents ${number + 1} 0 R >>`,
    );
    out.stream(number + 1, "", Buffer.from("q 595 0 0 595 0 0 cm /Im0 Do Q"));
    const [attributes, bytes] = await pictureOf(page);
    out.stream(number + 2, `/Type /XObject /Subtype /Image /BitsPerComponent 8 ${attributes}`, bytes);
  }
  out.end(1);
}

/** Writes a document whose pages are pictures in colour, as scanners write them. */
export async function writeScan(
  path: string,
  { pages, side, seed }: { pages: number; side: number; seed: number },
): Promise<void> {
  const random = seededRandom(seed);
  const attributes = `/Width ${side} /Height ${side} /ColorSpace /DeviceRGB /Filter /DCTDecode`;
  await writePictures(path, pages, async () => [attributes, await photograph(side, random)]);
}

/** Writes a document of pictures of `side` squared bytes each that cannot be compressed. */
export async function writeRawScan(
  path: string,
  { pages, side, seed }: { pages: number; side: number; seed: number },
): Promise<void> {
  const attributes = `/Width ${side} /Height ${side} /ColorSpace /DeviceGray /Filter /FlateDecode`;
  await writePictures(path, pages, (page) => {
    const start = seed * pages + page;
    const pixels = noise(side).subarray(start, start + side ** 2);
    return [attributes, deflateSync(pixels, { level: 0 })];
  });
}

let madeNoise = Buffer.alloc(0);

/** Returns random bytes, more than `side` squared, so that pictures can begin at different offsets. */
function noise(side: number): Buffer {
  const lengthBytes = 2 * side ** 2;
  if (madeNoise.length !== lengthBytes) {
    const random = seededRandom(side);
    madeNoise = Buffer.from(Uint8Array.from({ length: lengthBytes }, () => random() * 256));
  }
  return madeNoise;
}

/** Returns a JPEG of about a sixth of a byte per pixel. */
async function photograph(side: number, random: () => number): Promise<Buffer> {
  const pixels = Buffer.alloc(side * side * 3);
  const [red, green, blue] = [random(), random(), random()];
  for (let offset = 0; offset < pixels.length; offset += 3) {
    const grey = 120 + 60 * random();
    pixels[offset] = grey * red;
    pixels[offset + 1] = grey * green;
    pixels[offset + 2] = grey * blue;
  }
  const raw = { width: side, height: side, channels: 3 } as const;
  return sharp(pixels, { raw }).jpeg({ quality: 75 }).toBuffer();
}

const OBJECTS_PER_PAGE = 60;

/** Returns the number of the first object of a page of drawings. */
const first = (page: number): number => 3 + page * (2 + OBJECTS_PER_PAGE);

/**
 * Writes a document of many small objects, as drawing programs write them: each page has separate colours, states and
 * forms.
 */
export function writeDrawings(path: string, { pages, seed }: { pages: number; seed: number }): void {
  using out = new ObjectFile(path);
  const random = seededRandom(seed);
  const decimals = (count: number): string =>
    range(count)
      .map(() => random().toFixed(3))
      .join(" ");
  const kids = range(pages).map((page) => `${first(page)} 0 R`);
  out.object(1, "<< /Type /Catalog /Pages 2 0 R >>");
  out.object(2, `<< /Type /Pages /Count ${pages} /Kids [ ${kids.join(" ")} ] >>`);
  for (const page of range(pages)) {
    const number = (index: number): number => first(page) + 2 + index;
    const named = (prefix: string, indices: readonly number[]): string =>
      indices.map((index) => `/${prefix}${index} ${number(index)} 0 R`).join(" ");
    const ofKind = (kind: number): number[] => range(OBJECTS_PER_PAGE).filter((index) => index % 4 === kind);
    const resources =
      `<< /ExtGState << ${named("GS", ofKind(0))} >> /ColorSpace << ${named("CS", ofKind(1))} >> ` +
      `/Pattern << ${named("P", ofKind(2))} >> /XObject << ${named("Fm", ofKind(3))} >> >>`;
    const content = ofKind(3).map((index) => `q 1 0 0 1 ${decimals(2)} cm /GS${index - 3} gs /Fm${index} Do Q`);
    out.object(
      first(page),
      `<< /Type /Page /Parent 2 0 R /MediaBox [ 0 0 842 595 ] /Resources ${resources} /Contents ${first(page) + 1} 0 R >>`,
    );
    out.stream(first(page) + 1, "", Buffer.from(content.join("\n")));
    for (const index of range(OBJECTS_PER_PAGE)) {
      const tint = `<< /FunctionType 2 /Domain [ 0 1 ] /C0 [ ${decimals(4)} ] /C1 [ ${decimals(4)} ] /N 1 >>`;
      switch (index % 4) {
        case 0:
          out.object(
            number(index),
            `<< /Type /ExtGState /ca ${decimals(1)} /CA ${decimals(1)} /LW ${decimals(1)} /SA true >>`,
          );
          break;
        case 1:
          out.object(number(index), `[ /Separation /Spot#20${seed}#20${page}#20${index} /DeviceCMYK ${tint} ]`);
          break;
        case 2:
          out.object(
            number(index),
            `<< /Type /Pattern /PatternType 2 /Matrix [ ${decimals(6)} ] /Shading << /ShadingType 2 /ColorSpace /DeviceCMYK ` +
              `/Coords [ ${decimals(4)} ] /Extend [ true false ] /Function ${tint} >> >>`,
          );
          break;
        default:
          out.stream(
            number(index),
            `/Type /XObject /Subtype /Form /BBox [ 0 0 100 100 ] /Resources << /ExtGState << /GS ${number(index - 3)} 0 R >> /ColorSpace << /CS ${number(index - 2)} 0 R >> >>`,
            Buffer.from(`/GS gs /CS cs ${decimals(1)} scn ${decimals(4)} re f`),
          );
      }
    }
  }
  out.end(1);
}

const range = (length: number): number[] => Array.from({ length }, (_, index) => index);
