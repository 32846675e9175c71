import Handlebars from "handlebars";

/*
 * The nesting of a template, measured by Handlebars' own lexer before its parser reads it: the parser copies all that
 * is open at each step, so that a few thousand blocks within each other would keep it busy for minutes.
 */

/** The parts of Handlebars' parser, made by Jison, that its types leave out. */
interface Parser {
  readonly lexer: {
    readonly EOF: number;
    setInput(text: string): void;
    lex(): number | string;
  };
  /** The names of tokens by their numbers. */
  readonly terminals_: Readonly<Record<string, string>>;
}

export interface TemplateSize {
  /** The greatest depth of blocks, branches of `{{else if}}` and parentheses. */
  readonly depth: number;
  readonly tokens: number;
}

/** Measures a template until more than `most` is found. */
export function measure(text: string, most: TemplateSize): TemplateSize {
  const { lexer, terminals_: names }: Parser = Reflect.get(Handlebars, "Parser");
  /** The number of levels that are open within each open block. */
  const open = [0];
  let deepest = 0;
  let depth = 0;
  let tokens = 0;
  lexer.setInput(text);
  for (;;) {
    const token = lexer.lex();
    tokens += 1;
    const name = typeof token === "number" ? (names[token] ?? "") : token;
    switch (name) {
      case "OPEN_BLOCK":
      case "OPEN_INVERSE":
      case "OPEN_PARTIAL_BLOCK":
      case "OPEN_RAW_BLOCK":
        open.push(1);
        depth += 1;
        break;
      case "OPEN_INVERSE_CHAIN":
      case "OPEN_SEXPR":
        open.push((open.pop() ?? 0) + 1);
        depth += 1;
        break;
      case "CLOSE_SEXPR":
        open.push((open.pop() ?? 0) - 1);
        depth -= 1;
        break;
      case "OPEN_ENDBLOCK":
      case "END_RAW_BLOCK":
        depth -= open.pop() ?? 0;
        break;
      default:
        break;
    }
    deepest = Math.max(deepest, depth);
    if (token === lexer.EOF || name === "INVALID" || deepest > most.depth || tokens > most.tokens) {
      return { depth: deepest, tokens };
    }
  }
}
