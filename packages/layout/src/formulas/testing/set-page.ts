import type { Font, PageContent, Rule } from "../../content.ts";

/** A text or a sign that a test sets, in a font that is known by its name. */
export interface SetGlyph {
  readonly text: string;
  readonly x: number;
  /** The y of its baseline, from the top. */
  readonly y: number;
  readonly font: string;
  /** The size in points; 10 by default. */
  readonly sizePt?: number;
  /** The width of each of its characters in points; half of the size by default. */
  readonly width?: number;
  /** How far above and below its baseline it draws, in points. */
  readonly up?: number;
  readonly down?: number;
}

/** Sets a page as an engine reads it with the ink of its glyphs; spaces are gaps. */
export function setPage(runs: readonly SetGlyph[], rules: readonly Rule[] = []): PageContent {
  const names = [...new Set(runs.map(({ font }) => font))];
  const set = runs.flatMap((run) =>
    Array.from(run.text).flatMap((text, index) => (text === " " ? [] : [{ ...placeOf(run, index), text, run }])),
  );
  const of = (valueOf: (glyph: (typeof set)[number]) => number): Float32Array => Float32Array.from(set, valueOf);
  const sizeOf = ({ sizePt = 10 }: SetGlyph): number => sizePt;
  return {
    page: 1,
    widthPt: 600,
    heightPt: 800,
    fonts: names.map(
      (name): Font => ({ name, weight: 400, isItalic: /mi\d/i.test(name), isFixedPitch: false, isSerif: true }),
    ),
    glyphs: {
      count: set.length,
      text: set.map(({ text }) => text),
      xMin: of(({ xMin }) => xMin),
      xMax: of(({ xMax }) => xMax),
      yMin: of(({ run }) => run.y - 0.7 * sizeOf(run)),
      yMax: of(({ run }) => run.y + 0.2 * sizeOf(run)),
      originX: of(({ xMin }) => xMin),
      originY: of(({ run }) => run.y),
      font: Uint16Array.from(set, ({ run }) => names.indexOf(run.font)),
      sizePt: of(({ run }) => sizeOf(run)),
      angleDegrees: new Uint16Array(set.length),
      color: new Uint32Array(set.length),
      markedContentId: new Int32Array(set.length).fill(-1),
      flags: new Uint8Array(set.length),
      ink: {
        xMin: of(({ xMin }) => xMin + 0.2),
        xMax: of(({ xMax }) => xMax - 0.2),
        yMin: of(({ run }) => run.y - (run.up ?? 0.45 * sizeOf(run))),
        yMax: of(({ run }) => run.y + (run.down ?? 0)),
      },
    },
    rules,
    shapes: [],
    images: [],
    links: [],
  };
}

function placeOf({ x, sizePt = 10, width = sizePt / 2 }: SetGlyph, index: number): { xMin: number; xMax: number } {
  return { xMin: x + index * width, xMax: x + (index + 1) * width };
}
