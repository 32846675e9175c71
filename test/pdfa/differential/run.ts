import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Flavour } from "../../../packages/pdfa/src/flavours.ts";
import type { Base } from "./bases.ts";
import { differenceOf, ourVerdict } from "./compare.ts";
import { type Generated, generated } from "./generate.ts";
import { Tally } from "./tally.ts";
import type { Verapdf } from "./verapdf.ts";

export interface Run {
  readonly bases: ReadonlyMap<Flavour, readonly Base[]>;
  readonly seed: number;
  readonly count: number;
  readonly kinds?: RegExp;
  readonly verapdf: Verapdf;
  /** The folder for the files; those that the judges agree on are overwritten by later ones. */
  readonly folder: string;
}

const BATCH = 200;

/** Lets both judge the files of a seed, one after the other, and counts what they say. */
export async function runSeed({ verapdf, folder, ...options }: Run): Promise<Tally> {
  mkdirSync(folder, { recursive: true });
  const tally = new Tally();
  let batch: Generated[] = [];
  const judge = async (): Promise<void> => {
    const asked = batch.map(({ base: { flavour }, bytes }, index) => {
      const path = join(folder, `${index}.pdf`);
      writeFileSync(path, bytes);
      return { path, flavour };
    });
    const verdicts = await verapdf.judge(asked);
    for (const [index, one] of batch.entries()) {
      const file = asked[index];
      if (file === undefined) {
        continue;
      }
      const { flavour } = one.base;
      const [theirs, ours] = [verdicts[index], ourVerdict(file)];
      const isKept = theirs !== undefined && differenceOf(theirs, ours) !== undefined;
      const kept = isKept ? join(folder, `kept-${options.seed}-${keptCount++}.pdf`) : "";
      if (isKept) {
        writeFileSync(kept, one.bytes);
      }
      tally.add({
        flavour,
        what: `${one.kind}: ${one.said} | ${basename(one.base.path)} ${basename(kept)}`,
        theirs,
        ours,
      });
    }
    batch = [];
  };
  let keptCount = 0;
  for (const one of generated(options.bases, options)) {
    batch.push(one);
    if (batch.length === BATCH) {
      await judge();
    }
  }
  await judge();
  return tally;
}
