import { readFileSync } from "node:fs";
import { Bounds } from "@quire/cos";
import { validate } from "@quire/pdfa";
import type { Asked, Verdict } from "./verapdf.ts";

/** The verdict of our validator, with what it says of each rule. */
export interface OurVerdict extends NonNullable<Verdict> {
  /** What is broken, and where, by the number of the rule; at most the first occurrences. */
  readonly details: ReadonlyMap<string, readonly string[]>;
}

const FILE_TIMEOUT_MS = 20_000;

/** Returns the verdict of our validator on a file; undefined where it cannot be opened. */
export function ourVerdict({ path, flavour }: Asked): OurVerdict | undefined {
  try {
    const report = validate(readFileSync(path), { flavour, bounds: new Bounds({ timeoutMs: FILE_TIMEOUT_MS }) });
    const details = new Map<string, string[]>();
    for (const { id, occurrences } of report.findings) {
      const texts = occurrences.map(({ place, values }) => `${place.at ?? ""}: ${values}`);
      details.set(id, [...(details.get(id) ?? []), ...texts]);
    }
    return { isCompliant: report.isCompliant, rules: [...details.keys()], details };
  } catch (error) {
    if (error instanceof Error && error.name === "CosError") {
      return undefined;
    }
    throw error;
  }
}

/** A file about which the two judges do not say the same. */
export interface Difference {
  /** The rules that only veraPDF finds broken. */
  readonly missed: readonly string[];
  /** The rules that only our validator finds broken. */
  readonly invented: readonly string[];
  readonly isVerdict: boolean;
}

/** Returns what two verdicts differ in; undefined where they are the same. */
export function differenceOf(theirs: NonNullable<Verdict>, ours: Verdict): Difference | undefined {
  const found = ours?.rules ?? ["not opened"];
  const missed = theirs.rules.filter((rule) => !found.includes(rule));
  const invented = found.filter((rule) => !theirs.rules.includes(rule));
  const isVerdict = theirs.isCompliant !== (ours?.isCompliant ?? false);
  return missed.length + invented.length === 0 && !isVerdict ? undefined : { missed, invented, isVerdict };
}

/** The class of a difference: the flavour's part and the rules. */
export const classOf = (flavour: string, { missed, invented, isVerdict }: Difference): string =>
  [
    `part ${flavour.slice(0, 1)}`,
    missed.length === 0 ? "" : `missed ${missed.join(" ")}`,
    invented.length === 0 ? "" : `invented ${invented.join(" ")}`,
    missed.length + invented.length === 0 ? "verdict alone" : isVerdict ? "(verdict)" : "",
  ]
    .filter((text) => text !== "")
    .join("; ");
