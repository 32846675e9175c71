import { asDict, type CosDirect, type CosValue, Ref, resolve, Stream } from "@quire/cos";
import { iccProfileOf } from "../icc/profile.ts";
import type { Validation } from "../validation.ts";
import type { OutputIntent, OutputIntents } from "./subjects.ts";

/** The subtype of an output intent of PDF/A (ISO 19005-1, 6.2.2). */
export const PDFA_OUTPUT_INTENT = "GTS_PDFA1";

/** Returns the output intents of the document. */
export const documentOutputIntents = (validation: Validation): OutputIntents => validation.shared(catalogOutputIntents);

const catalogOutputIntents = (validation: Validation): OutputIntents =>
  outputIntentsOf(validation.document.catalog.get("OutputIntents"), validation);

const known = new WeakMap<CosValue[], OutputIntents>();
const NONE: OutputIntents = { list: [], profile: undefined };

/** Returns the output intents of an array, each array read once. */
export function outputIntentsOf(value: CosDirect, { bounds }: Validation): OutputIntents {
  if (!Array.isArray(value)) {
    return NONE;
  }
  const before = known.get(value);
  if (before !== undefined) {
    return before;
  }
  const list: OutputIntent[] = [];
  for (const element of value) {
    bounds.step();
    const dict = asDict(resolve(element));
    if (dict !== undefined) {
      const stream = dict.get("DestOutputProfile");
      const profile = stream instanceof Stream ? iccProfileOf(stream, bounds) : undefined;
      list.push({ dict, subtype: dict.name("S"), rawProfile: dict.raw("DestOutputProfile"), profile });
    }
  }
  const intended = list.find(({ subtype, profile }) => subtype === PDFA_OUTPUT_INTENT && profile !== undefined);
  const intents: OutputIntents = { list, profile: intended?.profile };
  known.set(value, intents);
  return intents;
}

/**
 * Returns whether two values are the same object in the file: references to one number, or one value that is shared.
 */
export const isSameObject = (one: CosValue | undefined, other: CosValue | undefined): boolean =>
  one instanceof Ref && other instanceof Ref ? one.number === other.number : one === other;
