import type { PageLines } from "../../../words.ts";
import { linesInRows } from "../../text/layout-text.ts";
import { attributes } from "../escape-html.ts";
import { DATA_IMAGE } from "../options.ts";
import { paintedLine } from "./painted-line.ts";
import type { PagePainting, PaintedOutline } from "./painting.ts";
import { boxAttributes, paintAttributes, rounded, significant } from "./values.ts";

/**
 * Returns the drawing of a page as it is painted, from back to front: the picture of what is not text, the text in the
 * fonts of the page, in the order in which it is written as text, and the glyphs that are no text.
 */
export function paintedDrawing(page: PageLines, painting: PagePainting): string {
  const { content } = page;
  const width = rounded(content.widthPt);
  const height = rounded(content.heightPt);
  const frame = {
    width: `${width}pt`,
    height: `${height}pt`,
    viewBox: `0 0 ${width} ${height}`,
    "font-family": "sans-serif",
    "text-rendering": "geometricPrecision",
    // The miter limit of PDF (ISO 32000-2, table 51); that of drawings is 4.
    "stroke-miterlimit": 10,
  };
  const elements = [
    `<rect${attributes({ width, height, fill: "#ffffff" })}/>`,
    ...backgroundOf(painting),
    ...linesInRows(page).map((line) => paintedLine(line, content.links, painting)),
    ...painting.outlines.map(outlineElement),
  ];
  return `<svg${attributes(frame)}>\n${elements.join("\n")}\n</svg>`;
}

function backgroundOf({ background }: PagePainting): string[] {
  return background === undefined || !DATA_IMAGE.test(background.url)
    ? []
    : [
        `<image${attributes({ ...boxAttributes(background.box), href: background.url, preserveAspectRatio: "none" })}/>`,
      ];
}

function outlineElement({ path, matrix, sizePt, paint }: PaintedOutline): string {
  const stroke = paint.stroke && { ...paint.stroke, widthPt: paint.stroke.widthPt / sizePt };
  const transform = `matrix(${matrix.map(significant).join(" ")})`;
  return `<path${attributes({ d: path, transform, ...paintAttributes({ ...paint, stroke }) })}/>`;
}
