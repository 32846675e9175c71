import { median } from "../../geometry/statistics.ts";
import type { Part, TextPart } from "../parts/parts.ts";

const DEEPEST = 6;

/**
 * Returns a function that gives the level of each heading. Those of `numbered` levels keep their order, without the
 * levels that the document does not use; `H` counts by the groups that it stands in, or by its size where all stand in
 * the same. The title of a document is what a reader takes for its first heading: it has the first level, as `H1` has,
 * which word processors do not count below.
 */
export function headingLevels(parts: readonly Part[], numbered: readonly number[]): (part: TextPart) => number {
  const plain = headingsOf(parts).filter(({ heading }) => heading?.role === "H");
  const depths = [...new Set(plain.map(({ heading }) => heading?.depth ?? 0))].toSorted((a, b) => a - b);
  const sizes = [...new Set(plain.map(sizeOf))].toSorted((a, b) => b - a);
  const rank = (part: TextPart): number =>
    depths.length > 1 ? depths.indexOf(part.heading?.depth ?? 0) : sizes.indexOf(sizeOf(part));
  return (part) => {
    const { level, role } = part.heading ?? { level: 1, role: "Title" };
    const own = level !== undefined ? numbered.indexOf(level) : role === "H" ? rank(part) : 0;
    return Math.min(DEEPEST, Math.max(0, own) + 1);
  };
}

function headingsOf(parts: readonly Part[]): TextPart[] {
  return parts.flatMap((part) => {
    switch (part.kind) {
      case "text":
        return part.heading === undefined ? [] : [part];
      case "quote":
        return headingsOf(part.parts);
      case "list":
        return part.items.flatMap((item) => headingsOf(item.parts));
      case "table":
      case "figure":
      case "caption":
      case "note":
        return [];
    }
  });
}

/** Returns the size of a heading in whole points, since sizes that differ by hairs are one. */
const sizeOf = ({ lines }: TextPart): number =>
  Math.round(
    median(
      lines.map(({ line }) => line.sizePt),
      0,
    ),
  );
