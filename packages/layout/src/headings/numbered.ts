import type { Draft, TextDraft } from "../flow/drafts.ts";

/** A number as sections have it: `3`, `3.`, `3.1`, `IV.` or `B.` at the start of a text. */
const NUMBER = /^(?:(\d{1,2}(?:\.\d{1,2}){0,3})\.?|([IVX]{1,5})\.|([A-Z])\.)\s+\p{Lu}/u;

/** The greatest length of a heading in the size of the text, in letters. */
const MOST_LETTERS = 90;
/** The least share of the numbers of a sequence that have text behind them. */
const WITH_TEXT = 0.75;
/** The least number of headings that make a sequence. */
const LEAST = 2;

interface Numbered {
  readonly draft: TextDraft;
  /** The number without its last part, and the writing of that part: those of one sequence have the same. */
  readonly family: string;
  readonly value: number;
  readonly hasText: boolean;
}

/**
 * Finds single lines that are numbered one after the other with text between them, as headings are that nothing else
 * sets apart; items of a list follow each other.
 */
export function numberedInSequence(drafts: readonly Draft[]): ReadonlySet<Draft> {
  const open = new Map<string, Numbered[]>();
  const found = new Set<Draft>();
  const close = (family: string): void => {
    const run = open.get(family) ?? [];
    const withText = run.filter(({ hasText }) => hasText).length;
    if (run.length >= LEAST && withText >= WITH_TEXT * run.length) {
      for (const { draft } of run) {
        found.add(draft);
      }
    }
    open.delete(family);
  };
  for (const [index, draft] of drafts.entries()) {
    for (const own of numberedOf(draft, drafts[index + 1])) {
      const run = open.get(own.family);
      if (run?.at(-1)?.value === own.value - 1) {
        run.push(own);
      } else if (own.value === 1) {
        close(own.family);
        open.set(own.family, [own]);
      }
    }
  }
  for (const family of open.keys()) {
    close(family);
  }
  return found;
}

/** Yields the readings of the number of a draft: `I.` may be a Roman number or a letter. */
function* numberedOf(draft: Draft, next: Draft | undefined): Iterable<Numbered> {
  const [first] = draft.kind === "text" && draft.lines.length === 1 ? draft.lines : [];
  const text = first?.text ?? "";
  if (draft.kind !== "text" || text.length > MOST_LETTERS || /[.;,:]$/u.test(text)) {
    return;
  }
  const [, digits, roman, letter] = NUMBER.exec(text) ?? [];
  const hasText = next !== undefined && (next.kind !== "text" || isProse(next));
  if (digits !== undefined) {
    const parts = digits.split(".");
    yield { draft, family: `${parts.slice(0, -1).join(".")}.#`, value: Number(parts.at(-1)), hasText };
  }
  if (roman !== undefined) {
    yield { draft, family: "roman", value: valueOfRoman(roman), hasText };
  }
  const single = letter ?? (roman?.length === 1 ? roman : undefined);
  if (single !== undefined) {
    yield { draft, family: "letter", value: single.charCodeAt(0) - 64, hasText };
  }
}

/** Returns whether a draft has lines of text, and no number that may be the next of the sequence. */
const isProse = ({ lines: [first, second] }: TextDraft): boolean =>
  first !== undefined && !NUMBER.test(first.text) && (second !== undefined || first.text.length > MOST_LETTERS / 2);

const ROMAN: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10 };

function valueOfRoman(text: string): number {
  const values = Array.from(text, (sign) => ROMAN[sign] ?? 0);
  return values.reduce((sum, own, at) => sum + (own < (values[at + 1] ?? 0) ? -own : own), 0);
}
