import type { Alphabet, FormulaNode, Grid, Scripts, Stack } from "./nodes.ts";
import { accentOf, isBetween, isFunctionName, isOpening, type Role, signOf, takesLimits } from "./signs.ts";

/* LaTeX of the tree of a formula, in the dialect that KaTeX reads. */

interface LatexStyle {
  /** Whether the formula stands on lines of its own, where limits of sums are set above and below. */
  readonly isDisplayed: boolean;
}

/** Returns the LaTeX of a node; undefined where a sign of it has no command. */
export function latexOf(node: FormulaNode, style: LatexStyle): string | undefined {
  try {
    return written(node, style);
  } catch (error) {
    if (error instanceof UnknownSign) {
      return undefined;
    }
    throw error;
  }
}

class UnknownSign extends Error {}

/** A line of a displayed formula, with the number that it has at the edge of the column. */
interface NumberedLine {
  readonly node: FormulaNode;
  readonly number: string | undefined;
}

/** Returns the LaTeX of a displayed formula. */
export function displayedLatex(numbered: readonly NumberedLine[]): string | undefined {
  const lines = numbered.map(({ node }) => node);
  const style = { isDisplayed: true };
  const rows = lines.map((line) => latexOf(line, style));
  if (rows.some((row) => row === undefined)) {
    return undefined;
  }
  const tags = numbered.map(({ number }) => (number === undefined ? "" : ` \\tag{${textLatex(number)}}`));
  const [only = ""] = rows;
  if (rows.length === 1) {
    return only + (tags[0] ?? "");
  }
  const aligned = lines.map((line) => alignedAt(line, style));
  const isAligned = aligned.every((row) => row !== undefined);
  const body = isAligned ? aligned : rows;
  // A formula as a whole has one number at most; of several, each is of its line.
  if (tags.filter((tag) => tag !== "").length > 1) {
    const tagged = body.map((row, index) => `${row}${tags[index]}`);
    return environment(isAligned ? "align*" : "gather*", tagged);
  }
  return environment(isAligned ? "aligned" : "gathered", body) + tags.join("");
}

const environment = (name: string, rows: readonly (string | undefined)[]): string =>
  `\\begin{${name}}\n${rows.join(" \\\\\n")}\n\\end{${name}}`;

/** Returns a line with the sign for alignment before its first relation; undefined where it has none. */
function alignedAt(line: FormulaNode, style: LatexStyle): string | undefined {
  const nodes = line.kind === "row" ? line.nodes : [line];
  const at = nodes.findIndex((node) => roleOf(node) === "relation");
  return at < 0
    ? undefined
    : joined(
        [
          joined(nodes.slice(0, at).map((node) => written(node, style))),
          "&",
          joined(nodes.slice(at).map((node) => written(node, style))),
        ].filter((part) => part !== ""),
      );
}

function roleOf(node: FormulaNode): Role {
  if (node.kind === "symbol") {
    return signOf(node.text)?.role ?? "ordinary";
  }
  return node.kind === "scripts" || node.kind === "stack" ? roleOf(node.base) : "ordinary";
}

function written(node: FormulaNode, style: LatexStyle): string {
  switch (node.kind) {
    case "symbol":
      return symbolLatex(node.text, node.alphabet);
    case "word":
      return wordLatex(node.text, node.alphabet);
    case "space":
      return node.widthEm > 1.6 ? String.raw`\qquad` : String.raw`\quad`;
    case "row":
      return joined(node.nodes.map((own) => written(own, style)));
    case "fraction":
      return `\\frac${group(node.above)}${group(node.below)}`;
    case "root":
      return node.index === undefined
        ? `\\sqrt${group(node.radicand)}`
        : `\\sqrt[${written(node.index, INNER)}]${group(node.radicand)}`;
    case "scripts":
      return scriptsLatex(node, style);
    case "stack":
      return stackLatex(node, style);
    case "accent":
      return `\\${accentOf(node.accent, node.isWide) ?? unknown(node.accent)}${group(node.base)}`;
    case "line":
      return `\\${node.side}line${group(node.base)}`;
    case "fenced":
      return fencedLatex(node, style);
    case "grid":
      return gridLatex(node, "matrix");
  }
}

