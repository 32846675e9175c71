import { type Bounds, type ContentProblem, contentOperations, type ObjectSource } from "@quire/cos";
import { OpenOperators } from "./open-operators.ts";
import { EFFECTS } from "./operator-effects.ts";
import { plainOperators } from "./plain-operators.ts";
import { tailClosers } from "./tail-closers.ts";

/**
 * The constructs that content leaves open at its end, or closes without having opened them (ISO 32000-2, 7.8.2, 8.4.2,
 * 8.5.1, 9.4.1, 14.6).
 */
export interface Balance {
  /** The number of `q` without `Q`. */
  readonly openSaves: number;
  /** The number of `Q` without `q`, which readers ignore. */
  readonly strayRestores: number;
  /** The text that ends everything else that is open; usually empty. */
  readonly closers: string;
  /**
   * Whether nothing added before or after the content can make up for what it leaves open: a stray `Q` would undo what
   * was set before it, image data run to the end, or there are operators that no reader knows (`ETBT`, `Qq`), whose
   * effect differs between readers.
   */
  readonly isBeyondRepair: boolean;
}

export const BALANCED: Balance = { openSaves: 0, strayRestores: 0, closers: "", isBeyondRepair: false };

/**
 * Determines what a page's contents leave open.
 * @throws CosError `too_complex`
 */
export function balanceOf(bytes: Uint8Array, context: { source: ObjectSource; bounds: Bounds }): Balance {
  const plain = plainOperators(bytes, context.bounds);
  return plain === undefined ? balanceOfAny(bytes, context) : balanceWith(plain, "");
}

/**
 * Determines what any content leaves open, by reading all its operations; `balanceOf` is the faster way for plain
 * content.
 * @internal Exported for tests.
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

/** The most open operators that are counted: more than any legible content has. */
const MAX_OPEN = 10_000;

/**
 * Returns the balance of content with these open operators.
 * @param tail the text that ends unfinished tokens, which no operator begins; undefined when no text does
 */
function balanceWith(open: OpenOperators, tail: string | undefined): Balance {
  const { openSaves, strayRestores } = open;
  if (open.count > MAX_OPEN) {
    return { ...BALANCED, isBeyondRepair: true };
  }
  const closers = (tail ?? "") + open.closers;
  const isBeyondRepair = tail === undefined || open.hasRestoreThatMatters;
  return { openSaves, strayRestores, closers, isBeyondRepair };
}
