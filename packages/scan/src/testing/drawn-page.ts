import { execFileSync } from "node:child_process";
import type { GreyImage } from "../grey-image.ts";
import { readPgm, writePgm } from "../pgm.ts";

/** The lines of prose that every test page is made of. */
export const prose = [
  "The harbour was quiet when the first boats came back from the",
  "northern grounds, and the people on the quay counted them one",
  "after another until the last sail had passed the lighthouse.",
  "Nobody spoke of the storm that had kept them out for two days;",
  "there was fish to be carried, and ice to be brought, and a long",
  "evening ahead in which all that had happened could be told.",
  "By seven the nets were hung to dry, the decks had been washed,",
  "and the smoke of forty chimneys stood straight up in the air.",
];

/** Draws a Letter page of text in Helvetica with poppler. `sizePt` is the size of its letters. */
export function drawnPage(
  lines: readonly string[],
  options: { readonly dpi: number; readonly sizePt?: number; readonly content?: string },
): GreyImage {
  const { dpi, sizePt = 12, content = "" } = options;
  const escaped = lines.map((line) => `(${line.replace(/[\\()]/g, "\\$&")}) Tj T*`).join("\n");
  const stream = `${content}\nBT /F1 ${sizePt} Tf ${1.5 * sizePt} TL 72 700 Td\n${escaped}\nET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  ];
  let pdf = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = pdf.length;
    pdf += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const xref = pdf.length;
  pdf += `xref\n0 6\n0000000000 65535 f \n${offsets.join("")}trailer << /Size 6 /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`;
  return readPgm(run("pdftoppm", ["-gray", "-r", String(dpi)], Buffer.from(pdf, "latin1")));
}

/** Converts `image` with ImageMagick by `operations`, such as `-rotate 3`. */
export function converted(image: GreyImage, operations: readonly string[]): GreyImage {
  const given = ["-background", "white", "pgm:-", "-depth", "8", ...operations, "-colorspace", "gray", "-depth", "8"];
  return readPgm(run("convert", [...given, "pgm:-"], writePgm(image)));
}

/**
 * Returns the mean difference between the pixels of two pictures of one size, in grey levels.
 * @throws Error when their sizes differ.
 */
export function differenceOf(a: GreyImage, b: GreyImage): number {
  if (a.widthPx !== b.widthPx || a.heightPx !== b.heightPx) {
    throw new Error(`${a.widthPx} x ${a.heightPx} against ${b.widthPx} x ${b.heightPx} pixels`);
  }
  let sum = 0;
  for (let at = 0; at < a.pixels.length; at++) {
    sum += Math.abs(a.pixels[at]! - b.pixels[at]!);
  }
  return sum / a.pixels.length;
}

function run(program: string, args: readonly string[], input: Uint8Array): Uint8Array {
  return new Uint8Array(execFileSync(program, args, { input, maxBuffer: 1 << 28, stdio: ["pipe", "pipe", "ignore"] }));
}
