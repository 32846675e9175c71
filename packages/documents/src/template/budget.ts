import { ContentError } from "../composed.ts";

/*
 * The most that one document may cost. A step is a part of a template that is looked at, or 100 characters that are
 * changed; a table of 20,000 rows and ten columns takes less than a million of them.
 */
const MAX_STEPS = 3_000_000;
const CHARACTERS_PER_STEP = 100;
const MAX_CHARACTERS = 20_000_000;

/** Counts the cost of rendering. All methods throw ContentError `document_too_complex` when it is too much. */
export class Budget {
  #steps = 0;
  #characters = 0;
  #depth = 0;

  spend(steps: number): void {
    this.#steps += steps;
    if (this.#steps > MAX_STEPS) {
      throw new ContentError("document_too_complex", "The template's loops run too many times.");
    }
  }

  /** Counts text that is read or made, whether or not it is written. */
  spendText(characters: number): void {
    this.spend(1 + Math.floor(characters / CHARACTERS_PER_STEP));
  }

  /** Counts text of the result. */
  write(characters: number): void {
    this.#characters += characters;
    if (this.#characters > MAX_CHARACTERS) {
      throw new ContentError("document_too_complex", "The template makes a document that is too long.");
    }
  }

  /** Runs `work`, which is the content of a block or a partial, one level deeper. */
  within(work: () => void): void {
    this.#depth += 1;
    if (this.#depth > MAX_RENDERED_DEPTH) {
      throw new ContentError(
        "document_too_complex",
        "The template's partials and blocks are nested too deeply; a partial may include itself.",
      );
    }
    work();
    this.#depth -= 1;
  }
}

/** The deepest nesting of blocks, partials and their content, together: a partial that names itself ends here. */
const MAX_RENDERED_DEPTH = 150;