const INNER: LatexStyle = { isDisplayed: false };
const group = (node: FormulaNode): string => `{${written(node, INNER)}}`;

function unknown(text: string): never {
  throw new UnknownSign(text);
}

const ENDS_WITH_COMMAND = /\\[A-Za-z]+$/;

/** Joins parts with the spaces that commands need, and those that people write around operators and relations. */
function joined(parts: readonly string[]): string {
  let text = "";
  let last = "";
  let isSigned = true;
  for (const part of parts.filter((own) => own !== "")) {
    const isSpaced =
      isBetween(part) || part === "&" ? !isSigned || part === "&" : isBetween(last) && !isSignOf(last, text);
    const mustPart = ENDS_WITH_COMMAND.test(text) && /^[A-Za-z]/.test(part);
    text += text !== "" && (isSpaced || mustPart) ? ` ${part}` : part;
    isSigned = isOpening(part) || part === "," || part === "&";
    last = part;
  }
  return text;
}

/** Returns whether an operator at the end of a text is the sign of what follows, as in `(-1)`. */
const isSignOf = (operator: string, text: string): boolean => /^[-+]$/.test(operator) && !text.endsWith(` ${operator}`);

const COMMANDS: Readonly<Record<Alphabet, string | undefined>> = {
  italic: undefined,
  roman: "mathrm",
  bold: "mathbf",
  boldItalic: "boldsymbol",
  calligraphic: "mathcal",
  blackboard: "mathbb",
  fraktur: "mathfrak",
  script: "mathscr",
  sans: "mathsf",
  mono: "mathtt",
};

const LATIN = /^[A-Za-z]$/;
const DIGITS = /^[0-9]+$/;

function symbolLatex(text: string, alphabet: Alphabet): string {
  const sign = signOf(text);
  if (sign !== undefined) {
    const isBold = (alphabet === "bold" || alphabet === "boldItalic") && /^\p{L}$/u.test(text);
    return isBold ? `\\boldsymbol{${sign.latex}}` : sign.latex;
  }
  const command = COMMANDS[alphabet];
  if (LATIN.test(text)) {
    return command === undefined ? text : `\\${command}{${text}}`;
  }
  if (DIGITS.test(text)) {
    return alphabet === "bold" || alphabet === "blackboard" ? `\\${command}{${text}}` : text;
  }
  return /^[A-Za-z]+$/.test(text) ? wordLatex(text, "roman") : unknown(text);
}

function wordLatex(text: string, alphabet: Alphabet): string {
  const inner = text.trim();
  if (inner === text && alphabet === "roman" && isFunctionName(text)) {
    return COMMANDLESS.has(text) ? `\\operatorname{${text}}` : `\\${text}`;
  }
  if (!/^[A-Za-z]+$/.test(text)) {
    return `\\text{${textLatex(text)}}`;
  }
  return `\\${COMMANDS[alphabet] ?? "mathit"}{${text}}`;
}

/** Names of functions of other languages than English, for which KaTeX has commands that it writes otherwise. */
const COMMANDLESS = new Set(["arctg", "tg", "ctg"]);

/** Signs for which the text mode of KaTeX has no command. */
const TEXT_SIGNS: Readonly<Record<string, string>> = {
  "\\": String.raw`$\backslash$`,
  "~": String.raw`\textasciitilde{}`,
  "^": String.raw`\textasciicircum{}`,
};

