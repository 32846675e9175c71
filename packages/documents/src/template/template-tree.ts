/* A template as it is rendered. It is data from end to end: nothing of it ever becomes a program. */

export type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value"; readonly value: Expression; readonly isEscaped: boolean }
  | Block
  | {
      readonly kind: "partial";
      readonly slug: string;
      /** The value that is the partial's context; undefined for the context where the partial stands. */
      readonly context: Expression | undefined;
      readonly names: NamedValues;
    };

export interface Block {
  readonly kind: "block";
  /** The type of the block; for Mustache's `section` the value decides whether it is a loop, a scope or a condition. */
  readonly type: "section" | "if" | "unless" | "each" | "with";
  readonly value: Expression;
  /** Whether zero counts as something, as by `includeZero=true` of `if` and `unless`. */
  readonly includesZero: boolean;
  readonly body: readonly Part[];
  /** The parts after `{{else}}`, and the body of `{{^value}}`. */
  readonly otherwise: readonly Part[];
  /** The names of `as |item index|`. */
  readonly names: readonly string[];
}

export type Expression =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  | VariablePath
  | Call;

/** The path of a variable, such as `@../a.b`, `../a.b`, `this.a` or `a.b`. */
export interface VariablePath {
  readonly kind: "path";
  /** The path as it stands in the template. */
  readonly original: string;
  readonly isData: boolean;
  /** The number of scopes further out at which it begins. */
  readonly depth: number;
  readonly parts: readonly string[];
  /** Whether the path names the innermost scope, as in `this.a` and `./a`. */
  readonly isScoped: boolean;
}

export type HelperName = (typeof HELPER_NAMES)[number];
export const HELPER_NAMES = ["date", "number", "currency", "upper", "default", "join", "paragraphs", "t"] as const;

export interface Call {
  readonly kind: "call";
  readonly helper: HelperName;
  readonly values: readonly Expression[];
  readonly names: NamedValues;
}

export type NamedValues = ReadonlyMap<string, Expression>;
