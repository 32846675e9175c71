import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FLAVOURS, type Flavour } from "../../../packages/pdfa/src/flavours.ts";
import { validate } from "../../../packages/pdfa/src/runner/validate.ts";
import { CORPORA, corpusFiles } from "../corpus.ts";
import { PlainFile } from "./plain-file.ts";

/** A document that is mutated, as one that claims a flavour. */
export interface Base {
  readonly path: string;
  readonly flavour: Flavour;
}

/** Larger documents take too long for thousands of them. */
const MOST_BYTES = 150_000;

/** The flavours that documents of a flavour can be made to claim: those whose requirements they keep for the most part. */
const CLAIMS: Readonly<Record<Flavour, readonly Flavour[]>> = {
  "1a": ["1a", "1b"],
  "1b": ["1b", "1a"],
  "2a": ["2a", "2b", "2u", "3a", "3b", "3u"],
  "2b": ["2b", "3b", "2u", "3u", "2a", "3a"],
  "2u": ["2u", "2b", "3b", "3u"],
  "3a": ["3a", "3b", "3u"],
  "3b": ["3b", "3u", "3a"],
  "3u": ["3u", "3b"],
  "4": ["4", "4e", "4f"],
  "4e": ["4e", "4"],
  "4f": ["4f", "4"],
};

/**
 * Returns the passing documents of the corpora under `root`, and those of other folders, once for each flavour that
 * they can be made to claim, by flavour.
 */
export function basesIn(root: string, folders: readonly string[]): ReadonlyMap<Flavour, readonly Base[]> {
  const own = CORPORA.flatMap((name) => corpusFiles(root, name) ?? [])
    .filter(({ expected }) => expected === "pass")
    .map(({ corpus, path, flavour }) => ({ path: join(root, corpus, path), flavour }));
  const printed = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".pdf"))
      .map((name) => ({ path: join(folder, name), flavour: "2b" as const })),
  );
  const bases = [...own, ...printed].filter(({ path }) => readFileSync(path).length <= MOST_BYTES);
  return new Map(
    FLAVOURS.map((flavour) => [
      flavour,
      bases.filter((base) => CLAIMS[base.flavour].includes(flavour)).map(({ path }) => ({ path, flavour })),
    ]),
  );
}

/** Reads a base, and lets it claim its flavour. */
export function readBase({ path, flavour }: Base): PlainFile {
  const file = new PlainFile(readFileSync(path));
  const packet = file.catalog.stream("Metadata");
  const text = packet && file.textOf(packet);
  if (packet !== undefined && text !== undefined) {
    file.setText(packet, claiming(text, flavour));
  }
  return file;
}

const passing = new Map<string, boolean>();

/** Returns whether our validator passes the base as it is. */
export function isPassing(base: Base): boolean {
  const key = `${base.flavour} ${base.path}`;
  const known = passing.get(key) ?? validate(readBase(base).write(), { flavour: base.flavour }).isCompliant;
  passing.set(key, known);
  return known;
}

/** Returns an XMP packet with another claim, which is an element or an attribute of it. */
function claiming(text: string, flavour: Flavour): string {
  const level = flavour.slice(1).toUpperCase();
  const claimed = text
    .replace(/(pdfaid:part(?:>|\s*=\s*["']))\s*\d/, `$1${flavour.slice(0, 1)}`)
    .replace(/(pdfaid:conformance(?:>|\s*=\s*["']))\s*\w*/, `$1${level}`);
  return level === "" || /pdfaid:conformance/.test(claimed)
    ? claimed
    : claimed.replace(/<pdfaid:part>/, `<pdfaid:conformance>${level}</pdfaid:conformance>$&`);
}
