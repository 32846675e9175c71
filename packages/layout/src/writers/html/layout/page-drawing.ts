import type { Box, ImagePlace, PageContent, Rule, Shape } from "../../../content.ts";
import type { PageLines } from "../../../words.ts";
import type { ImageUrl } from "../../common/images.ts";
import { attributes } from "../escape-html.ts";
import { DATA_IMAGE } from "../options.ts";
import { lineElement } from "./line-element.ts";
import { boxAttributes, colorValue, isLight, rounded } from "./values.ts";

/**
 * The greatest numbers of shapes and of rules that are drawn; a page that a mapping program made has more than anyone
 * reads.
 */
const MAX_SHAPES = 5000;

/** Returns the drawing of a page, from back to front: fields, lines, images, text. */
export function pageDrawing({ content, lines }: PageLines, imageUrl: ImageUrl | undefined): string {
  const width = rounded(content.widthPt);
  const height = rounded(content.heightPt);
  const frame = {
    width: `${width}pt`,
    height: `${height}pt`,
    viewBox: `0 0 ${width} ${height}`,
    "font-family": "sans-serif",
  };
  const images = content.images.map((image) => imageElement(image, { page: content.page, imageUrl }));
  const back = backgrounds(content, imageUrl);
  const elements = [
    `<rect${attributes({ width, height, fill: "#ffffff", stroke: "#cccccc", "stroke-width": 0.5 })}/>`,
    ...content.shapes.filter(isDrawn).slice(0, MAX_SHAPES).map(shapeElement),
    ...content.rules.slice(0, MAX_SHAPES).map(ruleElement),
    ...images.filter((image) => image !== ""),
    ...lines.map((line) => lineElement(line, { links: content.links, isOnDark: (box) => isWithin(box, back) })),
  ];
  return `<svg${attributes(frame)}>\n${elements.join("\n")}\n</svg>`;
}

/** Returns whether a shape is drawn: of other shapes than rectangles only the box is known. */
const isDrawn = ({ isRectangle }: Shape): boolean => isRectangle;

const shapeElement = (shape: Shape): string =>
  `<rect${attributes({
    ...boxAttributes(shape),
    fill: shape.fill === undefined ? "none" : colorValue(shape.fill),
    stroke: shape.stroke === undefined ? undefined : colorValue(shape.stroke),
    "stroke-width": shape.stroke === undefined ? undefined : 0.5,
  })}/>`;

const ruleElement = ({ xMin, yMin, xMax, yMax, thicknessPt, color }: Rule): string => {
  const isLevel = xMax - xMin >= yMax - yMin;
  const middle = rounded(isLevel ? (yMin + yMax) / 2 : (xMin + xMax) / 2);
  const ends = isLevel
    ? { x1: rounded(xMin), y1: middle, x2: rounded(xMax), y2: middle }
    : { x1: middle, y1: rounded(yMin), x2: middle, y2: rounded(yMax) };
  return `<line${attributes({ ...ends, stroke: colorValue(color), "stroke-width": Math.max(0.25, rounded(thicknessPt)) })}/>`;
};

interface ImageOptions {
  readonly page: number;
  readonly imageUrl: ImageUrl | undefined;
}

function imageElement(image: ImagePlace, { page, imageUrl }: ImageOptions): string {
  const href = imageUrl?.({ page, image: image.index });
  return href === undefined || !DATA_IMAGE.test(href)
    ? ""
    : `<image${attributes({ ...boxAttributes(image), href, preserveAspectRatio: "none" })}/>`;
}

/** Returns the boxes on which light type can be read. */
const backgrounds = (content: PageContent, imageUrl: ImageUrl | undefined): readonly Box[] => [
  ...content.shapes
    .filter((shape) => shape.isRectangle && shape.fill !== undefined && !isLight(shape.fill))
    .slice(0, 200),
  ...(imageUrl === undefined ? [] : content.images.slice(0, 50)),
];

const isWithin = (box: Box, backs: readonly Box[]): boolean => {
  const x = (box.xMin + box.xMax) / 2;
  const y = (box.yMin + box.yMax) / 2;
  return backs.some(({ xMin, yMin, xMax, yMax }) => x >= xMin && x <= xMax && y >= yMin && y <= yMax);
};
