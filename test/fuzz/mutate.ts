import { readFileSync } from "node:fs";
import { BYTE_MUTATIONS, type Mutation } from "./byte-mutations.ts";
import { Dice } from "./dice.ts";
import type { Seed } from "./seeds.ts";
import { STREAM_MUTATIONS } from "./stream-mutations.ts";
import { STRUCTURE_MUTATIONS } from "./structure-mutations.ts";

/** The input of one run. */
export interface Mutated {
  readonly bytes: Uint8Array;
  readonly seed: Seed;
  readonly dice: Dice;
}

const MOST_MUTATIONS = 5;
const MOST_BYTES = 2 ** 21;
const KINDS: readonly (readonly Mutation[])[] = [
  BYTE_MUTATIONS,
  STRUCTURE_MUTATIONS,
  STRUCTURE_MUTATIONS,
  STREAM_MUTATIONS,
];

/** Returns the document of a run: the same for the same seeds and number. One in a hundred is not changed at all. */
export function mutatedDocument(seeds: readonly Seed[], run: number): Mutated {
  const dice = new Dice(run);
  const seed = seeds[run % seeds.length];
  if (seed === undefined) {
    throw new Error("There are no documents to start from.");
  }
  const other = () => readFileSync(dice.pick(seeds).path, "latin1");
  let text = readFileSync(seed.path, "latin1");
  if (!dice.chance(0.01)) {
    for (let count = dice.size(MOST_MUTATIONS); count > 0; count--) {
      text = dice.pick(dice.pick(KINDS))(text, dice, other).slice(0, MOST_BYTES);
    }
  }
  return { bytes: new Uint8Array(Buffer.from(text, "latin1")), seed, dice };
}
