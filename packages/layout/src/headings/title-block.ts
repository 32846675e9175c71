import type { Draft, TextDraft } from "../flow/drafts.ts";
import { Tally } from "../geometry/statistics.ts";
import { hasOwnLines } from "../paragraphs/own-lines.ts";
import type { HeadingCandidate } from "./heading-evidence.ts";

/**
 * Takes the lines under the title of a document out of its headings: names of authors, affiliations, dates and
 * versions, which are set larger than text or bold, and head nothing. `styleKey` names the look of a heading; a look
 * that returns further down the document is that of its headings.
 */
export function withoutTitleBlock(
  headings: readonly HeadingCandidate[],
  { drafts, styleKey }: { readonly drafts: readonly Draft[]; readonly styleKey: (heading: HeadingCandidate) => string },
): HeadingCandidate[] {
  const byDraft = new Map<Draft, HeadingCandidate>(headings.map((heading) => [heading.draft, heading]));
  const block = new Set(titleBlockOf(drafts, byDraft));
  const [title] = [...block].toSorted((a, b) => b.style.sizePt - a.style.sizePt);
  const beforeAddress = new Set(drafts.filter((_, index) => isAddress(drafts[index + 1])));
  const outside = new Tally<string>();
  const later = new Tally<string>();
  for (const heading of headings) {
    if (!block.has(heading)) {
      outside.add(styleKey(heading));
    }
    if (heading.draft.column.page !== FIRST_PAGE) {
      later.add(styleKey(heading));
    }
  }
  const isByline = (heading: HeadingCandidate): boolean => {
    const { text, style, draft } = heading;
    if (heading === title || heading.isInOutline) {
      return false;
    }
    if (heading.numberDepth > 0) {
      return block.has(heading) && isDate(text);
    }
    const isPlain = !style.isBold && !style.isCapitals;
    if (block.has(heading)) {
      const isNamed = isNames(text);
      return (
        isOfAuthor(text) ||
        (isNamed && beforeAddress.has(draft)) ||
        (!outside.counts.has(styleKey(heading)) && (isPlain || isNamed))
      );
    }
    return draft.column.page === FIRST_PAGE
      ? later.total() > 0 && !later.counts.has(styleKey(heading)) && isPlain && (isNames(text) || isOfAuthor(text))
      : isOfAuthor(text) && later.counts.get(styleKey(heading)) === 1;
  };
  return headings.filter((heading) => !isByline(heading));
}

/** The number of the page that a document begins with. */
const FIRST_PAGE = 1;
/** The least number of lines of body text; those of a title block are drafts of fewer, or of lines such as an address. */
const BODY_LINES = 3;

/** The greatest number of lines of an address there. */
const LINES_OF_ADDRESS = 8;

/** Returns the headings above the first text of the first page; none where the pages begin with another. */
function titleBlockOf(drafts: readonly Draft[], byDraft: ReadonlyMap<Draft, HeadingCandidate>): HeadingCandidate[] {
  const block: HeadingCandidate[] = [];
  for (const draft of drafts) {
    const heading = byDraft.get(draft);
    if (draft.kind === "code" || (draft.kind === "text" && draft.column.page !== FIRST_PAGE)) {
      break;
    }
    if (heading !== undefined) {
      block.push(heading);
    } else if (draft.kind === "text" && isBody(draft)) {
      break;
    }
  }
  return block;
}

const isBody = (draft: TextDraft): boolean =>
  draft.marker !== undefined ||
  (draft.lines.length >= BODY_LINES && !(draft.lines.length <= LINES_OF_ADDRESS && hasOwnLines(draft)));

const ADDRESS = /@|https?:|www\./iu;
const VERSION = /^(?:version|v|rev(?:ision)?|release|stand)\.?\s*[\d.]+/iu;
const BY = /^(?:by|von|par|por|di|da|door|af|av)\s+\p{Lu}/iu;
const YEAR = /(?:^|\D)(?:19|20)\d\d(?:\D|$)/u;
const MONTH =
  /^(?:jan|f[eé]v|feb|m[aäeé]r|mrt|apr|avr|abr|ma[iy]|mag|jun|jui|giu|jul|lug|aug|ago|ao[uû]|sep|set|o[ckt]t|out|nov|de[cz]|d[eé]c|dic|gen|ene)\p{L}{0,7}\.?,?$/iu;
/** The greatest number of words of a date, such as `Vienna, the 3rd of May 2014`. */
const WORDS_OF_DATE = 7;

/** Returns whether a text is that of a title block by its words: an address, a version, a date, or the name after "by". */
function isOfAuthor(text: string): boolean {
  return ADDRESS.test(text) || VERSION.test(text) || BY.test(text) || isDate(text);
}

const isAddress = (draft: Draft | undefined): boolean =>
  draft?.kind === "text" && draft.column.page === FIRST_PAGE && isOfAuthor(draft.lines[0]?.text ?? "");

function isDate(text: string): boolean {
  const words = text.split(" ");
  return (
    YEAR.test(text) && words.length <= WORDS_OF_DATE && (words.some((word) => MONTH.test(word)) || !/\p{L}/u.test(text))
  );
}

/** The marks that names carry for notes and affiliations. */
const MARKS = /[\d,;*†‡§¶∗]/gu;
const NAME = /^(?:\p{Lu}[\p{L}.'’-]*|and|und|et|y|e|i|en|og|och|&|de|der|den|van|von|da|di|du|la|le|dos|bin|el|al)$/u;
/** The greatest number of words of names; a name alone has two to four. */
const WORDS_OF_NAMES = 16;
const WORDS_OF_NAME = 4;

/** Returns whether a text reads as the names of people: capitalised words, several of them parted by commas or "and". */
function isNames(text: string): boolean {
  const words = text.split(" ").filter((word) => /\p{L}/u.test(word));
  const isList = / (?:and|und|et|y|e|&) |,/u.test(text);
  return (
    words.length >= 2 &&
    words.length <= (isList ? WORDS_OF_NAMES : WORDS_OF_NAME) &&
    words.every((word) => NAME.test(word.replace(MARKS, "")))
  );
}
