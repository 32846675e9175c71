import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { GreyImage, PixelBox } from "@quire/scan";

/*
 * Pages of text that ImageMagick draws, with the places of its words as ImageMagick measures them: it has no part in
 * any engine here.
 */

interface DrawnLine {
  readonly text: string;
  readonly leftPx: number;
  readonly baselinePx: number;
  readonly sizePx: number;
}

export interface PageDrawing {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly lines: readonly DrawnLine[];
  /** Settings and operators of ImageMagick that are applied to the drawn page. */
  readonly finish?: readonly string[];
}

export interface PlacedWord {
  readonly text: string;
  readonly box: PixelBox;
}

const FONT = "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf";

/** Draws the page into a file, in the format of the file name's extension. */
export async function drawPageTo(path: string, drawing: PageDrawing): Promise<string> {
  await convert([
    ...canvas(drawing),
    ...drawing.lines.flatMap(annotate),
    "-depth",
    "8",
    ...(drawing.finish ?? []),
    path,
  ]);
  return path;
}

export async function drawPage(drawing: PageDrawing): Promise<GreyImage> {
  const lines = drawing.lines.flatMap(annotate);
  const { widthPx, heightPx } = drawing;
  const pixels = await convert([...canvas(drawing), ...lines, ...(drawing.finish ?? []), "-depth", "8", "gray:-"]);
  return { widthPx, heightPx, pixels };
}

/** Returns the words of a drawing in their order, with the boxes of their ink. */
export async function placedWords(drawing: PageDrawing): Promise<PlacedWord[]> {
  const words = drawing.lines.flatMap((line) => {
    const texts = line.text.split(" ");
    return texts.map((text, index) => ({
      text,
      // The text before the word is drawn over in white, except for traces of its edges.
      shown: annotate({ ...line, text: texts.slice(0, index + 1).join(" ") }),
      hidden: annotate({ ...line, text: texts.slice(0, index).join(" ") }),
    }));
  });
  const pictures = words.flatMap(({ shown, hidden }) => {
    const left = ["-fill", "white", ...hidden, "-threshold", "50%", "-trim"];
    return ["(", ...canvas(drawing), ...shown, ...left, ")"];
  });
  const reported = await convert([...pictures, "-format", "%X %Y %w %h\n", "info:-"]);
  const places = reported.toString().trim().split("\n");
  return words.map(({ text }, index) => {
    const [xMin = 0, yMin = 0, widthPx = 0, heightPx = 0] = (places[index] ?? "").split(" ").map(Number);
    return { text, box: { xMin, yMin, xMax: xMin + widthPx, yMax: yMin + heightPx } };
  });
}

/** Returns the words of a drawing in their order. */
export const wordsOfDrawing = ({ lines }: PageDrawing): string[] => lines.flatMap(({ text }) => text.split(" "));

export async function convert(options: readonly string[]): Promise<Buffer> {
  const { stdout } = await promisify(execFile)("convert", options, { encoding: "buffer", maxBuffer: 2 ** 28 });
  return stdout;
}

const canvas = ({ widthPx, heightPx }: PageDrawing): string[] =>
  `-size ${widthPx}x${heightPx} xc:white -colorspace Gray -fill black -font ${FONT}`.split(" ");

const annotate = ({ text, leftPx, baselinePx, sizePx }: DrawnLine): string[] =>
  text === "" ? [] : ["-pointsize", `${sizePx}`, "-annotate", `+${leftPx}+${baselinePx}`, text];
