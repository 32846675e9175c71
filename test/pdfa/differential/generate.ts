import { FLAVOURS, type Flavour } from "../../../packages/pdfa/src/flavours.ts";
import { Dice } from "../../fuzz/dice.ts";
import { type Base, isPassing, readBase } from "./bases.ts";
import { type Form, FORMS, written } from "./forms.ts";
import { MUTATIONS } from "./mutations/all.ts";
import type { Mutation } from "./mutations/mutation.ts";

/** A base with one change. */
export interface Generated {
  readonly base: Base;
  readonly kind: string;
  /** What was changed, in a few words. */
  readonly said: string;
  readonly bytes: Uint8Array;
}

/** How many bases are tried for a mutation before another kind takes its place. */
const TRIALS = 60;

/**
 * Makes `count` files: flavours in turn, and for each of them kinds of mutations, and forms of files, in turn. The same
 * for the same seed.
 */
export function* generated(
  bases: ReadonlyMap<Flavour, readonly Base[]>,
  { seed, count, kinds }: { readonly seed: number; readonly count: number; readonly kinds?: RegExp },
): Generator<Generated> {
  const mutations = MUTATIONS.filter(({ kind }) => kinds?.test(kind) ?? true);
  const flavours = FLAVOURS.filter((flavour) => (bases.get(flavour)?.length ?? 0) > 0);
  for (let index = 0; index < count; index++) {
    const flavour = flavours[index % flavours.length] as Flavour;
    const mutation = mutations[Math.floor(index / flavours.length) % mutations.length] as Mutation;
    const dice = new Dice(seed * 1_000_003 + index);
    const form = FORMS[Math.floor(index / flavours.length) % FORMS.length] ?? "plain";
    const made = oneOf(bases.get(flavour) ?? [], { mutation, form, dice });
    if (made !== undefined) {
      yield made;
    }
  }
}

interface Making {
  readonly mutation: Mutation;
  readonly form: Form;
  readonly dice: Dice;
}

function oneOf(bases: readonly Base[], { mutation, form, dice }: Making): Generated | undefined {
  for (let trial = 0; trial < TRIALS; trial++) {
    const base = dice.pick(bases);
    if (!isPassing(base)) {
      continue;
    }
    const file = readBase(base);
    const said = mutation.apply(file, dice);
    if (said !== undefined) {
      const { bytes, isOfForm } = written(file, mutation.kind.endsWith("layout") ? "plain" : form, dice);
      return { base, kind: mutation.kind, said: isOfForm ? `${said}, ${form}` : said, bytes };
    }
  }
  return undefined;
}
