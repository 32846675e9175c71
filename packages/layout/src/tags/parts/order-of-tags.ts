import type { Box } from "../../content.ts";
import { sharedX } from "../../geometry/boxes.ts";
import { boxOfLines } from "../blocks/drafts-of-parts.ts";
import type { TaggedLine } from "./lines-of-content.ts";
import { linesOfParts, type Part } from "./parts.ts";

/** The steps from line to line of a page, and the number of them that a reader of the page would take. */
export interface PageOrder {
  readonly steps: number;
  readonly agreeing: number;
}

interface Step {
  readonly page: number;
  readonly box: Box;
  readonly sizePt: number;
}

/** Counts, for each page, how many steps in the order of parts are those of a reader. */
export function orderOfPages(parts: readonly Part[]): ReadonlyMap<number, PageOrder> {
  const orders = new Map<number, { steps: number; agreeing: number }>();
  const last = new Map<number, Step>();
  for (const step of stepsOf(parts)) {
    const { page } = step;
    const before = last.get(page);
    last.set(page, step);
    if (before !== undefined) {
      const order = orders.get(page) ?? { steps: 0, agreeing: 0 };
      orders.set(page, order);
      order.steps++;
      order.agreeing += isOfReader(before, step) ? 1 : 0;
    }
  }
  return orders;
}

/**
 * Returns whether a step leads down, or on to what stands next to it, in either direction of reading where that begins
 * higher.
 */
function isOfReader({ box: before, sizePt }: Step, { box }: Step): boolean {
  const middle = (box.yMin + box.yMax) / 2;
  const isDown = middle > (before.yMin + before.yMax) / 2 - sizePt / 4;
  const isBeside = sharedX(before, box) < sizePt / 2;
  return isBeside ? box.xMin > before.xMin || !isDown : isDown;
}

/** Yields lines of text, and tables as a whole, since their rows lead back. */
function* stepsOf(parts: readonly Part[]): Generator<Step> {
  for (const part of parts) {
    switch (part.kind) {
      case "text":
      case "caption":
        yield* part.lines.map(stepOf);
        break;
      case "list":
        for (const item of part.items) {
          yield* stepsOf(item.parts);
        }
        break;
      case "quote":
        yield* stepsOf(part.parts);
        break;
      case "table": {
        const [first] = linesOfParts([part]);
        if (first !== undefined) {
          yield { ...stepOf(first), box: boxOfLines(linesOfParts([part])) };
        }
        break;
      }
      // Figures and notes stand outside the text.
      case "figure":
      case "note":
        break;
    }
  }
}

const stepOf = ({ page, line }: TaggedLine): Step => ({ page, box: line, sizePt: line.sizePt });
