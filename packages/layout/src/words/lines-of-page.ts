import type { Box, PageContent } from "../content.ts";
import { boxAround } from "../geometry/boxes.ts";
import { type Rotation, rotationOf } from "../geometry/turning.ts";
import { fontFacts } from "../glyphs/font-facts.ts";
import type { Line } from "../words.ts";
import { withDrawnUnderscores } from "./drawn-underscores.ts";
import { withDropCapitals } from "./drop-capitals.ts";
import { placingOf } from "./placing.ts";
import { withRaised } from "./raised.ts";
import { rowsOf } from "./rows.ts";
import { isStraight, rotationOfSlanted, slantedLines } from "./slanted.ts";
import { withSpacedWords } from "./spaced-words.ts";
import { withUnnamedBullets } from "./unnamed-bullets.ts";
import type { Letters } from "./word-of.ts";
import { type Segment, segmentsOfRow } from "./words-of-row.ts";

/** Returns the words of a page in lines that no wide gap interrupts, rotation by rotation. */
export function linesOfPage(content: PageContent, glyphs: readonly number[]): Line[] {
  const fonts = fontFacts(content);
  const byRotation = new Map<Rotation, number[]>();
  const slanted: number[] = [];
  const { angleDegrees } = content.glyphs;
  for (const glyph of glyphs) {
    const degrees = angleDegrees[glyph] ?? 0;
    const rotation = rotationOf(degrees);
    const own = isStraight(degrees) ? byRotation.get(rotation) : slanted;
    if (own === undefined) {
      byRotation.set(rotation, [glyph]);
    } else {
      own.push(glyph);
    }
  }
  const straight = [...byRotation]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([rotation, own]) =>
      linesOfLetters(own, { content, placing: placingOf(content, rotation, own), fonts }, rotation),
    );
  const lines = slanted.length === 0 ? straight : [...straight, ...linesOfSlanted(content, slanted, fonts)];
  return withDropCapitals(withSpacedWords(withUnnamedBullets(withDrawnUnderscores(lines, content.rules))));
}

/** Makes lines of glyphs that are drawn across the page, in the order of drawing. */
export function linesOfSlanted(content: PageContent, glyphs: readonly number[], fonts: Letters["fonts"]): Line[] {
  const { lines, placing } = slantedLines(content, glyphs);
  return lines.flatMap(({ glyphs: own, degrees }) =>
    segmentsOfRow(own, { content, placing, fonts })
      .filter(({ words }) => words.length > 0)
      .map((segment) => lineOf(segment, rotationOfSlanted(degrees))),
  );
}

/** Makes lines of glyphs that all have one rotation. */
export function linesOfLetters(glyphs: readonly number[], letters: Letters, rotation: Rotation): Line[] {
  const rows = rowsOf(glyphs, letters);
  return withRaised(
    rows.flatMap((row) => segmentsOfRow(row, letters)),
    letters,
  ).map((segment) => lineOf(segment, rotation));
}

function lineOf({ words, sizePt, baseline }: Segment, rotation: Rotation): Line {
  const box: Box = boxAround(words);
  return { words, ...box, baselineY: rotation === 0 ? baseline : box.yMax, sizePt, rotation };
}
