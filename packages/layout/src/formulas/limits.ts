import type { Box } from "../content.ts";
import { boxAround } from "../geometry/boxes.ts";
import { gridOf } from "./grid.ts";
import { type Item, joinedItem, middleX, type ReadItems } from "./items.ts";
import type { FormulaNode } from "./nodes.ts";
import { textOf } from "./pieces.ts";
import { takesLimits } from "./signs.ts";

/* What is set above and below a sign: the limits of sums, and words over relations. */

/** The greatest distance of a limit from its sign, and of a word from a relation, in ems. */
const LIMIT_EM = 0.55;
const OVER_RELATION_EM = 0.3;
/** The gap within a limit that is never too wide, and the widest, in ems of the sign. */
const NEAR_EM = 0.14;
const WIDE_EM = 0.45;
/** The greatest distance between the middles of a sign and its limit, in ems. */
const OFF_MIDDLE_EM = 0.35;
const SMALLER = 0.86;

/** Returns items with limits put to their signs; undefined where they cannot be read. */
export function withLimits(items: readonly Item[], read: ReadItems): Item[] | undefined {
  let result: Item[] | undefined = [...items];
  for (const sign of items) {
    const isLarge = sign.role === "large" || (sign.node.kind === "word" && takesLimits(textOf(sign)));
    if ((isLarge || sign.role === "relation") && sign.node.kind !== "stack") {
      result = result && withOwnLimits(result, { sign, isLarge, read });
    }
  }
  return result;
}

function withOwnLimits(
  items: readonly Item[],
  { sign, isLarge, read }: { readonly sign: Item; readonly isLarge: boolean; readonly read: ReadItems },
): Item[] | undefined {
  const reach = (isLarge ? LIMIT_EM : OVER_RELATION_EM) * sign.sizePt;
  const below = limitAt(items, { sign, distanceOf: ({ yMin }) => yMin - sign.ink.yMax, reach });
  const above = limitAt(items, { sign, distanceOf: ({ yMax }) => sign.ink.yMin - yMax, reach });
  if (below.length === 0 && above.length === 0) {
    return [...items];
  }
  const [under, over] = [below, above].map((own) => (own.length === 0 ? undefined : readLimit(own, read)));
  if ((below.length > 0 && under === undefined) || (above.length > 0 && over === undefined)) {
    return undefined;
  }
  const used = new Set([sign, ...below, ...above]);
  const node: FormulaNode = { kind: "stack", base: sign.node, under, over };
  const { baselineY, sizePt, isOnBaseline, role } = sign;
  const axisY = isOnBaseline ? {} : { axisY: (sign.ink.yMin + sign.ink.yMax) / 2 };
  return [
    ...items.filter((item) => !used.has(item)),
    joinedItem([...used], node, { baselineY, sizePt, isOnBaseline, role, ...axisY }),
  ];
}

const readLimit = (items: readonly Item[], read: ReadItems): FormulaNode | undefined =>
  (gridOf(items, read) ?? read(items))?.node;

function limitAt(
  items: readonly Item[],
  {
    sign,
    distanceOf,
    reach,
  }: { readonly sign: Item; readonly distanceOf: (box: Box) => number; readonly reach: number },
): Item[] {
  const small = items.filter(
    (item) => item !== sign && item.sizePt < SMALLER * sign.sizePt && distanceOf(item.ink) > -0.06 * sign.sizePt,
  );
  const near = small
    .filter((item) => distanceOf(item.ink) < reach)
    .toSorted((a, b) => Math.abs(middleX(a) - middleX(sign)) - Math.abs(middleX(b) - middleX(sign)));
  const first = near.find(
    ({ ink }) => ink.xMin < sign.ink.xMax + 0.2 * sign.sizePt && ink.xMax > sign.ink.xMin - 0.2 * sign.sizePt,
  );
  if (first === undefined) {
    return [];
  }
  const limit = grown(first, small, { sign, reach: reach * 3, distanceOf });
  return Math.abs(middleOf(limit) - middleX(sign)) < OFF_MIDDLE_EM * sign.sizePt ? limit : [];
}

const middleOf = (items: readonly Item[]): number => {
  const { xMin, xMax } = boxAround(items.map(({ ink }) => ink));
  return (xMin + xMax) / 2;
};

/** Adds the neighbours of an item that touch it, and those further off that bring the whole nearer to the middle. */
function grown(
  first: Item,
  candidates: readonly Item[],
  {
    sign,
    reach,
    distanceOf,
  }: { readonly sign: Item; readonly reach: number; readonly distanceOf: (box: Box) => number },
): Item[] {
  const limit = [first];
  const rest = candidates.filter((item) => item !== first && distanceOf(item.ink) < reach);
  let { xMin, xMax, yMin, yMax } = first.ink;
  for (let isGrowing = true; isGrowing; ) {
    isGrowing = false;
    for (const [index, item] of rest.entries()) {
      const gap = Math.max(item.ink.xMin - xMax, xMin - item.ink.xMax);
      const drop = Math.max(item.ink.yMin - yMax, yMin - item.ink.yMax);
      const off = Math.abs((xMin + xMax) / 2 - middleX(sign));
      const offAfter = Math.abs((Math.min(xMin, item.ink.xMin) + Math.max(xMax, item.ink.xMax)) / 2 - middleX(sign));
      const isNear = gap < NEAR_EM * sign.sizePt || (gap < WIDE_EM * sign.sizePt && offAfter < off);
      if (isNear && drop < 0.3 * sign.sizePt) {
        limit.push(item);
        rest.splice(index, 1);
        xMin = Math.min(xMin, item.ink.xMin);
        xMax = Math.max(xMax, item.ink.xMax);
        yMin = Math.min(yMin, item.ink.yMin);
        yMax = Math.max(yMax, item.ink.yMax);
        isGrowing = true;
        break;
      }
    }
  }
  return limit;
}
