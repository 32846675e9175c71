import type { Box, ImagePlace, Shape } from "../../content.ts";
import { boxAround } from "../../geometry/boxes.ts";
import { contentOf, isNode, type TagNode } from "../tree/tag-tree.ts";
import { linesOfContent, type TaggedLine } from "./lines-of-content.ts";
import { linesOfParts, type Part, type TagReading } from "./parts.ts";

/**
 * Makes a figure with its alternative text and its caption. Text that is drawn in it is left out where there is
 * alternative text, and otherwise follows it.
 */
export function figureOf(node: TagNode, { pages, partsOf }: TagReading): Part[] {
  const captions = node.children.filter((child) => isNode(child) && child.kind === "caption");
  const rest = node.children.filter((child) => !captions.includes(child));
  const caption = captions.flatMap((child) => linesOfParts(partsOf(isNode(child) ? child.children : [])));
  const alt = node.element.alt ?? node.element.actualText;
  const drawn = rest.flatMap((child) => [...contentOf(child)]);
  const images = drawn.flatMap(({ page, markedContentId }) => {
    const content = pages.get(page)?.content;
    const isOwn = (place: ImagePlace | Shape): boolean => place.markedContentId === markedContentId;
    return content === undefined
      ? []
      : [
          ...content.images.filter(isOwn).map((place) => ({ page, place, image: place.index })),
          ...content.shapes.filter(isOwn).map((place) => ({ page, place, image: undefined })),
        ];
  });
  const within = partsOf(rest);
  const [first] = images.toSorted((a, b) => areaOf(b.place) - areaOf(a.place));
  const page = first?.page ?? drawn.find((content) => pages.has(content.page))?.page;
  const isSaid = alt !== undefined && alt.trim() !== "";
  if (page === undefined || (first === undefined && !isSaid && within.length === 0)) {
    return caption.length === 0 ? [] : [{ kind: "text", lines: caption, heading: undefined, isCode: false }];
  }
  const lines = linesOfContent(drawn, pages).filter((line) => line.page === page);
  const box = first === undefined ? placeOf(lines) : boxOf(first.place);
  const figure: Part = { kind: "figure", page, box, image: first?.image, alt, caption };
  return isSaid ? [figure] : [figure, ...within];
}

const placeOf = (lines: readonly TaggedLine[]): Box =>
  lines.length === 0 ? { xMin: 0, yMin: 0, xMax: 0, yMax: 0 } : boxAround(lines.map(({ line }) => line));

const boxOf = ({ xMin, yMin, xMax, yMax }: Box): Box => ({ xMin, yMin, xMax, yMax });
const areaOf = ({ xMin, yMin, xMax, yMax }: Box): number => (xMax - xMin) * (yMax - yMin);
