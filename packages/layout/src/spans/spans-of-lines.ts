import type { Span } from "../blocks.ts";
import type { FlowLine } from "../flow/flow.ts";
import type { Line, Word } from "../words.ts";
import type { LinkedPart } from "./links.ts";
import { HYPHEN_END, type Vocabulary } from "./vocabulary.ts";

export interface SpanSources {
  readonly vocabulary: Vocabulary;
  /** Returns the parts of a word that links lie over; undefined where none does. */
  readonly linksOf: (word: Word) => readonly LinkedPart[] | undefined;
  /** Whether next to all text is of fixed pitch, which then does not distinguish code. */
  readonly isFixedText?: boolean;
}

/**
 * Returns the text of lines that are one block as spans; the first `skip` words are the block's marker and are left
 * out. Where the block `keepsLines`, `\n` ends its lines; otherwise the text is on one.
 */
export function spansOfLines(
  lines: readonly FlowLine[],
  sources: SpanSources,
  { skip = 0, keepsLines = false } = {},
): Span[] {
  const runs = new Runs();
  let last: Word | undefined;
  for (const [index, { line }] of lines.entries()) {
    const words = index === 0 ? line.words.slice(skip) : line.words;
    for (const [at, word] of words.entries()) {
      const isLineStart = last !== undefined && at === 0;
      const gap =
        last === undefined || word.isJoined === true
          ? ""
          : isLineStart
            ? keepsLines
              ? "\n"
              : acrossLines(word, { last, runs, vocabulary: sources.vocabulary })
            : " ";
      addWord(word, { line, gap, runs, links: sources.linksOf(word), isFixedText: sources.isFixedText === true });
      last = word;
    }
  }
  return runs.spans();
}

type Style = Omit<Span, "text">;

/** What stands before a word. */
type Gap = "" | " " | "\n";

function addWord(
  word: Word,
  {
    line,
    gap,
    runs,
    links,
    isFixedText,
  }: {
    readonly line: Line;
    readonly gap: Gap;
    readonly runs: Runs;
    readonly links: readonly LinkedPart[] | undefined;
    readonly isFixedText: boolean;
  },
): void {
  if (word.formula !== undefined) {
    runs.add(word.text, { formula: word.formula }, gap);
    return;
  }
  const { code, ...look } = styleOf(word, line);
  const style = code === undefined || isFixedText ? look : { ...look, code };
  if (links === undefined) {
    runs.add(word.text, style, gap);
    return;
  }
  for (const [index, { text, href }] of links.entries()) {
    runs.add(text, href === undefined ? style : { ...style, href }, index === 0 ? gap : "");
  }
}

