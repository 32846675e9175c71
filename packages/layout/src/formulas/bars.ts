import type { Rule } from "../content.ts";
import { AXIS_EM, type Item, joinedItem, middleX, type ReadItems } from "./items.ts";
import { textOf } from "./pieces.ts";

/* Bars: of fractions, of roots, over and under letters. */

/** The greatest distance of what stands over or under a bar, in ems, and of what goes on from there. */
const BAR_REACH_EM = 0.6;
const STACK_REACH_EM = 0.22;

/** Returns items with those at bars put together, or undefined where a bar has nothing that it belongs to. */
export function withBars(items: readonly Item[], rules: readonly Rule[], read: ReadItems): Item[] | undefined {
  let result: Item[] | undefined = [...items];
  // A bar within a fraction is shorter than that of the fraction.
  for (const rule of rules.toSorted((a, b) => a.xMax - a.xMin - (b.xMax - b.xMin))) {
    result = result && withBar(result, rule, read);
  }
  return result;
}

function withBar(items: readonly Item[], rule: Rule, read: ReadItems): Item[] | undefined {
  const radical = items.find((item) => isRadicalOf(item, rule));
  const within = items.filter((item) => item !== radical && isOver(item, rule));
  if (radical !== undefined) {
    return withRoot(items, { radical, rule, within, read });
  }
  const above = stackAt(within, rule, -1);
  const below = stackAt(within, rule, 1);
  const used = new Set([...above, ...below]);
  const rest = items.filter((item) => !used.has(item));
  const [over, under] = [read(above), read(below)];
  if (above.length > 0 && below.length > 0) {
    return over && under && [...rest, fractionOf([...above, ...below], { rule, over: over.node, under: under.node })];
  }
  const base = above.length > 0 ? over : under;
  return (
    base && [
      ...rest,
      {
        ...joinedItem([...above, ...below], {
          kind: "line",
          side: above.length > 0 ? "under" : "over",
          base: base.node,
        }),
        baselineY: base.baselineY,
        sizePt: base.sizePt,
        isOnBaseline: base.isOnBaseline,
      },
    ]
  );
}

/** Returns whether the middle of an item is between the ends of a bar. */
const isOver = (item: Item, rule: Rule): boolean => middleX(item) > rule.xMin - 0.5 && middleX(item) < rule.xMax + 0.5;

/** Returns the items that stand right above a bar, for -1, or below it, for 1, and those connected with these. */
function stackAt(items: readonly Item[], rule: Rule, direction: 1 | -1): Item[] {
  const ruleY = (rule.yMin + rule.yMax) / 2;
  const near = ({ ink }: Item): number => (direction === 1 ? ink.yMin - ruleY : ruleY - ink.yMax);
  const far = ({ ink }: Item): number => (direction === 1 ? ink.yMax - ruleY : ruleY - ink.yMin);
  const sorted = items.filter((item) => far(item) > 0.3 * item.sizePt).toSorted((a, b) => near(a) - near(b));
  const stack: Item[] = [];
  let end = 0;
  for (const item of sorted) {
    const reach = (stack.length === 0 ? BAR_REACH_EM : STACK_REACH_EM) * item.sizePt;
    // What lies across the bar belongs to neither side.
    if (near(item) < -0.12 * item.sizePt) {
      continue;
    }
    if (near(item) > end + reach) {
      break;
    }
    stack.push(item);
    end = Math.max(end, far(item));
  }
  return stack;
}

function fractionOf(
  items: readonly Item[],
  { rule, over, under }: { readonly rule: Rule; readonly over: Item["node"]; readonly under: Item["node"] },
): Item {
  const axisY = (rule.yMin + rule.yMax) / 2;
  const sizePt = items.reduce((most, item) => Math.max(most, item.sizePt), 0);
  const item = joinedItem(items, { kind: "fraction", above: over, below: under }, { isOnBaseline: false, axisY });
  return {
    ...item,
    ink: { ...item.ink, xMin: Math.min(item.ink.xMin, rule.xMin), xMax: Math.max(item.ink.xMax, rule.xMax) },
    xMin: Math.min(item.xMin, rule.xMin),
    xMax: Math.max(item.xMax, rule.xMax),
    sizePt,
    baselineY: axisY + AXIS_EM * sizePt,
  };
}

/** Returns whether an item is the radical sign that a bar goes on from. */
const isRadicalOf = (item: Item, rule: Rule): boolean =>
  textOf(item) === "√" &&
  Math.abs(item.ink.xMax - rule.xMin) < 0.25 * item.sizePt &&
  Math.abs(item.ink.yMin - rule.yMin) < 0.25 * item.sizePt;

function withRoot(
  items: readonly Item[],
  {
    radical,
    rule,
    within,
    read,
  }: { readonly radical: Item; readonly rule: Rule; readonly within: readonly Item[]; readonly read: ReadItems },
): Item[] | undefined {
  const inside = within.filter(
    ({ ink, sizePt }) => ink.yMin > rule.yMin - 0.1 * sizePt && ink.yMin < radical.ink.yMax + 0.1 * sizePt,
  );
  const radicand = read(inside);
  const index = items.filter(
    (item) =>
      item !== radical &&
      !inside.includes(item) &&
      item.sizePt < 0.8 * radical.sizePt &&
      item.ink.xMin > radical.ink.xMin - 0.6 * radical.sizePt &&
      middleX(item) < middleX(radical) &&
      item.ink.yMax < radical.ink.yMax - 0.2 * radical.sizePt &&
      item.ink.xMax > radical.ink.xMin,
  );
  const degree = index.length === 0 ? undefined : read(index);
  if (radicand === undefined || (index.length > 0 && degree === undefined)) {
    return undefined;
  }
  const all = [radical, ...inside, ...index];
  const node = { kind: "root", index: degree?.node, radicand: radicand.node } as const;
  const { baselineY, sizePt, isOnBaseline } = radicand;
  const axisY = radicand.axisY;
  const item = joinedItem(all, node, { baselineY, sizePt, isOnBaseline, ...(axisY !== undefined && { axisY }) });
  return [
    ...items.filter((other) => !all.includes(other)),
    { ...item, xMax: Math.max(item.xMax, rule.xMax), ink: { ...item.ink, xMax: Math.max(item.ink.xMax, rule.xMax) } },
  ];
}
