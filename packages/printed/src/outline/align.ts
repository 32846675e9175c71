import type { PrintedHeading } from "../options.ts";

/** How far ahead of both lists a common heading is looked for, in headings. */
const WINDOW = 60;

/**
 * Returns the heading that each title of a printed outline stands for; undefined where none does. Both are in document
 * order, and either may have more: headings that are not shown, or those of frames. What stands between two that agree
 * belongs together where it is as much on both sides and much alike: parts of a heading can be hidden, or set otherwise.
 */
export function alignedHeadings(
  titles: readonly string[],
  headings: readonly PrintedHeading[],
): (PrintedHeading | undefined)[] {
  const found: (PrintedHeading | undefined)[] = titles.map(() => undefined);
  const shown = titles.map(lettersOf);
  const stated = headings.map(({ text, printed }) => lettersOf(printed ?? text));
  const isSame = (title: number, heading: number): boolean => isRepetition(shown[title] ?? "", stated[heading] ?? "");
  let title = 0;
  let heading = 0;
  while (title < titles.length && heading < headings.length) {
    const { titlesBetween, headingsBetween } = nextCommon({ title, heading, titles, headings }, isSame);
    if (titlesBetween === headingsBetween) {
      for (let between = 0; between < titlesBetween; between++) {
        if (isAlike(shown[title + between] ?? "", stated[heading + between] ?? "")) {
          found[title + between] = headings[heading + between];
        }
      }
    }
    title += titlesBetween;
    heading += headingsBetween;
    if (title < titles.length) {
      found[title] = headings[heading];
    }
    title += 1;
    heading += 1;
  }
  return found;
}

interface Position {
  readonly title: number;
  readonly heading: number;
  readonly titles: readonly unknown[];
  readonly headings: readonly unknown[];
}

/** Returns how many titles and headings stand before the next that agree: the nearest, else all that are left. */
function nextCommon(
  { title, heading, titles, headings }: Position,
  isSame: (title: number, heading: number) => boolean,
): { readonly titlesBetween: number; readonly headingsBetween: number } {
  const [titlesLeft, headingsLeft] = [titles.length - title, headings.length - heading];
  for (let distance = 0; distance <= Math.min(2 * WINDOW, titlesLeft + headingsLeft - 2); distance++) {
    const first = Math.max(0, distance - headingsLeft + 1, distance - WINDOW);
    const last = Math.min(distance, titlesLeft - 1, WINDOW);
    for (let titlesBetween = first; titlesBetween <= last; titlesBetween++) {
      const headingsBetween = distance - titlesBetween;
      if (isSame(title + titlesBetween, heading + headingsBetween)) {
        return { titlesBetween, headingsBetween };
      }
    }
  }
  return { titlesBetween: titlesLeft, headingsBetween: headingsLeft };
}

/** Returns what style sheets and line breaks leave of a text: its letters, without case, white space and hyphens. */
const lettersOf = (text: string): string =>
  text
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[\s\p{Cf}\p{Pd}]/gu, "");

/**
 * Returns whether a title is a text, once or several times: browsers repeat what they move to another page, a run of
 * text in one font after the other, so that a title has each letter as often, and the first one first.
 */
function isRepetition(title: string, text: string): boolean {
  if (title === text) {
    return true;
  }
  const times = title.length / text.length;
  if (times < 2 || !Number.isInteger(times) || title[0] !== text[0]) {
    return false;
  }
  const counts = countsOf(text);
  return countsOf(title)
    .entries()
    .every(([letter, count]) => count === times * (counts.get(letter) ?? 0));
}

/** Returns whether half of the characters of the longer text are in the other one too. */
function isAlike(one: string, other: string): boolean {
  const counts = countsOf(one);
  let common = 0;
  for (const character of other) {
    const left = counts.get(character) ?? 0;
    counts.set(character, left - 1);
    common += left > 0 ? 1 : 0;
  }
  return common > 0 && common >= Math.max(one.length, other.length) / 2;
}

function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const character of text) {
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return counts;
}

/** Returns a title once that a browser wrote several times over. */
export function unrepeated(title: string): string {
  for (let times = 3; times > 1; times--) {
    const once = title.slice(0, title.length / times);
    if (title.length > 3 && title.length % times === 0 && once.repeat(times) === title) {
      return once;
    }
  }
  return title;
}