const textLatex = (text: string): string =>
  text.replaceAll(/[\\{}$&#%_~^]/g, (sign) => TEXT_SIGNS[sign] ?? `\\${sign}`);

function scriptsLatex({ base, sub, sup }: Scripts, style: LatexStyle): string {
  const own = written(base, style);
  const isLarge = base.kind === "symbol" && roleOf(base) === "large";
  const held = base.kind === "scripts" || base.kind === "stack" || ENDS_WITH_GROUP.test(own) ? `{${own}}` : own;
  const corners = isLarge && style.isDisplayed && !INTEGRALS.test(base.text) ? `${held}\\nolimits` : held;
  const primes = sup === undefined ? undefined : primesOf(sup);
  const raised = sup === undefined ? "" : primes === undefined ? `^${script(sup)}` : primes;
  return `${corners}${raised.startsWith("'") ? raised : ""}${sub === undefined ? "" : `_${script(sub)}`}${raised.startsWith("'") ? "" : raised}`;
}

const INTEGRALS = /^[∫∬∭∮]$/u;
const ENDS_WITH_GROUP = /^\{\}/;

function script(node: FormulaNode): string {
  const own = written(node, INNER);
  return /^[A-Za-z0-9]$/.test(own) ? own : `{${own}}`;
}

/** Returns the signs of primes, with what is raised behind them; undefined where there are none. */
function primesOf(sup: FormulaNode): string | undefined {
  const nodes = sup.kind === "row" ? sup.nodes : [sup];
  let count = 0;
  while (isPrime(nodes[count])) {
    count++;
  }
  if (count === 0) {
    return undefined;
  }
  const rest = nodes.slice(count);
  return "'".repeat(count) + (rest.length === 0 ? "" : `^${script({ kind: "row", nodes: rest })}`);
}

const isPrime = (node: FormulaNode | undefined): boolean => node?.kind === "symbol" && node.text === "′";

function stackLatex({ base, under, over }: Stack, style: LatexStyle): string {
  const own = written(base, style);
  const isWord = base.kind === "word" && takesLimits(base.text);
  const isLarge = roleOf(base) === "large";
  if (isWord || isLarge) {
    const isUsual = style.isDisplayed && !(base.kind === "symbol" && INTEGRALS.test(base.text));
    const limits = isUsual ? "" : String.raw`\limits`;
    return `${own}${limits}${under === undefined ? "" : `_${limit(under)}`}${over === undefined ? "" : `^${limit(over)}`}`;
  }
  const raised = over === undefined ? own : `\\overset{${inLimit(over)}}{${own}}`;
  return under === undefined ? raised : `\\underset{${inLimit(under)}}{${raised}}`;
}

const limit = (node: FormulaNode): string => (node.kind === "grid" ? `{${inLimit(node)}}` : script(node));

const inLimit = (node: FormulaNode): string =>
  node.kind === "grid"
    ? `\\substack{${node.rows.map((row) => row.map((cell) => written(cell, INNER)).join(" ")).join(String.raw` \\ `)}}`
    : written(node, INNER);

const DELIMITERS: Readonly<Record<string, string>> = { "": ".", "{": String.raw`\{`, "}": String.raw`\}`, "∣": "|" };

function fencedLatex(node: FormulaNode & { readonly kind: "fenced" }, style: LatexStyle): string {
  const { open, close, body } = node;
  if (body.kind === "grid") {
    const name = GRIDS[open + close];
    if (name !== undefined && !(name === "cases" && (body.rows[0]?.length ?? 0) > 2)) {
      return gridLatex(body, name);
    }
  }
  const inner = body.kind === "grid" ? gridLatex(body, "matrix") : written(body, style);
  return joined([`\\left${delimiter(open)}`, inner, `\\right${delimiter(close)}`]);
}

const delimiter = (text: string): string => DELIMITERS[text] ?? signOf(text)?.latex ?? unknown(text);

/** The environments of grids, by the delimiters around them. */
const GRIDS: Readonly<Record<string, string>> = {
  "()": "pmatrix",
  "[]": "bmatrix",
  "{}": "Bmatrix",
  "||": "vmatrix",
  "‖‖": "Vmatrix",
  "{": "cases",
};

function gridLatex({ rows }: Grid, name: string): string {
  const body = rows.map((row) => row.map((cell) => written(cell, INNER)).join(" & ")).join(String.raw` \\ `);
  return `\\begin{${name}} ${body} \\end{${name}}`;
}
