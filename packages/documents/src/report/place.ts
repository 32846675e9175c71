import type { JsonObject } from "./json-value.ts";
import type { ReportStyle } from "./report-style.ts";

/** The place of a value in a report. */
export interface Place {
  /** The number of objects and arrays around the value; rows of a table are where the table is. */
  readonly level: number;
  /** The rank of headings in it: 2 is the highest below the title. */
  readonly rank: number;
  /** The names of the members that lead to it. */
  readonly path: readonly string[];
  /** The units of its members, where a neighbour has them. */
  readonly units?: JsonObject | undefined;
}

/** The place of the whole value. */
export const OUTERMOST: Place = { level: 0, rank: 2, path: [] };

/** Returns the place of a value in the value of a place, in its member `key` where it has a name. */
export const inside = ({ level, rank, path }: Place, key?: string): Place => ({
  level: level + 1,
  rank: rank + 1,
  path: key === undefined ? path : [...path, key],
});
/** Returns the place below a heading in a place. */
export const belowHeading = (place: Place): Place => ({ ...place, rank: place.rank + 1 });

/** Returns the number of levels in a place that are still to be laid out. */
export const levelsBelow = (
  { level }: Pick<Place, "level">,
  { maxNestingDepth }: Pick<ReportStyle, "maxNestingDepth">,
): number => maxNestingDepth - level;
