import { type Item, joinedItem, middleX } from "./items.ts";
import { textOf } from "./pieces.ts";
import { accentOf } from "./signs.ts";

/** The greatest height of the ink of an accent, in ems, and its greatest distance from what it stands over. */
const FLAT_EM = 0.36;
const REACH_EM = 0.3;

/** Returns items with accents put over the letters that they stand over. */
export function withAccents(items: readonly Item[]): Item[] {
  let result = [...items];
  for (const accent of items) {
    if (accentOf(textOf(accent), false) === undefined) {
      continue;
    }
    const base = baseOf(accent, result);
    if (base !== undefined) {
      result = [...result.filter((item) => item !== accent && item !== base), accented(accent, base)];
    }
  }
  return result;
}

function baseOf(accent: Item, items: readonly Item[]): Item | undefined {
  const { ink } = accent;
  const isWithin = (item: Item): boolean => {
    const distance = item.ink.yMin - ink.yMax;
    return (
      item !== accent &&
      item.role === "ordinary" &&
      distance > -0.12 * item.sizePt &&
      distance < REACH_EM * item.sizePt &&
      ink.yMax - ink.yMin < FLAT_EM * item.sizePt &&
      item.baselineY - ink.yMax > 0.3 * item.sizePt &&
      accent.sizePt > 0.9 * item.sizePt &&
      middleX(accent) > item.ink.xMin - 0.1 * item.sizePt &&
      middleX(accent) < item.ink.xMax + 0.15 * item.sizePt
    );
  };
  const candidates = items.filter(isWithin);
  return candidates.length === 1 ? candidates[0] : undefined;
}

function accented(accent: Item, base: Item): Item {
  const isOverAll = accent.ink.xMax - accent.ink.xMin > 0.8 * base.sizePt;
  const { baselineY, sizePt, isOnBaseline } = base;
  return {
    ...joinedItem([base, accent], { kind: "accent", accent: textOf(accent), isWide: isOverAll, base: base.node }),
    xMin: base.xMin,
    xMax: base.xMax,
    baselineY,
    sizePt,
    isOnBaseline,
  };
}
