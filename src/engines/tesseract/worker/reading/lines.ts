import { type GreyImage, lineDirectionOf, skewOf } from "@quire/scan";

/** How the lines of a page run. */
export interface Lines {
  /** The angle by which the page is to be turned clockwise so that lines are level; 0 where they seem to be. */
  readonly skewDegrees: number;
  /** Whether lines run up or down the page. */
  readonly sideways: boolean;
}

/** The share of letters with a neighbour beside, or above and below, from which on the direction of lines is sure. */
const SURE_SHARE = 0.65;
const FEWEST_LETTERS = 12;

/**
 * Finds out how the lines of a page run, which should be on even paper: by the neighbours of its letters, and where
 * these do not tell by projection profiles. Profiles alone take the edges of a page, and the columns of a typewriter's
 * letters, for lines that run up the page.
 */
export function linesOf(image: GreyImage): Lines {
  const { alongRows, letters } = lineDirectionOf(image);
  const isSure = letters >= FEWEST_LETTERS && Math.max(alongRows, 1 - alongRows) >= SURE_SHARE;
  const along = isSure ? (alongRows > 0.5 ? "rows" : "columns") : "either";
  const { degrees, gain, rowsToColumns } = skewOf(image, { along });
  return {
    skewDegrees: Math.abs(degrees) >= 0.3 && gain >= 1.08 ? degrees : 0,
    sideways: along === "either" ? rowsToColumns < 0.7 : along === "columns",
  };
}
