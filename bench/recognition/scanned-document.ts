import sharp from "sharp";
import { PdfDraft } from "../documents/pdf-draft.ts";

const DPI = 200;
const POINTS_PER_INCH = 72;

/**
 * Returns a PDF with one image of 200 dpi on each page, as scanners write it; the images are repeated up to `pages`.
 */
export async function scannedDocument(images: readonly string[], pages: number = images.length): Promise<Buffer> {
  const draft = new PdfDraft();
  const tree = draft.reserve();
  const scans = await Promise.all(images.map((image) => addScan(draft, image)));
  const numbers = Array.from({ length: pages }, (_, index) => {
    const { box, content, picture } = scans[index % scans.length] as Scan;
    return draft.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${box}] /Contents ${content} 0 R ` +
        `/Resources << /XObject << /I ${picture} 0 R >> >> >>`,
    );
  });
  const kids = numbers.map((page) => `${page} 0 R`).join(" ");
  draft.set(tree, `<< /Type /Pages /Count ${numbers.length} /Kids [${kids}] >>`);
  return draft.bytes(draft.add(`<< /Type /Catalog /Pages ${tree} 0 R >>`));
}

interface Scan {
  /** The width and the height in points. */
  readonly box: string;
  /** The numbers of the objects. */
  readonly content: number;
  readonly picture: number;
}

async function addScan(draft: PdfDraft, image: string): Promise<Scan> {
  // Unless it is set, sharp writes grey as three colours.
  const jpeg = sharp(image).toColourspace("b-w").jpeg({ quality: 85 });
  const { data, info } = await jpeg.toBuffer({ resolveWithObject: true });
  const [widthPt, heightPt] = [info.width, info.height].map((pixels) => (pixels * POINTS_PER_INCH) / DPI);
  const picture = draft.stream(
    `/Type /XObject /Subtype /Image /Width ${info.width} /Height ${info.height} /ColorSpace /DeviceGray ` +
      "/BitsPerComponent 8 /Filter /DCTDecode",
    data.toString("latin1"),
  );
  const content = draft.stream("", `${widthPt} 0 0 ${heightPt} 0 0 cm /I Do`);
  return { box: `${widthPt} ${heightPt}`, content, picture };
}
