/*
 * A template as it is rendered. It is data from end to end: nothing of it ever becomes a program.
 */

export type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value"; readonly value: Expression; readonly isEscaped: boolean }
  | Block
  | {
      readonly kind: "partial";
      readonly slug: string;
      /** Undefined: what is the context where it stands. */
      readonly context: Expression | undefined;
      readonly names: NamedValues;
    };

export interface Block {
  readonly kind: "block";
  /** `section`: Mustache's, for which the value decides whether it is a loop, a scope or a condition. */
  readonly type: "section" | "if" | "unless" | "each" | "with";
  readonly value: Expression;
  readonly body: readonly Part[];
  /** After `{{else}}`, and the body of `{{^value}}`. */
  readonly otherwise: readonly Part[];
  /** Of `as |item index|`. */
  readonly names: readonly string[];
}

export type Expression =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  | VariablePath
  | Call;

/** `@../a.b`, `../a.b`, `this.a`, `a.b`. */
export interface VariablePath {
  readonly kind: "path";
  /** As it stands in the template. */
  readonly original: string;
  readonly isData: boolean;
  /** How many scopes out it begins. */
  readonly depth: number;
  readonly parts: readonly string[];
  /** Whether it is said to be of the innermost scope: `this.a`, `./a`. */
  readonly isScoped: boolean;
}

export type HelperName = (typeof HELPER_NAMES)[number];
export const HELPER_NAMES = ["date", "number", "currency", "upper", "default"] as const;

export interface Call {
  readonly kind: "call";
  readonly helper: HelperName;
  readonly values: readonly Expression[];
  readonly names: NamedValues;
}

export type NamedValues = ReadonlyMap<string, Expression>;
