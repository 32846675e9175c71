/* What to do about page lists that other programs would take. */

interface Habit {
  /** Says whether a list, without outer blanks and in small letters, has the habit. */
  is(list: string): boolean;
  readonly advice: string;
}

const matches =
  (pattern: RegExp) =>
  (list: string): boolean =>
    pattern.test(list);

const HABITS: readonly Habit[] = [
  { is: matches(/[[\](){}"'`]/), advice: "Leave out brackets and quotation marks." },
  {
    is: matches(/-\s{0,9}(?:z|n|end|last|max|\*|-1)(?:,|$)/),
    advice: "A range to the end has nothing after its hyphen, such as 4-.",
  },
  { is: matches(/^(?:z|n|end|-?r1)$/), advice: "The last page is written last." },
  { is: matches(/^(?:\*|any|every|-)$/), advice: "All pages are written all, which is the default." },
  {
    is: matches(/\d\s{0,9}(?:\.{2,3}|:|\u2010|\u2011|\u2013|\u2014|\u2212|~|to|bis|through)\s{0,9}\d/),
    advice: "A range is written with a hyphen: 1-3.",
  },
  { is: matches(/\b(?:all|first|last|odd|even)\b/), advice: "A word such as odd or last stands alone." },
  { is: matches(/^,|,\s{0,9},|,$/), advice: "There is a comma too many." },
  { is: matches(/\d\s{0,9}[;|&+/]\s{0,9}\d|\d\s{1,9}\d/), advice: "Commas separate pages: 1,3." },
  { is: matches(/\d\.\d/), advice: "Page numbers are whole numbers." },
  { is: matches(/^(?:undefined|null|none|nan)$/), advice: "Leave the field out for its default." },
];

/** Lists that are longer are not looked at. */
const MAX_CHARACTERS = 1000;

/** Returns what to do about a list that cannot be parsed, where it is written as other programs take it. */
export const pageListAdvice = (list: string): string | undefined =>
  list.length > MAX_CHARACTERS ? undefined : HABITS.find((habit) => habit.is(list))?.advice;
