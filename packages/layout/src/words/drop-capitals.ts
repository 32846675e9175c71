import { boxAround } from "../geometry/boxes.ts";
import type { Line, Word } from "../words.ts";

/** The least size of a drop capital, as a multiple of that of its text. */
const LARGER = 1.8;
/** The greatest gap between a drop capital and its text, and the greatest overlap, in ems of the text. */
const REACH_EM = 1.2;
const OVERLAP_EM = 0.4;
/** The greatest difference of baselines that are one, and of starts of lines that are, in ems. */
const SAME_EM = 0.3;
/** The height of capitals, in ems of their own. */
const CAPITAL_EM = 0.75;
/** The least shift by which text is a word of its own behind a capital that may be a word, in ems. */
const SPACE_EM = 0.15;

const CAPITAL = /^["'“‘«„]?\p{Lu}$/u;
const MAY_BE_WORD = /[AIOYÀÉÓ]$/u;

/** The greatest number of large capitals of a page that are looked at; a page with more shows its alphabet. */
const MOST = 20;

/**
 * Returns lines in which a drop capital, a large letter beside two or more lines, begins the first of these and not the
 * one that it shares its baseline with. Its word is of the size of the first line, whose place stays: the other lines
 * begin where it does.
 */
export function withDropCapitals(lines: readonly Line[]): Line[] {
  const large = lines.filter(isBegunLarge);
  if (large.length > MOST) {
    return [...lines];
  }
  let result = [...lines];
  for (const line of large) {
    const [capital, ...words] = line.words;
    const rest = words.length === 0 ? [] : [{ ...line, words, ...boxAround(words) }];
    const [first, second] =
      capital === undefined ? [] : linesBeside(capital, [...result.filter((other) => other !== line), ...rest]);
    if (capital !== undefined && first !== undefined && second !== undefined) {
      const begun = begunWith(capital, first, second);
      result = result.flatMap((other) => (other === line ? rest : other === first ? [begun] : [other]));
    }
  }
  return result;
}

function isBegunLarge({ words, rotation }: Line): boolean {
  const [first, second] = words;
  return (
    rotation === 0 &&
    first !== undefined &&
    CAPITAL.test(first.text) &&
    (second === undefined || second.sizePt * LARGER <= first.sizePt)
  );
}

/** Returns the lines beside a large capital, from its top to its baseline; none where they are not two or more. */
function linesBeside(capital: Word, lines: readonly Line[]): readonly Line[] {
  const top = capital.baselineY - CAPITAL_EM * capital.sizePt;
  const beside = lines
    .filter(
      (line) =>
        line.rotation === 0 &&
        line.sizePt * LARGER <= capital.sizePt &&
        line.baselineY > top &&
        line.baselineY < capital.baselineY + SAME_EM * line.sizePt &&
        line.xMin - capital.xMax < REACH_EM * line.sizePt &&
        capital.xMax - line.xMin < OVERLAP_EM * line.sizePt,
    )
    .toSorted((a, b) => a.baselineY - b.baselineY);
  const last = beside.at(-1);
  const isAtFoot = last !== undefined && Math.abs(last.baselineY - capital.baselineY) < SAME_EM * last.sizePt;
  return beside.length > 1 && isAtFoot ? beside : [];
}

function begunWith(capital: Word, line: Line, next: Line): Line {
  const [first, ...rest] = line.words;
  const isWord = MAY_BE_WORD.test(capital.text) && line.xMin - next.xMin > SPACE_EM * line.sizePt;
  const { sizePt, baselineY, yMin, yMax } = line;
  const own: Word = { ...capital, sizePt, baselineY, yMin, yMax, ...(first !== undefined && styleOf(first)) };
  return { ...line, words: first === undefined ? [own] : [own, { ...first, isJoined: !isWord }, ...rest] };
}

/** Returns the style of the text that a capital begins: its own is decoration. */
const styleOf = ({ font, isBold, color }: Word): Pick<Word, "font" | "isBold" | "color"> => ({ font, isBold, color });
