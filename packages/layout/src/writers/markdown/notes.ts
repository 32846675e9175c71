import type { Footnote } from "../../blocks.ts";
import { cleanText } from "../common/clean-text.ts";

/**
 * Returns the reference to the footnote of a raised label, such as `[^1]`; undefined where the label is none of a
 * footnote. `before` is the text of the line before the label.
 */
export type NoteReference = (label: string, before: string) => string | undefined;

/** A footnote with the label of its references; undefined where nothing refers to it. */
export interface MarkdownNote {
  readonly note: Footnote;
  readonly label: string | undefined;
}

/** What a raised number may stand behind to refer to a note: a word, or the end of one in signs; no unit or variable. */
const BEFORE_NUMBER = /(?:\p{Lo}|[\p{L}\p{N}]{2}[\p{L}\p{N})]|\b\p{Lu}\p{Ll}|[.,;:!?"'”’»…\]])\s?$/u;
/** The ends of emphasis, which may stand between a word and the label behind it. */
const EMPHASIS_END = /\*{1,3}$/u;
const LABEL = /^[\p{L}\p{N}]+$/u;

/**
 * The footnotes of a document, page by page. Labels of GitHub's footnotes are one space for the whole document, in which
 * the first definition of a label counts, and a definition that no reference matches is not shown at all.
 */
export class MarkdownNotes {
  readonly #taken = new Set<string>();
  readonly #notes: MarkdownNote[] = [];
  #ofPage = new Map<string, { readonly note: Footnote; readonly label: string }>();
  readonly #given = new Set<string>();
  #footnotes: readonly Footnote[] = [];

  /** All notes of the pages that have been ended, in their order. */
  get notes(): readonly MarkdownNote[] {
    return this.#notes;
  }

  /** Begins a page with these footnotes; of several with one label references mean the first. */
  beginPage(footnotes: readonly Footnote[]): void {
    this.#footnotes = footnotes;
    this.#ofPage = new Map();
    for (const note of footnotes) {
      const label = cleanText(note.label).trim();
      if (label !== "" && !this.#ofPage.has(label)) {
        this.#ofPage.set(label, { note, label: this.#unique(LABEL.test(label) ? label : "note") });
      }
    }
  }

  readonly reference: NoteReference = (raised, before) => {
    const found = this.#ofPage.get(raised.trim());
    // The end is enough, and keeps the search from growing with the line.
    const end = before.slice(-12).replace(EMPHASIS_END, "");
    if (found === undefined || (/\d/.test(raised) && !BEFORE_NUMBER.test(end))) {
      return undefined;
    }
    const reference = `[^${found.label}]`;
    this.#given.add(reference);
    return reference;
  };

  /** Ends a page with its text as it is written: notes that it does not refer to have no label. */
  endPage(lines: readonly string[]): void {
    // A reference that was given may be missing: in the cell of a table that then became HTML.
    const written = new Set(lines.flatMap((line) => line.match(REFERENCE) ?? []));
    const isReferred = (label: string): boolean => this.#given.has(`[^${label}]`) && written.has(`[^${label}]`);
    const labels = new Map([...this.#ofPage.values()].map(({ note, label }) => [note, label]));
    for (const note of this.#footnotes) {
      const label = labels.get(note);
      this.#notes.push({ note, label: label !== undefined && isReferred(label) ? label : undefined });
    }
  }

  #unique(label: string): string {
    let unique = label;
    for (let count = 2; this.#taken.has(unique); count++) {
      unique = `${label}-${count}`;
    }
    this.#taken.add(unique);
    return unique;
  }
}

const REFERENCE = /\[\^[\p{L}\p{N}-]+\]/gu;
