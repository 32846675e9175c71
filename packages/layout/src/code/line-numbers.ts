/** A line of a listing with the number that is printed in front of it. */
const NUMBERED = /^ *(\d{1,4})(?: |$)/u;

/** The least share of lines that are numbered: the others are what was wrapped. */
const NUMBERED_SHARE = 0.5;

/**
 * Returns the lines of a listing without the numbers that are printed in front of them; lines that are not numbered one
 * by one are returned as they are. The numbers count by one, and lines between them without a number are wrapped code;
 * a single line has the number 1 and words behind it.
 */
export function withoutLineNumbers(lines: readonly string[]): readonly string[] {
  const numbers = lines.map(numberOf);
  const given = numbers.flatMap((number) => number ?? []);
  const [first = 0] = given;
  const isCounted = (given.length > 1 || isAlone(lines)) && given.every((number, index) => number === first + index);
  const written = lines.filter((line) => line.trim() !== "").length;
  if (!isCounted || numbers[0] === undefined || given.length < NUMBERED_SHARE * written) {
    return lines;
  }
  const widths = lines.map((line, index) => (numbers[index] === undefined ? leadingSpaces(line) : widthOf(line)));
  const width = widths.reduce((least, own) => Math.min(least, own), Number.POSITIVE_INFINITY);
  return lines.map((line) => line.slice(Math.min(width, line.length)));
}

/** Returns whether a listing has one line, numbered 1 and with more than a number behind that. */
const isAlone = (lines: readonly string[]): boolean =>
  lines.length === 1 && /^ *1 +[\p{L}\\<>@#$%/({[]/u.test(lines[0] ?? "");

const numberOf = (line: string): number | undefined => {
  const [, digits] = NUMBERED.exec(line) ?? [];
  return digits === undefined ? undefined : Number(digits);
};

/** Returns where the code begins behind a number; infinite for a line of a number alone or without text. */
function widthOf(line: string): number {
  const from = line.search(/\d/u);
  const behind = line.slice(from).search(/ /u);
  const rest = behind < 0 ? "" : line.slice(from + behind);
  return rest.trim() === "" ? Number.POSITIVE_INFINITY : from + behind + leadingSpaces(rest);
}

const leadingSpaces = (line: string): number => {
  const at = line.search(/\S/u);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
};
