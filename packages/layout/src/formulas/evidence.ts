import type { PageContent } from "../content.ts";
import { glyphText } from "../glyphs/glyph-text.ts";
import type { Line, Word } from "../words.ts";
import { mathFontOf } from "./math-fonts.ts";
import { isFunctionName, type Role, signOf } from "./signs.ts";

/* What each glyph of a line says about whether a formula is there. */

/**
 * What a glyph is evidence of. `variable`: a formula for certain; `sign`: one where there are operands; `neutral`: digits
 * and signs that text has too; `name`: the name of a function; `single`: an upright letter by itself; `text`: a word.
 */
type Evidence = "variable" | "sign" | "neutral" | "name" | "single" | "text";

export interface Token {
  readonly glyph: number;
  readonly word: Word;
  readonly text: string;
  readonly evidence: Evidence;
  readonly role: Role;
  /** Whether the glyph is of a font of mathematics. */
  readonly isOfMath: boolean;
  /** Whether it is smaller type, above or below the baseline of its line. */
  readonly isShifted: boolean;
  readonly xMin: number;
  readonly xMax: number;
}

/** Signs in fonts of mathematics that text has too: bullets, marks of notes. */
const OF_TEXT = /^[•∗*†‡§¶©®⋆★◦◇□■▪►▶✓✗–—]$/u;
const ALPHANUMERIC = /^[\u{1D400}-\u{1D7FF}ℂℍℕℙℚℝℤℓℏ℘]$/u;
const GREEK = /^[\u0370-\u03FF]$/u;
const OPERATOR = /^[\u2190-\u21FF\u2200-\u22FF\u2A00-\u2AFF±×÷⟨⟩∆]$/u;
const LETTERS = /^\p{L}[\p{L}\p{M}]*$/u;

/** The least distance from the baseline of raised and lowered type, and its greatest size, as shares of the line's. */
const SHIFT_EM = 0.1;
const SHIFTED_SIZE = 0.9;

/** Returns the tokens of lines that are read as one, from the left; the first has their baseline. */
export function tokensOf(content: PageContent, lines: readonly Line[], isGreek: boolean): Token[] {
  const [host] = lines;
  const tokens = lines
    .flatMap((line) => line.words.flatMap((word) => word.glyphs.map((glyph) => ({ word, glyph }))))
    .map(({ word, glyph }) => tokenOf(content, { word, glyph, host, isGreek }))
    .filter(({ text }) => text !== "")
    .toSorted((a, b) => a.xMin - b.xMin);
  return withNames(tokens);
}

function tokenOf(
  { glyphs, fonts }: PageContent,
  {
    word,
    glyph,
    host,
    isGreek,
  }: { readonly word: Word; readonly glyph: number; readonly host: Line | undefined; readonly isGreek: boolean },
): Token {
  const text = glyphText(glyphs.text[glyph] ?? "").trim();
  const font = fonts[glyphs.font[glyph] ?? 0];
  const isOfMath = font !== undefined && mathFontOf(font) !== undefined;
  const sizePt = glyphs.sizePt[glyph] ?? 0;
  const lineSizePt = host?.sizePt ?? sizePt;
  const isOff = Math.abs((glyphs.originY[glyph] ?? 0) - (host?.baselineY ?? 0)) > SHIFT_EM * lineSizePt;
  return {
    glyph,
    word,
    text,
    evidence: evidenceOf(text, isOfMath, isGreek),
    role: signOf(text)?.role ?? "ordinary",
    isOfMath,
    isShifted: isOff && sizePt < SHIFTED_SIZE * lineSizePt,
    xMin: glyphs.xMin[glyph] ?? 0,
    xMax: glyphs.xMax[glyph] ?? 0,
  };
}

function evidenceOf(text: string, isOfMath: boolean, isGreek: boolean): Evidence {
  if (ALPHANUMERIC.test(text)) {
    return "variable";
  }
  if (OF_TEXT.test(text)) {
    return "neutral";
  }
  if (isOfMath) {
    return LETTERS.test(text) || /^[∂∇∞∅∀∃√]$/u.test(text) ? "variable" : "sign";
  }
  if (GREEK.test(text) && !isGreek) {
    return "variable";
  }
  if (LETTERS.test(text)) {
    return "text";
  }
  return OPERATOR.test(text) ? "sign" : "neutral";
}

/** The widest gap within a word, in ems. */
const WORD_EM = 0.15;

/** Returns tokens with the upright letters known that are the name of a function, or stand alone. */
function withNames(tokens: readonly Token[]): Token[] {
  const result: Token[] = [];
  for (let from = 0; from < tokens.length; ) {
    const first = tokens[from];
    let to = from + 1;
    while (to < tokens.length && isOneWord(tokens[to - 1], tokens[to])) {
      to++;
    }
    const run = tokens.slice(from, to);
    const text = run.map((token) => token.text).join("");
    const evidence = isFunctionName(text) ? "name" : run.length === 1 && text.length === 1 ? "single" : "text";
    result.push(...(first?.evidence === "text" ? run.map((token) => ({ ...token, evidence }) as const) : run));
    from = to;
  }
  return result;
}

const isOneWord = (last: Token | undefined, next: Token | undefined): boolean =>
  last !== undefined &&
  next !== undefined &&
  last.evidence === "text" &&
  next.evidence === "text" &&
  last.isShifted === next.isShifted &&
  next.xMin - last.xMax < WORD_EM * last.word.sizePt;

/** Returns whether a page has words in Greek: there a Greek letter is no variable. */
export function hasGreekWords({ lines }: { readonly lines: readonly Line[] }): boolean {
  let words = 0;
  for (const { words: own } of lines) {
    for (const { text, font } of own) {
      words += mathFontOf(font) === undefined && /^[\p{Script=Greek}\p{M}]{3,}[.,;:]?$/u.test(text) ? 1 : 0;
    }
  }
  return words > 4;
}
