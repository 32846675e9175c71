import type { Token } from "markdown-it";
import type { Formulas } from "./formulas.ts";
import type { Slots } from "./slots.ts";

/** What reading and rendering one document goes by. */
export interface Environment {
  readonly slots: Slots;
  readonly formulas: Formulas;
  /** The HTML of code blocks, by their tokens. */
  codeBlocks: ReadonlyMap<Token, string>;
  /** In the order of the document. */
  headings: readonly Heading[];
  /** Of the front matter. */
  readonly title: string | undefined;
  /** Whether there is to be a table of contents, wherever it goes. */
  readonly wantsContents: boolean;
  /** Whether there is one: the document may ask for it itself. */
  hasContents: boolean;
  /** Its HTML. */
  contents: string;
}

export interface Heading {
  readonly level: number;
  /** Unique in the document. */
  readonly id: string;
  readonly text: string;
  /** What is in the heading. */
  readonly inline: Token;
}
