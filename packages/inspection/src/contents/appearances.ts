import {
  type Bounds,
  type CosValue,
  Dict,
  type Page,
  type Rectangle,
  Ref,
  rectangleOf,
  resolve,
  Stream,
} from "@quire/cos";
import { type ContentItem, nestedContent } from "./content-items.ts";
import { IDENTITY, type Matrix, matrixOf, product } from "./matrix.ts";

/** The flags of annotations that no one sees (ISO 32000-2, table 167): Hidden. */
const HIDDEN = 2;

/** Returns the normal appearances of a page's annotations, in the state that they are in (12.5.5). */
export function appearancesOf(page: Page, bounds: Bounds): ContentItem[] {
  const items: ContentItem[] = [];
  for (const element of page.dict.array("Annots") ?? []) {
    bounds.step();
    const annotation = resolve(element);
    if (annotation instanceof Dict && ((annotation.integer("F") ?? 0) & HIDDEN) === 0) {
      const content = nestedContent(normalAppearance(annotation), page.resources);
      if (content !== undefined) {
        const matrix = placement(content.stream.dict, rectangleOf(annotation.get("Rect")));
        items.push({ kind: "content", content, matrix });
      }
    }
  }
  return items;
}

function normalAppearance(annotation: Dict): CosValue {
  const raw = annotation.dict("AP")?.raw("N") ?? null;
  const value = raw instanceof Ref ? raw.value : raw;
  return value instanceof Dict && !(value instanceof Stream) ? (value.raw(annotation.name("AS") ?? "") ?? null) : raw;
}

/** Returns the transformation that brings the form's box to the annotation's rectangle (12.5.5, algorithm 8). */
function placement(form: Dict, rect: Rectangle | undefined): Matrix {
  const own = matrixOf(form.array("Matrix")) ?? IDENTITY;
  const box = rectangleOf(form.get("BBox"));
  if (box === undefined || rect === undefined) {
    return own;
  }
  const xs: number[] = [];
  const ys: number[] = [];
  for (const x of [box.left, box.right]) {
    for (const y of [box.bottom, box.top]) {
      xs.push(own[0] * x + own[2] * y + own[4]);
      ys.push(own[1] * x + own[3] * y + own[5]);
    }
  }
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - bottom];
  if (!(width > 0 && height > 0)) {
    return own;
  }
  const sx = (rect.right - rect.left) / width;
  const sy = (rect.top - rect.bottom) / height;
  return product(own, [sx, 0, 0, sy, rect.left - left * sx, rect.bottom - bottom * sy]);
}
