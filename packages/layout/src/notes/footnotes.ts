import type { Draft, TextDraft } from "../flow/drafts.ts";
import type { DocumentStyle, FlowLine } from "../flow/flow.ts";
import { scriptOf } from "../spans/spans-of-lines.ts";
import type { Word } from "../words.ts";

/** A note at the foot of a page or a column. */
export interface Note {
  readonly label: string;
  readonly draft: TextDraft;
  /** The number of words of the note's first line that its mark takes. */
  readonly words: number;
}

/** The greatest size of a note, as a share of the size of body text. */
const SMALLER = 0.93;
/** The highest place of a note, as a share of the page's height from the top. */
const LOWER_HALF = 0.45;

/** Separates the notes at the feet of columns from the text. */
export function takeNotes(
  drafts: readonly Draft[],
  { style, heightOf }: { readonly style: DocumentStyle; readonly heightOf: (page: number) => number },
): { readonly text: Draft[]; readonly notes: Note[] } {
  const notes: Note[] = [];
  const taken = new Set<Draft>();
  let before: Draft | undefined;
  for (const own of byColumn(drafts)) {
    const small = trailing(own, (draft) => isSmall(draft, { style, heightOf }));
    const marks = small.map((draft, index) => markOf(draft) ?? markBeside(draft, small[index + 1]));
    const first = marks.findIndex((mark) => mark !== undefined);
    const above = own.at(-1 - small.length) ?? before;
    before = own.at(-1);
    const [note] = small;
    if (first < 0 || (first === 0 && note !== undefined && isListed(note, above, style))) {
      continue;
    }
    before = undefined;
    let open: TextDraft | undefined;
    let openMark: Mark | undefined;
    const close = (): void => {
      if (open !== undefined && openMark !== undefined) {
        notes.push({ label: openMark.label, words: openMark.words, draft: open });
      }
    };
    for (const [index, draft] of small.entries()) {
      if (index < first) {
        continue;
      }
      taken.add(draft);
      const mark = marks[index];
      if (mark !== undefined || open === undefined) {
        close();
        open = draft;
        openMark = mark;
      } else {
        open = { ...open, lines: [...open.lines, ...draft.lines] };
      }
    }
    close();
  }
  return { text: drafts.filter((draft) => !taken.has(draft)), notes };
}

/** The greatest difference of the places and the sizes of items of one list, in points. */
const SAME_PT = 1;

/**
 * Returns whether a draft is an item of a list in small type, as works that are cited often are, and no note: it goes on
 * with the numbers of the item above it, at the same place in its column, or is the first below a heading.
 */
function isListed(draft: TextDraft, above: Draft | undefined, style: DocumentStyle): boolean {
  const number = numberOf(draft);
  const [own] = draft.lines;
  const [other] = above?.kind === "text" ? above.lines : [];
  if (number === undefined || above?.kind !== "text" || own === undefined || other === undefined) {
    return false;
  }
  const isBelowHeading = number === 1 && above.lines.length === 1 && isHeavy(other, style);
  const offsets = [0, 1].map((at) => startOf(own, at) - draft.column.xMin - (startOf(other, at) - above.column.xMin));
  const isSamePlace = offsets.some((offset) => Math.abs(offset) < SAME_PT);
  const isSameSize = Math.abs(own.line.sizePt - other.line.sizePt) < SAME_PT;
  return isBelowHeading || (number - 1 === numberOf(above) && isSamePlace && isSameSize);
}

/** Returns whether a line is bold or in larger type than the text, as headings are. */
const isHeavy = ({ line }: FlowLine, { bodySizePt, isBodyBold }: DocumentStyle): boolean =>
  line.sizePt > bodySizePt || (!isBodyBold && line.words.every(({ isBold }) => isBold));

const startOf = ({ line }: FlowLine, word: number): number => line.words[word]?.xMin ?? Number.NaN;

/** Returns the number that a draft begins with, if it is not raised. */
function numberOf({ lines: [first] }: TextDraft): number | undefined {
  const [word] = first?.line.words ?? [];
  if (first === undefined || word === undefined || scriptOf(word, first.line) === "super") {
    return undefined;
  }
  const [, digits] = /^[[(]?(\d{1,3})[.)\]]?$/u.exec(word.text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

function byColumn(drafts: readonly Draft[]): Draft[][] {
  const columns = new Map<number, Draft[]>();
  for (const draft of drafts) {
    const { order } = draft.kind === "code" ? (draft.parts[0]?.column ?? { order: -1 }) : draft.column;
    const own = columns.get(order);
    if (own === undefined) {
      columns.set(order, [draft]);
    } else {
      own.push(draft);
    }
  }
  return [...columns.values()];
}

function trailing(drafts: readonly Draft[], isOne: (draft: TextDraft) => boolean): TextDraft[] {
  const found: TextDraft[] = [];
  for (const draft of drafts.toReversed()) {
    if (draft.kind !== "text" || !isOne(draft)) {
      break;
    }
    found.unshift(draft);
  }
  return found;
}

function isSmall(
  { lines, column }: TextDraft,
  { style, heightOf }: { readonly style: DocumentStyle; readonly heightOf: (page: number) => number },
): boolean {
  const top = lines[0]?.line.yMin ?? 0;
  return (
    top > LOWER_HALF * heightOf(column.page) && lines.every(({ line }) => line.sizePt <= SMALLER * style.bodySizePt)
  );
}

interface Mark {
  readonly label: string;
  readonly words: number;
}

const SIGN = /^(?:[*∗†‡§¶‖]{1,3}|\d{1,3}|\[\d{1,3}\]|[a-z])$/u;
const WITH_DOT = /^(\d{1,3}|[*∗†‡])[.)]?$/u;

/** Returns the mark that a note begins with: a raised one, or a number or sign that is a word by itself. */
function markOf({ lines }: TextDraft): Mark | undefined {
  const [first] = lines;
  const [word, second] = first?.line.words ?? [];
  return first === undefined || word === undefined || second === undefined ? undefined : markAt(word, first);
}

/** The greatest distance between the baselines of a mark and its note, in ems of the note. */
const BESIDE_EM = 0.7;

/** Returns the mark that stands by itself left of a note. */
function markBeside({ lines, column }: TextDraft, next: TextDraft | undefined): Mark | undefined {
  const [first, second] = lines;
  const [word, other] = first?.line.words ?? [];
  const note = next?.lines[0]?.line;
  const isBeside =
    first !== undefined &&
    word !== undefined &&
    second === undefined &&
    other === undefined &&
    note !== undefined &&
    next !== undefined &&
    next.column.page === column.page &&
    note.xMin > first.line.xMax &&
    Math.abs(note.baselineY - word.baselineY) <= BESIDE_EM * note.sizePt;
  return isBeside && SIGN.test(word.text) && !/^[a-z]$/.test(word.text) ? { label: word.text, words: 1 } : undefined;
}

function markAt(word: Word, { line }: FlowLine): Mark | undefined {
  if (!SIGN.test(word.text) && !WITH_DOT.test(word.text)) {
    return undefined;
  }
  const isRaised = scriptOf(word, line) === "super";
  return isRaised || !/^[a-z]$/.test(word.text) ? { label: word.text.replace(/[.)]$/, ""), words: 1 } : undefined;
}

/** Returns whether a line begins with a raised mark: notes follow each other without a gap. */
export function beginsWithRaisedMark({ line }: FlowLine): boolean {
  const [word] = line.words;
  return word !== undefined && line.words.length > 1 && SIGN.test(word.text) && scriptOf(word, line) === "super";
}
