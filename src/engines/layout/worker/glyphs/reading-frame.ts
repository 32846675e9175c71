import type { ReadWord } from "../../port.ts";

type WordBox = ReadWord["box"];

/**
 * Maps a box of the page to a frame where its text runs from left to right, and back. `angleDegrees` is that of the
 * text, clockwise: at 90 it runs down, its feet to the left. In some frames the page has negative coordinates.
 */
export interface ReadingFrame {
  readonly toFrame: (box: WordBox) => WordBox;
  readonly toPage: (box: WordBox) => WordBox;
}

const upright: ReadingFrame = { toFrame: (box) => box, toPage: (box) => box };

const upsideDown = ([left, top, right, bottom]: WordBox): WordBox => [-right, -bottom, -left, -top];

const rightward = ([left, top, right, bottom]: WordBox): WordBox => [top, -right, bottom, -left];

const leftward = ([left, top, right, bottom]: WordBox): WordBox => [-bottom, left, -top, right];

export function readingFrame(angleDegrees: number): ReadingFrame {
  switch (angleDegrees) {
    case 90:
      return { toFrame: rightward, toPage: leftward };
    case 180:
      return { toFrame: upsideDown, toPage: upsideDown };
    case 270:
      return { toFrame: leftward, toPage: rightward };
    default:
      return upright;
  }
}
