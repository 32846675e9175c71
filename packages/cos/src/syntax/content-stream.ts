import type { CosValue } from "../objects.ts";
import { CONTENT_OPERATORS } from "./content-operators.ts";
import { type InlineImage, InlineImageReader } from "./inline-image.ts";
import { Lexer, Token, type TokenKind } from "./lexer.ts";
import { type ParseContext, parseValueFrom } from "./parser.ts";

export type { InlineImage } from "./inline-image.ts";

/** An operator with the operands before it (ISO 32000-2, 7.8.2). */
export interface Operation {
  /** The operator's name; `BI` for a whole inline image, empty for operands at the end of the stream. */
  readonly operator: string;
  /** The operands, or the last 64 when there are more. None is a reference: content streams have none. */
  readonly operands: CosValue[];
  /** The offset of the first operand, or of the operator when it has none. */
  readonly offset: number;
  /** The offset after the operator. */
  readonly endOffset: number;
  readonly inlineImage?: InlineImage | undefined;
  readonly problems: readonly ContentProblem[];
}

/**
 * The kinds of mistakes in a content stream.
 * - `unknown-operator`: an operator that is not in annex A, also between BX and EX.
 * - `too-many-operands`: more than any operator has.
 * - `operator-missing`: the stream ends behind operands.
 * - `stray-delimiter`: `>>` or a brace that closes or opens nothing was skipped.
 * - `stray-bracket`: a bracket that closes nothing was skipped.
 * - `inline-image-malformed`: BI without a dictionary and ID behind it, or ID or EI without BI.
 * - `inline-image-unterminated`: the data go on to the end of the stream, or to an EI that may be none.
 */
export type ContentProblem =
  | "unknown-operator"
  | "too-many-operands"
  | "operator-missing"
  | "stray-delimiter"
  | "stray-bracket"
  | "inline-image-malformed"
  | "inline-image-unterminated";

/**
 * Returns the operations of a content stream, in order. Each iteration reads the stream from its start.
 * @throws CosError `too_complex` during the iteration, when a bound is met.
 */
export const contentOperations = (bytes: Uint8Array, context: ParseContext): Iterable<Operation> => ({
  [Symbol.iterator]: () => new ContentReader(bytes, context),
});

/** The maximum number of operands that are kept. No operator has as many: SCN has at most 32 components and a name. */
const MAX_OPERANDS = 64;
const NO_PROBLEMS: readonly ContentProblem[] = [];

class ContentReader implements Iterator<Operation, undefined> {
  readonly #lexer: Lexer;
  readonly #context: ParseContext;
  readonly #images: InlineImageReader;
  #problems: readonly ContentProblem[] = NO_PROBLEMS;

  constructor(bytes: Uint8Array, context: ParseContext) {
    this.#lexer = new Lexer(bytes);
    this.#context = new ContentContext(context);
    this.#images = new InlineImageReader(this.#lexer, this.#context);
  }

  next(): IteratorResult<Operation, undefined> {
    const operation = this.#read();
    return operation ? { done: false, value: operation } : { done: true, value: undefined };
  }

  #read(): Operation | undefined {
    const lexer = this.#lexer;
    const operands: CosValue[] = [];
    let offset = -1;
    this.#problems = NO_PROBLEMS;
    for (;;) {
      const kind = lexer.next();
      if (kind === Token.end) {
        return operands.length > 0 ? this.#leftOver(operands, offset) : undefined;
      }
      if (offset < 0) {
        offset = lexer.start;
      }
      if (kind === Token.keyword && !isLiteral(lexer.keyword)) {
        this.#context.bounds.step();
        return this.#operation(lexer.keyword, operands, offset);
      }
      if (isStray(kind)) {
        this.#context.bounds.step();
        this.#report(kind === Token.arrayEnd ? "stray-bracket" : "stray-delimiter");
        continue;
      }
      operands.push(parseValueFrom(kind, lexer, this.#context));
      if (operands.length >= 2 * MAX_OPERANDS) {
        operands.splice(0, MAX_OPERANDS);
        this.#report("too-many-operands");
      }
    }
  }

  #operation(operator: string, all: CosValue[], offset: number): Operation {
    const operands = this.#bounded(all);
    if (operator === "BI") {
      const { image, problem } = this.#images.read();
      if (problem) {
        this.#report(problem);
      }
      return this.#made(operator, operands, offset, image);
    }
    if (operator === "ID" || operator === "EI") {
      this.#report("inline-image-malformed");
    } else if (!CONTENT_OPERATORS.has(operator)) {
      this.#report("unknown-operator");
    }
    return this.#made(operator, operands, offset, undefined);
  }

  #leftOver(operands: CosValue[], offset: number): Operation {
    this.#report("operator-missing");
    return this.#made("", this.#bounded(operands), offset, undefined);
  }

  #made(operator: string, operands: CosValue[], offset: number, inlineImage: InlineImage | undefined): Operation {
    return { operator, operands, offset, endOffset: this.#lexer.position, inlineImage, problems: this.#problems };
  }

  #bounded(operands: CosValue[]): CosValue[] {
    if (operands.length <= MAX_OPERANDS) {
      return operands;
    }
    this.#report("too-many-operands");
    return operands.slice(-MAX_OPERANDS);
  }

  #report(problem: ContentProblem): void {
    if (!this.#problems.includes(problem)) {
      this.#problems = [...this.#problems, problem];
    }
  }
}

const isLiteral = (keyword: string): boolean => keyword === "true" || keyword === "false" || keyword === "null";

const isStray = (kind: TokenKind): boolean =>
  kind === Token.arrayEnd || kind === Token.dictEnd || kind === Token.braceStart || kind === Token.braceEnd;

/** The given context without what content streams do not have: references, and encryption of single strings. */
class ContentContext implements ParseContext {
  readonly source: ParseContext["source"];
  readonly bounds: ParseContext["bounds"];
  readonly facts: ParseContext["facts"];
  readonly readsReferences = false;

  constructor({ source, bounds, facts }: ParseContext) {
    this.source = source;
    this.bounds = bounds;
    this.facts = facts;
  }
}
