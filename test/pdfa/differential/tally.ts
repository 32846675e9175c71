import type { Flavour } from "../../../packages/pdfa/src/flavours.ts";
import { classOf, differenceOf, type OurVerdict } from "./compare.ts";
import { exceptionOf } from "./exceptions.ts";
import type { Verdict } from "./verapdf.ts";

/** A file that both judged. */
export interface Judged {
  readonly flavour: Flavour;
  /** What the file is: its path, or its base and mutation. */
  readonly what: string;
  readonly theirs: Verdict;
  readonly ours: OurVerdict | undefined;
}

interface Counts {
  files: number;
  /** The files that veraPDF does not open, which are not among `files`. */
  refused: number;
  broken: number;
  equalVerdicts: number;
  equalRules: number;
  /** The files with one of the differences that stay (exceptions.ts), which do not count as equal. */
  excepted: number;
  /**
   * The files that break no rule, and of which our validator does not say that they conform, as it could not read all
   * of them: content that no filter decodes, or with malformed arrays. VeraPDF passes them. They do not count as equal.
   */
  undecided: number;
}

/** Counts by flavour what two judges say of files, and keeps the differences by class. */
export class Tally {
  readonly byFlavour = new Map<Flavour, Counts>();
  readonly classes = new Map<string, string[]>();

  add({ flavour, what, theirs, ours }: Judged): void {
    const counts = this.#countsOf(flavour);
    if (theirs === undefined) {
      counts.refused += 1;
      return;
    }
    counts.files += 1;
    counts.broken += theirs.isCompliant ? 0 : 1;
    const difference = differenceOf(theirs, ours);
    counts.equalVerdicts += difference?.isVerdict === true ? 0 : 1;
    if (difference === undefined) {
      counts.equalRules += 1;
      return;
    }
    const isUndecided = difference.isVerdict && ours?.isCompliant === false && ours.rules.length === 0;
    const isExcepted = !isUndecided && exceptionOf(flavour, difference, { what, ours }) !== undefined;
    counts.undecided += isUndecided ? 1 : 0;
    counts.excepted += isExcepted ? 1 : 0;
    const name = `${isUndecided ? "undecided: " : isExcepted ? "excepted: " : ""}${classOf(flavour, difference)}`;
    this.classes.set(name, [...(this.classes.get(name) ?? []), `${flavour} ${what}`]);
  }

  /** The counts over all flavours. */
  get total(): Readonly<Counts> {
    const total = emptyCounts();
    for (const counts of this.byFlavour.values()) {
      for (const key of KEYS) {
        total[key] += counts[key];
      }
    }
    return total;
  }

  /** Returns the counts and the classes as lines, the most frequent class first, each with some of its files. */
  text({ examples }: { readonly examples: number }): string {
    const classes = [...this.classes].toSorted(([, a], [, b]) => b.length - a.length);
    return [
      ...classes.flatMap(([name, files]) => [
        `${files.length} × ${name}`,
        ...files.slice(0, examples).map((file) => `      ${file}`),
      ]),
      ...[...this.byFlavour].toSorted(([a], [b]) => a.localeCompare(b)).map(([name, counts]) => line(name, counts)),
      line("all", this.total),
    ].join("\n");
  }

  #countsOf(flavour: Flavour): Counts {
    const counts = this.byFlavour.get(flavour) ?? emptyCounts();
    this.byFlavour.set(flavour, counts);
    return counts;
  }
}

const KEYS = ["files", "refused", "broken", "equalVerdicts", "equalRules", "excepted", "undecided"] as const;

const emptyCounts = (): Counts => ({
  files: 0,
  refused: 0,
  broken: 0,
  equalVerdicts: 0,
  equalRules: 0,
  excepted: 0,
  undecided: 0,
});

/** Returns a share in percent; 100 of nothing. */
export const percent = (count: number, of: number): number => (of === 0 ? 100 : (100 * count) / of);

const line = (
  name: string,
  { files, refused, broken, equalVerdicts, equalRules, excepted, undecided }: Counts,
): string =>
  `${name.padEnd(4)} ${files} files (${refused} refused), ${percent(broken, files).toFixed(1)} % break a rule; ` +
  `verdicts equal ${percent(equalVerdicts, files).toFixed(2)} %, rule sets ${percent(equalRules, files).toFixed(2)} %, ` +
  `excepted ${percent(excepted, files).toFixed(2)} %, undecided ${percent(undecided, files).toFixed(2)} %`;
