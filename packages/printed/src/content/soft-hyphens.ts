import { type CosDocument, Dict, type Page, Stream } from "@quire/cos";

/*
 * A browser shows a soft hyphen at which no line ends as an empty glyph that stands for U+00AD. Readers of the text take
 * that for a character, or for a space within the word.
 */

/**
 * The operator, as browsers write it, that begins what stands for text other than that of its glyphs (ISO 32000-2,
 * 14.9.4), in UTF-16.
 */
const BEGIN = "/Span<</ActualText <FEFF";
const TEXT_END = "> >> BDC";
const END = "EMC";
const SOFT_HYPHEN = "00AD";
// oxlint-disable-next-line quire/linear-patterns -- it is used between two operators, some fifty bytes apart
const SHOWN = /(?:<[\dA-F]*>|\((?:\\[^]|[^\\)])*\)|\[[^\]]*\])\s*TJ?\s*/giu;

/**
 * Returns a content stream without its soft hyphens, and with the same look; undefined for one that has none. The
 * hyphens at the ends of lines are separate characters.
 */
export function withoutSoftHyphens(bytes: Uint8Array): Uint8Array | undefined {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!content.includes(BEGIN) || !content.includes(SOFT_HYPHEN)) {
    return undefined;
  }
  const text = content.toString("latin1");
  const kept: string[] = [];
  let at = 0;
  for (let begin = text.indexOf(BEGIN); begin >= 0; begin = text.indexOf(BEGIN, begin + BEGIN.length)) {
    const start = begin + BEGIN.length;
    const textEnd = text.indexOf(TEXT_END, start);
    const units = text.slice(start, textEnd).match(/.{4}/gsu) ?? [];
    const end = text.indexOf(END, textEnd);
    if (textEnd < 0 || end < 0) {
      break;
    }
    const rest = units.filter((unit) => unit !== SOFT_HYPHEN);
    if (rest.length === units.length) {
      continue;
    }
    // The glyph goes, its place stays: the next one is placed from there.
    const shown = text.slice(textEnd + TEXT_END.length, end);
    kept.push(
      text.slice(at, begin),
      rest.length === 0
        ? shown.replaceAll(SHOWN, "")
        : BEGIN + rest.join("") + TEXT_END + withoutEmpty(shown, text.slice(end, end + AHEAD)) + END,
    );
    at = end + END.length;
  }
  kept.push(text.slice(at));
  return at === 0 ? undefined : new Uint8Array(Buffer.from(kept.join(""), "latin1"));
}

/** The characters behind marked content in which the way to the next glyph is. */
const AHEAD = 20;
const NO_WAY = /^\s*(?:EMC\s+)?0 0 Td/;

/**
 * Returns operators that show glyphs without the empty ones of soft hyphens, from which there is no way to the next: of a
 * ligature around a soft hyphen there are both.
 */
const withoutEmpty = (shown: string, next: string): string =>
  shown.replaceAll(SHOWN, (operator: string, offset: number) =>
    NO_WAY.test(shown.slice(offset + operator.length) + next) ? "" : operator,
  );

/** Takes the soft hyphens out of the pages of a document that nothing else reads the content of. */
export function dropSoftHyphens(document: CosDocument, pages: readonly Page[]): void {
  for (const page of pages) {
    const { bytes, damage } = page.contents(document.bounds);
    const changed = damage.length === 0 ? withoutSoftHyphens(bytes) : undefined;
    if (changed !== undefined) {
      page.dict.set("Contents", document.add(new Stream(new Dict(), changed)));
    }
  }
}
