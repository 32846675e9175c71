/*
 * Marks every page of documents in one process, one task after another, as an engine process does: each task is a
 * message with files on disk, and is answered with what it cost. Started by `fork`; ends with its parent.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { degrees, type EmbeddedFont, PDF, type PDFPage, rgb } from "@libpdf/core";
import { Bounds, CosDocument, readPageTree, writeDocument } from "../../packages/cos/src/index.ts";
import { writeWatermarked } from "../../packages/watermark/src/index.ts";
import { serviceFonts } from "../../src/engines/fonts/service-fonts.ts";
import { intoFile } from "../measuring/write-all.ts";

export interface WatermarkTask {
  /** The tool; `unmarked` rewrites with our writer, without a mark. */
  readonly tool: "ours" | "unmarked" | "libpdf";
  readonly input: string;
  readonly output: string;
  /** The text of the mark; `#` stands for the number of the page. */
  readonly text: string;
}

export interface WatermarkCost {
  /** The user and system time of all threads of the process. */
  readonly cpuMs: number;
}

const STYLE = { sizePt: 48, opacity: 0.3, gray: 128 } as const;

const fonts = serviceFonts(undefined);
const TOOLS: Readonly<Record<WatermarkTask["tool"], (task: WatermarkTask) => void | Promise<void>>> = {
  ours: markWithOurs,
  unmarked: writeUnmarked,
  libpdf: markWithLibpdf,
};

process.on("message", (task: WatermarkTask) => {
  void work(task).then((cost) => process.send?.(cost));
});

async function work(task: WatermarkTask): Promise<WatermarkCost> {
  const before = process.cpuUsage();
  await TOOLS[task.tool](task);
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1000 };
}

function markWithOurs({ input, output, text }: WatermarkTask): void {
  const bounds = new Bounds();
  const document = open(input, bounds);
  const { pages } = readPageTree(document);
  const watermark = {
    text: (page: number) => text.replace("#", String(page)),
    pages: pages.map(({ index }) => index + 1),
    position: "diagonal",
    opacity: STYLE.opacity,
    sizePt: STYLE.sizePt,
    colour: [STYLE.gray, STYLE.gray, STYLE.gray],
    layer: "over",
    fit: false,
    fonts,
  } as const;
  intoFile(output, (sink) => void writeWatermarked(document, watermark, sink, bounds));
}

function writeUnmarked({ input, output }: WatermarkTask): void {
  const bounds = new Bounds();
  const { trailer, version } = open(input, bounds);
  intoFile(output, (sink) => writeDocument(trailer, sink, { version, objectStreams: Number(version) >= 1.5 }, bounds));
}

function open(input: string, bounds: Bounds): CosDocument {
  const file = readFileSync(input);
  // This is not a Buffer, whose subarrays are slower, and not a copy.
  return CosDocument.open(new Uint8Array(file.buffer, file.byteOffset, file.length), { bounds });
}

async function markWithLibpdf({ input, output, text }: WatermarkTask): Promise<void> {
  const pdf = await PDF.load(new Uint8Array(readFileSync(input)));
  const face = fonts.faceFor("Q");
  if (face === undefined) {
    throw new Error("There is no font for Latin letters.");
  }
  const font = pdf.embedFont(face.read());
  for (const [index, page] of pdf.getPages().entries()) {
    drawAcross(page, text.replace("#", String(index + 1)), font);
  }
  writeFileSync(output, await pdf.save({ subsetFonts: true }));
}

/** Draws the text along the diagonal of an upright page. */
function drawAcross(page: PDFPage, text: string, font: EmbeddedFont): void {
  const angle = Math.atan2(page.height, page.width);
  const half = font.widthOfTextAtSize(text, STYLE.sizePt) / 2;
  const gray = STYLE.gray / 255;
  page.drawText(text, {
    x: page.width / 2 - half * Math.cos(angle),
    y: page.height / 2 - half * Math.sin(angle),
    font,
    size: STYLE.sizePt,
    color: rgb(gray, gray, gray),
    opacity: STYLE.opacity,
    rotate: degrees((angle * 180) / Math.PI),
  });
}
