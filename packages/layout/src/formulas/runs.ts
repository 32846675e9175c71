import type { Token } from "./evidence.ts";
import { accentOf } from "./signs.ts";

/* The formulas within a line of text: runs of glyphs that belong together. */

/** The widest gap, in ems, beside an operator, beside the name of a function, and between any other two glyphs. */
const OPERATOR_EM = 0.65;
const NAME_EM = 0.3;
const OTHER_EM = 0.22;
/** The widest gap before a closing bracket, in ems: slanted letters and scripts have room behind them. */
const CLOSE_EM = 0.4;
/** The widest gap between what touches. */
const TOUCHING_EM = 0.12;

/** Returns the runs of tokens, in the order of their line, that are formulas. `isAtBar` says what a fraction bar parts. */
export function runsOf(tokens: readonly Token[], isAtBar: (token: Token) => boolean): Token[][] {
  const runs: Token[][] = [];
  let run: Token[] = [];
  let end = Number.NEGATIVE_INFINITY;
  const close = (): void => {
    const own = trimmed(run);
    if (isFormula(own, isAtBar)) {
      runs.push(own);
    }
    run = [];
  };
  for (const [index, token] of tokens.entries()) {
    const last = run.at(-1);
    const gapEm = (token.xMin - end) / token.word.sizePt;
    const isPart = isOfFormula(token, { last, gapEm, next: tokens[index + 1] });
    if (!isPart || (last !== undefined && gapEm > widestGap(last, token))) {
      close();
    }
    if (isPart) {
      run.push(token);
    }
    end = run.length <= 1 ? token.xMax : Math.max(end, token.xMax);
  }
  close();
  return runs;
}

const isOperator = ({ role, isOfMath, text }: Token): boolean =>
  role === "binary" ||
  (role === "relation" && (isOfMath || text !== ":")) ||
  role === "large" ||
  (role === "punctuation" && isOfMath);

function widestGap(last: Token, next: Token): number {
  if (isOperator(last) || isOperator(next)) {
    return OPERATOR_EM;
  }
  if (next.role === "close") {
    return CLOSE_EM;
  }
  return last.evidence === "name" || next.evidence === "name" ? NAME_EM : OTHER_EM;
}

function isOfFormula(
  token: Token,
  { last, gapEm, next }: { readonly last: Token | undefined; readonly gapEm: number; readonly next: Token | undefined },
): boolean {
  const touchesNext =
    next !== undefined && next.xMin - token.xMax < TOUCHING_EM * token.word.sizePt && next.evidence !== "text";
  const touchesLast = last !== undefined && gapEm < TOUCHING_EM;
  switch (token.evidence) {
    case "variable":
    case "sign":
    case "neutral":
      return true;
    case "name":
      return next?.evidence !== "text" || last !== undefined || touchesNext;
    case "text":
      return token.isShifted && touchesLast && last.text !== ")";
    case "single":
      return (
        (token.isShifted && touchesLast) ||
        (touchesNext && (next.evidence === "variable" || next.isShifted || next.role === "open")) ||
        (touchesLast && (last.evidence === "variable" || last.evidence === "sign" || isAccent(last))) ||
        (last?.evidence === "name" && gapEm < NAME_EM && (next?.role === "open" || /\p{Lu}/u.test(token.text))) ||
        (last !== undefined && isOperator(last) && last.isOfMath && gapEm < 0.45 && /\p{Lu}/u.test(token.text))
      );
  }
}

const isAccent = ({ text }: Token): boolean => accentOf(text, false) !== undefined;

const EDGE = /^[,.;:!?'"’”“‘–—\-\u2010*∗†‡§¶©®•⋆]$/u;
const OPEN = "([{⟨⌊⌈";
const CLOSE = ")]}⟩⌋⌉";

/** Returns a run without the punctuation at its ends, and without brackets there whose partner is in the text. */
function trimmed(run: readonly Token[]): Token[] {
  let [from, to] = [0, run.length];
  for (let isChanged = true; isChanged && from < to; ) {
    const [first, last] = [run[from], run[to - 1]];
    isChanged = true;
    if (first !== undefined && isEdge(first, run[from + 1])) {
      from++;
    } else if (last !== undefined && (isEdge(last, undefined) || isLoose(run, to - 1, from))) {
      to--;
    } else if (first !== undefined && isUnclosed(run, from, to)) {
      from++;
    } else if (last !== undefined && isUnopened(run, from, to)) {
      to--;
    } else {
      isChanged = false;
    }
  }
  return run.slice(from, to);
}

const isEdge = (token: Token, next: Token | undefined): boolean =>
  (EDGE.test(token.text) && !token.isShifted && !(token.isOfMath && token.text === ":")) ||
  (token.evidence === "neutral" &&
    token.role !== "open" &&
    token.role !== "binary" &&
    next !== undefined &&
    token.role === "close");

/** Returns whether a digit or a bracket at the end stands apart from the formula before it. */
const isLoose = (run: readonly Token[], at: number, from: number): boolean => {
  const [last, before] = [run[at], run[at - 1]];
  return last !== undefined && before !== undefined && at > from && last.role === "open" && last.evidence === "neutral";
};

function isUnclosed(run: readonly Token[], from: number, to: number): boolean {
  if (!OPEN.includes(run[from]?.text ?? " ")) {
    return false;
  }
  let depth = 0;
  for (const { text } of run.slice(from, to)) {
    depth += OPEN.includes(text) ? 1 : CLOSE.includes(text) ? -1 : 0;
    if (depth === 0) {
      return false;
    }
  }
  return true;
}

function isUnopened(run: readonly Token[], from: number, to: number): boolean {
  if (!CLOSE.includes(run[to - 1]?.text ?? " ")) {
    return false;
  }
  let depth = 0;
  for (const { text } of run.slice(from, to).toReversed()) {
    depth += CLOSE.includes(text) ? 1 : OPEN.includes(text) ? -1 : 0;
    if (depth === 0) {
      return false;
    }
  }
  return true;
}

const OPERAND = /[\p{L}\p{N}]/u;

function isFormula(run: readonly Token[], isAtBar: (token: Token) => boolean): boolean {
  if (!run.some(({ text }) => OPERAND.test(text))) {
    return false;
  }
  if (run.some((token) => token.evidence === "variable" || isAtBar(token))) {
    return true;
  }
  // Numbers with an operator of mathematics between them.
  return run.some(
    (token, at) =>
      token.evidence === "sign" && isOperator(token) && at > 0 && at < run.length - 1 && token.text !== "−",
  );
}
