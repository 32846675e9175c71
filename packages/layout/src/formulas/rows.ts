import { AXIS_EM, heightOf, type Item, joinedItem, middleX, middleY, type ReadItems } from "./items.ts";
import { type FormulaNode, rowOf } from "./nodes.ts";
import { isFunctionName } from "./signs.ts";

/* One line of a formula: the items on its baseline, and the scripts at their corners. */

/** The difference below which two baselines are one, and that between axes, in ems. */
const SAME_BASELINE_EM = 0.07;
const SAME_AXIS_EM = 0.22;
/** The size of scripts, at most, as a share of that of their line. */
const SCRIPT_SIZE = 0.9;

/** Returns the items of one line as one; undefined where it is not certain to be one. */
export function readRow(items: readonly Item[], read: ReadItems): Item | undefined {
  const line = lineOf(items);
  if (line === undefined) {
    return undefined;
  }
  const { baselineY, sizePt } = line;
  const main = items.filter((item) => isOnLine(item, line)).toSorted((a, b) => middleX(a) - middleX(b));
  const scripts = items.filter((item) => !main.includes(item));
  if (main.length === 0 || scripts.some((item) => item.sizePt > SCRIPT_SIZE * sizePt)) {
    return undefined;
  }
  const hosts = hostsOf(scripts, main);
  const nodes: FormulaNode[] = [];
  let last: Item | undefined;
  let end = Number.NEGATIVE_INFINITY;
  for (const [index, item] of main.entries()) {
    const own = hosts.get(index) ?? [];
    const node = own.length === 0 ? item.node : withScripts(item, own, { line, read });
    if (node === undefined) {
      return undefined;
    }
    addNode(nodes, { node, item, last, gapEm: (item.xMin - end) / sizePt });
    last = item;
    end = [item, ...own].reduce((most, { xMax }) => Math.max(most, xMax), Number.NEGATIVE_INFINITY);
  }
  const only = main.length === 1 && scripts.length === 0 ? main[0] : undefined;
  return (
    only ??
    joinedItem(items, rowOf(withEllipses(nodes)), {
      baselineY,
      sizePt,
      isOnBaseline: main.some(({ isOnBaseline }) => isOnBaseline),
      axisY: baselineY - AXIS_EM * sizePt,
    })
  );
}

interface LineOfRow {
  readonly baselineY: number;
  readonly sizePt: number;
}

/** Returns the baseline and the size of the largest type; undefined where that is on several baselines. */
function lineOf(items: readonly Item[]): LineOfRow | undefined {
  const plain = items.filter(({ isOnBaseline }) => isOnBaseline);
  if (plain.length === 0) {
    const [first] = items.toSorted((a, b) => b.sizePt - a.sizePt);
    return first && { baselineY: axisOf(first) + AXIS_EM * first.sizePt, sizePt: first.sizePt };
  }
  const sizePt = plain.reduce((most, item) => Math.max(most, item.sizePt), 0);
  const full = plain.filter((item) => item.sizePt > 0.95 * sizePt);
  const [first] = full;
  const isOne = full.every(
    ({ baselineY }) => Math.abs(baselineY - (first?.baselineY ?? 0)) < SAME_BASELINE_EM * sizePt,
  );
  return isOne && first !== undefined ? { baselineY: first.baselineY, sizePt } : undefined;
}

const axisOf = (item: Item): number => item.axisY ?? middleY(item);

function isOnLine(item: Item, { baselineY, sizePt }: LineOfRow): boolean {
  if (item.isOnBaseline) {
    return Math.abs(item.baselineY - baselineY) < SAME_BASELINE_EM * sizePt;
  }
  const off = Math.abs(axisOf(item) - (baselineY - AXIS_EM * sizePt));
  return off < (item.axisY === undefined ? Math.max(0.3 * sizePt, 0.12 * heightOf(item)) : SAME_AXIS_EM * sizePt);
}

/** Returns, for the items of a line by their index, the scripts that stand at them. */
function hostsOf(scripts: readonly Item[], main: readonly Item[]): Map<number, Item[]> {
  const hosts = new Map<number, Item[]>();
  for (const script of scripts) {
    const next = main.findIndex((item) => middleX(item) > middleX(script));
    const at = Math.max(0, (next < 0 ? main.length : next) - 1);
    hosts.set(at, [...(hosts.get(at) ?? []), script]);
  }
  return hosts;
}

function withScripts(
  item: Item,
  scripts: readonly Item[],
  { line, read }: { readonly line: LineOfRow; readonly read: ReadItems },
): FormulaNode | undefined {
  const axisY = line.baselineY - AXIS_EM * line.sizePt;
  const isFirst = scripts.some((script) => middleX(script) < middleX(item));
  const above = scripts.filter((script) => middleY(script) < axisY);
  const below = scripts.filter((script) => middleY(script) >= axisY);
  const [sup, sub] = [above, below].map((own) => (own.length === 0 ? undefined : read(own)));
  if (isFirst || (above.length > 0 && sup === undefined) || (below.length > 0 && sub === undefined)) {
    return undefined;
  }
  return { kind: "scripts", base: item.node, sub: sub?.node, sup: sup?.node };
}

/** The widths of gaps, in ems: between two words, and that of a space that is meant as one. */
const WORD_GAP_EM = 0.15;
const SPACE_EM = 0.8;

/** Adds a node to those of a row, with the space before it. */
function addNode(
  nodes: FormulaNode[],
  {
    node,
    item,
    last,
    gapEm,
  }: { readonly node: FormulaNode; readonly item: Item; readonly last: Item | undefined; readonly gapEm: number },
): void {
  const before = nodes.at(-1);
  if (before === undefined || last === undefined) {
    nodes.push(node);
    return;
  }
  if (gapEm >= SPACE_EM) {
    nodes.push({ kind: "space", widthEm: gapEm }, node);
    return;
  }
  const isSpaced = gapEm > WORD_GAP_EM;
  if (before.kind === "word" && node.kind === "word" && isSpaced && before.alphabet === node.alphabet) {
    nodes[nodes.length - 1] = { ...before, text: `${before.text} ${node.text}` };
    return;
  }
  if (before.kind === "word" && isSpaced && isText(before.text) && item.role === "ordinary") {
    nodes[nodes.length - 1] = { ...before, text: `${before.text} ` };
  }
  nodes.push(
    node.kind === "word" && isSpaced && isText(node.text) && last.role === "ordinary"
      ? { ...node, text: ` ${node.text}` }
      : node,
  );
}

/** The signs of which three in a row are an ellipsis, and that. */
const ELLIPSES: Readonly<Record<string, string>> = { ".": "…", "·": "⋯", "⋅": "⋯" };

/** Returns nodes with each three dots in a row as one sign. */
function withEllipses(nodes: readonly FormulaNode[]): FormulaNode[] {
  const result: FormulaNode[] = [];
  for (const node of nodes) {
    result.push(node);
    const text = symbolOf(node);
    const ellipsis = text === undefined ? undefined : ELLIPSES[text];
    if (ellipsis !== undefined && result.slice(-3).filter((own) => symbolOf(own) === text).length === 3) {
      result.splice(-3, 3, { kind: "symbol", text: ellipsis, alphabet: "roman" });
    }
  }
  return result;
}

const symbolOf = (node: FormulaNode): string | undefined => (node.kind === "symbol" ? node.text : undefined);

const isText = (word: string): boolean => word.length > 1 && !isFunctionName(word);
