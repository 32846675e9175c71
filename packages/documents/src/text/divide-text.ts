/** A paragraph with its line ends and the blank lines after it, or a piece of a very long one. */
interface Paragraph {
  readonly text: string;
  /** Whether a form feed stands before it. */
  readonly beginsPage: boolean;
}

export type Section = readonly Paragraph[];

/**
 * The greatest numbers of characters and pages in a section: beyond about these the browser's time for a document grows
 * faster than the document.
 */
const SECTION_CHARACTERS = 1_500_000;
const SECTION_PAGES = 500;
/** The least share of a section before it ends where a page ends anyway. */
const ENOUGH = 0.75;
/** The greatest length of a paragraph, in characters, for the same reason. */
const PARAGRAPH_CHARACTERS = 50_000;

/**
 * Divides a text into paragraphs, and those into sections that are each printed apart. A section begins on a new page,
 * so there are few, and they end at a form feed where there is one near.
 * @param pagesOf returns about how many pages so many characters and lines take
 */
export function* divideText(
  text: string,
  { pagesOf }: { readonly pagesOf: (characters: number, lines: number) => number },
): Generator<Section, void, undefined> {
  let section: Paragraph[] = [];
  let share = 0;
  for (const paragraph of paragraphsOf(text)) {
    if (share >= (paragraph.beginsPage ? ENOUGH : 1)) {
      yield section;
      section = [];
      share = 0;
    }
    section.push(paragraph);
    const { length } = paragraph.text;
    const pages = Math.max(pagesOf(length, linesOf(paragraph.text)), paragraph.beginsPage ? 1 : 0);
    share += Math.max(length / SECTION_CHARACTERS, pages / SECTION_PAGES);
  }
  yield section;
}

function* paragraphsOf(text: string): Generator<Paragraph, void, undefined> {
  let isFirst = true;
  for (const page of text.split("\f")) {
    let beginsPage = !isFirst;
    for (const block of blocksOf(page)) {
      yield { text: block, beginsPage };
      beginsPage = false;
    }
    isFirst = false;
  }
}

/**
 * Yields the blocks of text between blank lines, with those that follow them; none is longer than a paragraph may be.
 */
function* blocksOf(page: string): Generator<string, void, undefined> {
  let start = 0;
  let wasBlank = false;
  for (let at = 0; at < page.length; ) {
    const feed = page.indexOf("\n", at);
    const end = feed === -1 ? page.length : feed + 1;
    const isBlank = page.slice(at, end).trim() === "";
    const isLong = end - start > PARAGRAPH_CHARACTERS;
    if (at > start && ((wasBlank && !isBlank) || isLong)) {
      yield page.slice(start, at);
      start = at;
    }
    while (end - start > PARAGRAPH_CHARACTERS) {
      const cut = cutOf(page.slice(start, start + PARAGRAPH_CHARACTERS));
      yield page.slice(start, start + cut);
      start += cut;
    }
    wasBlank = isBlank;
    at = end;
  }
  // A page between two form feeds is a page, too.
  yield page.slice(start);
}

/** Returns where to break a line without an end: after its last space, or before its last letter as it is seen. */
function cutOf(piece: string): number {
  const tail = piece.slice(-TAIL_CHARACTERS);
  const space = tail.lastIndexOf(" ");
  const letter = [...GRAPHEMES.segment(tail)].at(-1)?.index ?? 0;
  const inTail = space === -1 ? letter : space + 1;
  if (inTail > 0) {
    return piece.length - tail.length + inTail;
  }
  return /[\ud800-\udbff]$/.test(piece) ? piece.length - 1 : piece.length;
}

const TAIL_CHARACTERS = 200;
const GRAPHEMES = new Intl.Segmenter("und", { granularity: "grapheme" });

const linesOf = (text: string): number => text.split("\n").length - 1;
