import { type Bounds, type ContentProblem, contentOperations, type ObjectSource } from "@quire/cos";
import { OpenOperators } from "./open-operators.ts";
import { EFFECTS } from "./operator-effects.ts";
import { plainOperators } from "./plain-operators.ts";
import { tailClosers } from "./tail-closers.ts";

/** What content leaves open, or takes away, at its end (ISO 32000-2, 7.8.2, 8.4.2, 8.5.1, 9.4.1, 14.6). */
export interface Balance {
  /** `q` without `Q`. */
  readonly openSaves: number;
  /** `Q` without `q`, which readers pass over. */
  readonly strayRestores: number;
  /** What ends all else that is open; mostly empty. */
  readonly closers: string;
  /**
   * What comes before or after it cannot make up for it: a stray `Q` would take back what was set before it, data of an
   * image go on to the end, or there are operators that no reader knows (`ETBT`, `Qq`), and readers make of them what they
   * will.
   */
  readonly isBeyondRepair: boolean;
}

export const BALANCED: Balance = { openSaves: 0, strayRestores: 0, closers: "", isBeyondRepair: false };

/**
 * Goes through a page's contents.
 * @throws CosError `too_complex`
 */
export function balanceOf(bytes: Uint8Array, context: { source: ObjectSource; bounds: Bounds }): Balance {
  const plain = plainOperators(bytes, context.bounds);
  return plain === undefined ? balanceOfAny(bytes, context) : balanceWith(plain, "");
}

/**
 * As `balanceOf`, for all that there may be in content.
 * @internal Exported for its tests alone.
 */
export function balanceOfAny(bytes: Uint8Array, context: { source: ObjectSource; bounds: Bounds }): Balance {
  const open = new OpenOperators();
  let hasBrokenImage = false;
  let isDoubtful = false;
  let tailOffset = 0;
  for (const { operator, offset, endOffset, problems } of contentOperations(bytes, context)) {
    if (operator === "") {
      tailOffset = offset;
    } else {
      tailOffset = endOffset;
      open.add(EFFECTS.get(operator) ?? "other");
      hasBrokenImage ||= problems.some((problem) => IMAGE_PROBLEMS.has(problem));
      isDoubtful ||= problems.includes("unknown-operator");
    }
  }
  const tail = hasBrokenImage ? "EI\n" : tailClosers(bytes, tailOffset, context.bounds);
  const balance = balanceWith(open, tail);
  return { ...balance, isBeyondRepair: balance.isBeyondRepair || hasBrokenImage || isDoubtful };
}

const IMAGE_PROBLEMS: ReadonlySet<ContentProblem> = new Set(["inline-image-malformed", "inline-image-unterminated"]);

/** More of them than content has that a person ever sees. */
const MAX_OPEN = 10_000;

/** @param tail what ends that which no operator begins; undefined when nothing does */
function balanceWith(open: OpenOperators, tail: string | undefined): Balance {
  const { openSaves, strayRestores } = open;
  if (open.count > MAX_OPEN) {
    return { ...BALANCED, isBeyondRepair: true };
  }
  const closers = (tail ?? "") + open.closers;
  const isBeyondRepair = tail === undefined || open.hasRestoreThatMatters;
  return { openSaves, strayRestores, closers, isBeyondRepair };
}
