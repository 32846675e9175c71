/* The tree of a formula, as its geometry shows it. */

/** The alphabet of a letter, by the command that LaTeX has for it; `italic` is that of variables. */
export type Alphabet =
  | "italic"
  | "roman"
  | "bold"
  | "boldItalic"
  | "calligraphic"
  | "blackboard"
  | "fraktur"
  | "script"
  | "sans"
  | "mono";

export type FormulaNode =
  /** A sign, a digit or a letter. */
  | { readonly kind: "symbol"; readonly text: string; readonly alphabet: Alphabet }
  /** Letters that are one upright word: the name of a function, or text. */
  | { readonly kind: "word"; readonly text: string; readonly alphabet: Alphabet }
  | { readonly kind: "space"; readonly widthEm: number }
  | Row
  | { readonly kind: "fraction"; readonly above: FormulaNode; readonly below: FormulaNode }
  | { readonly kind: "root"; readonly index: FormulaNode | undefined; readonly radicand: FormulaNode }
  | Scripts
  | Stack
  | { readonly kind: "accent"; readonly accent: string; readonly isWide: boolean; readonly base: FormulaNode }
  | { readonly kind: "line"; readonly side: "over" | "under"; readonly base: FormulaNode }
  /** What stands between tall delimiters; a delimiter is empty where there is none on that side. */
  | { readonly kind: "fenced"; readonly open: string; readonly close: string; readonly body: FormulaNode }
  | Grid;

interface Row {
  readonly kind: "row";
  readonly nodes: readonly FormulaNode[];
}

/** A base with what is set at its right corners. */
export interface Scripts {
  readonly kind: "scripts";
  readonly base: FormulaNode;
  readonly sub: FormulaNode | undefined;
  readonly sup: FormulaNode | undefined;
}

/** A base with what is set above and below it, such as the limits of a sum. */
export interface Stack {
  readonly kind: "stack";
  readonly base: FormulaNode;
  readonly under: FormulaNode | undefined;
  readonly over: FormulaNode | undefined;
}

/** Rows of cells, as a matrix has. */
export interface Grid {
  readonly kind: "grid";
  readonly rows: readonly (readonly FormulaNode[])[];
}

export const rowOf = (nodes: readonly FormulaNode[]): FormulaNode => {
  const [only] = nodes;
  return nodes.length === 1 && only !== undefined ? only : { kind: "row", nodes };
};
