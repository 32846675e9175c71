import type { Token } from "markdown-it";
import type { Hyphenator } from "../typography/hyphenation.ts";
import type { Formulas } from "./formulas.ts";
import type { Slots } from "./slots.ts";

/** The state of reading and rendering one document. */
export interface Environment {
  readonly slots: Slots;
  readonly formulas: Formulas;
  /** The HTML of code blocks, by their tokens. */
  codeBlocks: ReadonlyMap<Token, string>;
  /** The headings in the order of the document. */
  headings: readonly Heading[];
  /** The title in the front matter. */
  readonly title: string | undefined;
  /** How wide the lines are beside those of A4 between usual margins; 1 if absent. */
  readonly lineShare?: number;
  /** Puts soft hyphens into running text; undefined where there are to be none. */
  readonly hyphenate?: Hyphenator | undefined;
  /** Whether there is to be a table of contents, wherever it goes. */
  readonly wantsContents: boolean;
  /** Whether there is a table of contents: the document may ask for it itself. */
  hasContents: boolean;
  /** The HTML of the table of contents. */
  contents: string;
}

export interface Heading {
  readonly level: number;
  /** The heading's id, unique in the document. */
  readonly id: string;
  readonly text: string;
  /** The token with the heading's content; undefined where it is written as HTML. */
  readonly inline?: Token | undefined;
  /** The tokens in which it begins and ends. */
  readonly first: Token;
  readonly last: Token;
}
