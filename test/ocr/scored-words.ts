/** A word as the scorers of the corpora take it: the box is [left, top, right, bottom] in pixels of the image. */
export interface ScoredWord {
  readonly text: string;
  /** The confidence, 0 to 1. */
  readonly conf: number;
  readonly box: readonly number[];
}

/** A word of `data.words`. */
interface AnsweredWord {
  readonly text: string;
  readonly confidence: number;
  readonly bbox: { readonly x_min: number; readonly y_min: number; readonly x_max: number; readonly y_max: number };
}

/** Returns the words of an answer as the scorers of the corpora take them. */
export const scoredWords = (words: readonly AnsweredWord[]): ScoredWord[] =>
  words.map(({ text, confidence, bbox: { x_min, y_min, x_max, y_max } }) => ({
    text,
    conf: confidence,
    box: [x_min, y_min, x_max, y_max],
  }));
