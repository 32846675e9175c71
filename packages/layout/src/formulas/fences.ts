import { gridOf } from "./grid.ts";
import { heightOf, type Item, joinedItem, middleX, middleY, type ReadItems } from "./items.ts";
import { textOf } from "./pieces.ts";

/* Delimiters that have grown with what stands between them. */

interface Fence {
  readonly open: Item;
  /** Undefined for a brace before cases, which nothing closes. */
  readonly close: Item | undefined;
}

/** The height in ems from which a delimiter is tall, and by which two may differ that are a pair. */
const TALL_EM = 1.15;
const SAME_HEIGHT_EM = 0.35;

const BAR = /^[|‖∥∣]$/u;
const isDelimiter = (item: Item): boolean =>
  !item.isOnBaseline &&
  item.node.kind === "symbol" &&
  heightOf(item) > TALL_EM * item.sizePt &&
  (item.role === "open" || item.role === "close" || BAR.test(textOf(item)));

/** Returns items with tall delimiters and what is between them put together; undefined where that cannot be read. */
export function withFences(items: readonly Item[], read: ReadItems): Item[] | undefined {
  let result: Item[] | undefined = [...items];
  for (const fence of fencesOf(items)) {
    result = result && withFence(result, fence, read);
  }
  return result;
}

/** Returns the pairs of tall delimiters, inner ones first. */
function fencesOf(items: readonly Item[]): Fence[] {
  const fences: Fence[] = [];
  let open: Item[] = [];
  for (const item of items.filter(isDelimiter).toSorted((a, b) => middleX(a) - middleX(b))) {
    const at = open.findLastIndex((other) => isPair(other, item));
    const partner = open[at];
    if (item.role !== "open" && partner !== undefined) {
      fences.push({ open: partner, close: item });
      open = open.filter((other, index) => index < at || !isWithin(other, partner));
    } else if (item.role !== "close") {
      open.push(item);
    }
  }
  const cases = open.filter((item) => textOf(item) === "{").map((item) => ({ open: item, close: undefined }));
  // The brace furthest right is within all others.
  return [...fences, ...cases.toReversed()];
}

const isPair = (open: Item, close: Item): boolean =>
  Math.abs(middleY(open) - middleY(close)) < SAME_HEIGHT_EM * open.sizePt &&
  Math.abs(heightOf(open) - heightOf(close)) < SAME_HEIGHT_EM * open.sizePt &&
  (BAR.test(textOf(open))
    ? textOf(close) === textOf(open) || close.role === "close"
    : close.role !== "open" && !BAR.test(textOf(close)));

const isWithin = ({ ink }: Item, { ink: outer, sizePt }: Item): boolean =>
  ink.yMin > outer.yMin - 0.3 * sizePt && ink.yMax < outer.yMax + 0.3 * sizePt;

function withFence(items: readonly Item[], { open, close }: Fence, read: ReadItems): Item[] | undefined {
  if (!items.includes(open) || (close !== undefined && !items.includes(close))) {
    return [...items];
  }
  const from = middleX(open);
  const to = close === undefined ? Number.POSITIVE_INFINITY : middleX(close);
  const inside = items.filter(
    (item) =>
      item !== open &&
      item !== close &&
      middleX(item) > from &&
      middleX(item) < to &&
      middleY(item) > open.ink.yMin - 0.1 * open.sizePt &&
      middleY(item) < open.ink.yMax + 0.1 * open.sizePt,
  );
  const body = inside.length === 0 ? undefined : (gridOf(inside, read) ?? read(inside));
  if (body === undefined) {
    return undefined;
  }
  const all = close === undefined ? [open, ...inside] : [open, ...inside, close];
  const { baselineY, sizePt, isOnBaseline, node } = body;
  const isGrid = node.kind === "grid";
  const fenced = joinedItem(
    all,
    { kind: "fenced", open: textOf(open), close: close === undefined ? "" : textOf(close), body: node },
    isGrid
      ? { isOnBaseline: false, axisY: middleY(open), sizePt, baselineY }
      : { isOnBaseline, baselineY, sizePt, ...(body.axisY !== undefined && { axisY: body.axisY }) },
  );
  return [...items.filter((item) => !all.includes(item)), fenced];
}
