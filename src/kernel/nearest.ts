import { distance } from "fastest-levenshtein";
import type { Warning } from "./failure.ts";

/* What a caller meant who wrote a name that is not known. */

/** Longer names are not compared: the time that a comparison takes grows with both lengths. */
const MAX_CHARACTERS = 100;
/** A part of a name, or its beginning, says what was meant only from this length on. */
const MIN_PART_CHARACTERS = 3;

/**
 * Returns the name in `known` that was most likely meant by `wanted`: the same letters in another spelling
 * (`pageSize` for `page_size`), few letters of difference (`txt` for `text`), or the only name of which `wanted` is
 * some of the words (`format` for `image_format`) or the beginning (`pass` for `password`). Undefined when none is near.
 */
export function nearest(wanted: string, known: Iterable<string>): string | undefined {
  const letters = lettersOf(wanted);
  if (wanted.length > MAX_CHARACTERS || letters === "") {
    return undefined;
  }
  const candidates = [...known]
    .filter((name) => name.length <= MAX_CHARACTERS)
    .map((name) => ({ name, letters: lettersOf(name) }));
  const [closest] = candidates
    .map((candidate) => ({ ...candidate, far: differenceOf(letters, candidate.letters) }))
    .filter((candidate) => candidate.far <= tolerance(letters, candidate.letters))
    .toSorted((one, other) => one.far - other.far);
  return closest?.name ?? onlyOne(candidates, (name) => sharesWords(wanted, name)) ?? beginning(letters, candidates);
}

/** Returns the question that names what was probably meant; undefined when nothing is near. */
export function didYouMean(wanted: string, known: Iterable<string>): string | undefined {
  const meant = nearest(wanted, known);
  return meant === undefined ? undefined : `Did you mean ${meant}?`;
}

/** Returns the warning of a member that is not known and was ignored; `within` is the path of the object it is in. */
export function unknownMember(name: string, known: Iterable<string>, within: string): Warning {
  const meant = nearest(name, known);
  return {
    code: "unknown_field",
    parameters: { name: `${within}.${name}`, ...(meant !== undefined && { suggestion: `${within}.${meant}` }) },
  };
}

/** Returns the letters and digits of a name, whatever their case. */
const lettersOf = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Returns how many letters differ; letters that only stand in another order are one difference. */
function differenceOf(one: string, other: string): number {
  return one !== other && one.length === other.length && sorted(one) === sorted(other) ? 1 : distance(one, other);
}

const sorted = (text: string): string => text.split("").toSorted().join("");

/** Returns how many differences two names may have: a third of the shorter one, and none of the shortest. */
const tolerance = (one: string, other: string): number => Math.floor(Math.min(one.length, other.length) / 3);

const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1_$2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]/u)
    .filter((word) => word.length >= MIN_PART_CHARACTERS);

/** Returns whether all words of one name are among those of the other, which has at most twice as many. */
function sharesWords(one: string, other: string): boolean {
  const [fewer = [], more = []] = [wordsOf(one), wordsOf(other)].toSorted((left, right) => left.length - right.length);
  return fewer.length > 0 && more.length <= 2 * fewer.length && fewer.every((word) => more.includes(word));
}

interface Candidate {
  readonly name: string;
  readonly letters: string;
}

function onlyOne(candidates: readonly Candidate[], fits: (name: string) => boolean): string | undefined {
  const fitting = candidates.filter(({ name }) => fits(name));
  return fitting.length === 1 ? fitting[0]?.name : undefined;
}

function beginning(letters: string, candidates: readonly Candidate[]): string | undefined {
  const longer = candidates.filter(
    (candidate) => letters.length >= MIN_PART_CHARACTERS && candidate.letters.startsWith(letters),
  );
  return longer.length === 1 ? longer[0]?.name : undefined;
}
