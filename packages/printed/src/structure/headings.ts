import { Name } from "@quire/cos";
import type { StructureElement } from "./elements.ts";

const HEADING = /^H([1-9]\d{0,3})?$/;
/** The lowest level of the headings of PDF 1.7 (ISO 32000-1, 14.8.4.3.2). */
const LOWEST = 6;

/**
 * Gives headings levels without gaps, the first of which is 1 (ISO 14289-1, 7.4.2): each is one level below the nearest
 * one before it that is above it. Which heading is below which stays as it is. One without a level, which browsers write
 * for levels that PDF 1.7 does not have, is below all others.
 */
export function closeHeadingLevels(elements: readonly StructureElement[]): void {
  const above: number[] = [];
  for (const { dict } of elements) {
    const type = dict.name("S") ?? "";
    const heading = type.startsWith("H") ? HEADING.exec(type) : null;
    if (heading === null) {
      continue;
    }
    const level = Number(heading[1] ?? Number.MAX_SAFE_INTEGER);
    while (above.length > 0 && (above.at(-1) ?? 0) >= level) {
      above.pop();
    }
    above.push(level);
    dict.set("S", new Name(`H${Math.min(above.length, LOWEST)}`));
  }
}