const LOWER_START = /^\p{Ll}/u;
/** What is set in capitals is hyphenated as other text; a single one may be an initial. */
const CAPITALS = /^[^\p{L}]*\p{Lu}\p{Lu}[^\p{Ll}]*$/u;
/** Scripts that are written without spaces. */
const UNSPACED_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]$/u;
const UNSPACED_START = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]/u;
/** The beginning of an address that a line end has cut, behind a slash or another sign. */
const ADDRESS = /^(?:https?:\/\/|www\.)\S*[/._?=&-]$/i;
const ADDRESS_PART = /^[\w%./?=&#~+-]+$/;

/**
 * Returns what stands between a word and the one that ends the line above it. A hyphen of the line end is taken out.
 */
function acrossLines(
  word: Word,
  { last, runs, vocabulary }: { readonly last: Word; readonly runs: Runs; readonly vocabulary: Vocabulary },
): "" | " " {
  const isHyphenated = HYPHEN_END.test(last.text);
  if (isHyphenated && (LOWER_START.test(word.text) || (CAPITALS.test(word.text) && CAPITALS.test(last.text)))) {
    if (last.text.endsWith("\u00AD") || vocabulary.isOneWord(last.text, word.text)) {
      runs.dropLast();
    }
    return "";
  }
  const isAddress = ADDRESS.test(last.text) && ADDRESS_PART.test(word.text);
  const isUnspaced = UNSPACED_END.test(last.text) && UNSPACED_START.test(word.text);
  return isHyphenated || isAddress || isUnspaced || /\S—$/u.test(last.text) ? "" : " ";
}

/** Dots that lead to a page number. */
// oxlint-disable-next-line quire/linear-patterns -- only engine processes run it, which end at their deadline
const LEADERS = /(?:\s?[.·…_]){5,}\s*(?=(?:\d+|[ivxl]+)?$)/u;

/** Collects text and joins runs of one style to spans. */
class Runs {
  readonly #spans: { text: string; style: Style; key: string }[] = [];

  add(text: string, style: Style, gap: Gap): void {
    const last = this.#spans.at(-1);
    const key = JSON.stringify(style);
    if (last !== undefined && last.key === key && style.formula === undefined) {
      last.text += gap + text;
      return;
    }
    if (last !== undefined) {
      last.text += gap;
    }
    this.#spans.push({ text, style, key });
  }

  dropLast(): void {
    const last = this.#spans.at(-1);
    if (last !== undefined) {
      last.text = last.text.slice(0, -1);
    }
  }

  spans(): Span[] {
    return this.#withoutEmphasisOfSigns()
      .map(({ text, style }, index, all) => ({
        // Leaders in a style of their own part the words around them all the same.
        text: text
          .replaceAll("\u00AD", "")
          .replace(LEADERS, (_, at) => (at === 0 && (all[index - 1]?.text ?? " ").endsWith(" ") ? "" : " ")),
        ...style,
      }))
      .filter(({ text }) => text !== "");
  }

  /**
   * Signs that come from another font than the words around them, such as the minus and the dots of mathematical type
   * in an address, have the emphasis of one of their neighbours, or none.
   */
  #withoutEmphasisOfSigns(): { readonly text: string; readonly style: Style }[] {
    const joined: { text: string; readonly style: Style; readonly key: string }[] = [];
    for (const [index, run] of this.#spans.entries()) {
      const neighbours = [joined.at(-1)?.style, this.#spans[index + 1]?.style];
      const style =
        run.style.formula !== undefined ||
        WORDY.test(run.text) ||
        neighbours.some((other) => hasEmphasisOf(run.style, other))
          ? run.style
          : withoutEmphasis(run.style);
      const key = JSON.stringify(style);
      const last = joined.at(-1);
      if (last !== undefined && last.key === key && style.formula === undefined) {
        last.text += run.text;
      } else {
        joined.push({ text: run.text, style, key });
      }
    }
    return joined;
  }
}

const WORDY = /[\p{L}\p{N}]/u;

const hasEmphasisOf = ({ bold = false, italic = false }: Style, other: Style | undefined): boolean =>
  (bold || italic) && (other?.bold ?? false) === bold && (other?.italic ?? false) === italic;

const withoutEmphasis = ({ bold: _bold, italic: _italic, ...style }: Style): Style => style;

/**
 * The least distance of raised type from the baseline, in ems of the line; half of it is enough for lowered type.
 * `SCRIPT_SIZE` is its greatest size, as a share of the line's.
 */
const SCRIPT_SHIFT_EM = 0.12;
const SCRIPT_SIZE = 0.86;

function styleOf(word: Word, line: Line): Style {
  const script = scriptOf(word, line);
  return {
    ...(word.isBold && { bold: true }),
    ...(word.font.isItalic && { italic: true }),
    ...(word.font.isFixedPitch && { code: true }),
    ...(script !== undefined && { script }),
  };
}

export function scriptOf(word: Word, line: Line): "super" | "sub" | undefined {
  if (word.sizePt > SCRIPT_SIZE * line.sizePt) {
    return undefined;
  }
  const rise = (line.baselineY - word.baselineY) / line.sizePt;
  return rise > SCRIPT_SHIFT_EM ? "super" : rise < -SCRIPT_SHIFT_EM / 2 ? "sub" : undefined;
}

export const textOf = (spans: readonly Span[]): string => spans.map(({ text }) => text).join("");
