import type { Box, Glyphs, Ink, PageContent } from "../content.ts";
import { type Rotation, rotationOf, turning } from "./turning.ts";

/** Returns the rotation of most glyphs of a page; 0 where no rotation has more than half of them. */
export function rotationOfPage({ count, angleDegrees, flags }: Glyphs): Rotation {
  const counts = { 0: 0, 90: 0, 180: 0, 270: 0 };
  for (let glyph = 0; glyph < count; glyph++) {
    if ((flags[glyph] ?? 0) === 0) {
      counts[rotationOf(angleDegrees[glyph] ?? 0)]++;
    }
  }
  const rest = counts[0] + counts[90] + counts[180] + counts[270];
  return ([90, 180, 270] as const).find((rotation) => counts[rotation] > rest / 2) ?? 0;
}

/** Turns a page so that text of `rotation` is upright: all later steps then read from left to right and downward. */
export function turnedPage(page: PageContent, rotation: Rotation): PageContent {
  if (rotation === 0) {
    return page;
  }
  const turn = turning(page, rotation);
  const isSideways = rotation !== 180;
  const turned = <Item extends Box>(item: Item): Item => ({ ...item, ...turn(item) });
  return {
    ...page,
    widthPt: isSideways ? page.heightPt : page.widthPt,
    heightPt: isSideways ? page.widthPt : page.heightPt,
    glyphs: turnedGlyphs(page.glyphs, { turn, rotation }),
    rules: page.rules.map(turned),
    shapes: page.shapes.map(turned),
    images: page.images.map(turned),
    links: page.links.map(turned),
  };
}

function turnedGlyphs(
  glyphs: Glyphs,
  { turn, rotation }: { readonly turn: (box: Box) => Box; readonly rotation: Rotation },
): Glyphs {
  const { count } = glyphs;
  const empty = (): Float32Array => new Float32Array(count);
  const [xMin, yMin, xMax, yMax, originX, originY] = [empty(), empty(), empty(), empty(), empty(), empty()];
  const angleDegrees = new Uint16Array(count);
  for (let glyph = 0; glyph < count; glyph++) {
    const box = turn({
      xMin: glyphs.xMin[glyph] ?? 0,
      yMin: glyphs.yMin[glyph] ?? 0,
      xMax: glyphs.xMax[glyph] ?? 0,
      yMax: glyphs.yMax[glyph] ?? 0,
    });
    const x = glyphs.originX[glyph] ?? 0;
    const y = glyphs.originY[glyph] ?? 0;
    const origin = turn({ xMin: x, yMin: y, xMax: x, yMax: y });
    xMin[glyph] = box.xMin;
    yMin[glyph] = box.yMin;
    xMax[glyph] = box.xMax;
    yMax[glyph] = box.yMax;
    originX[glyph] = origin.xMin;
    originY[glyph] = origin.yMin;
    angleDegrees[glyph] = ((glyphs.angleDegrees[glyph] ?? 0) + 360 - rotation) % 360;
  }
  const ink = glyphs.ink && turnedInk(glyphs.ink, turn);
  return { ...glyphs, xMin, yMin, xMax, yMax, originX, originY, angleDegrees, ...(ink !== undefined && { ink }) };
}

function turnedInk(ink: Ink, turn: (box: Box) => Box): Ink {
  const turned = { xMin: ink.xMin.slice(), yMin: ink.yMin.slice(), xMax: ink.xMax.slice(), yMax: ink.yMax.slice() };
  for (let glyph = 0; glyph < turned.xMin.length; glyph++) {
    const box = turn({
      xMin: ink.xMin[glyph] ?? 0,
      yMin: ink.yMin[glyph] ?? 0,
      xMax: ink.xMax[glyph] ?? 0,
      yMax: ink.yMax[glyph] ?? 0,
    });
    turned.xMin[glyph] = box.xMin;
    turned.yMin[glyph] = box.yMin;
    turned.xMax[glyph] = box.xMax;
    turned.yMax[glyph] = box.yMax;
  }
  return turned;
}
