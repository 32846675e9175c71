import {
  asDict,
  type Bounds,
  type CosArray,
  CosString,
  Dict,
  decodeStream,
  Name,
  resolve,
  type Stream,
} from "@quire/cos";
import type { Assembly } from "../assembly.ts";
import type { Excerpt } from "../excerpt.ts";

/**
 * Takes over output intents (ISO 32000-2, 14.11.5): those of the documents when all have the same ones. An output
 * intent says nothing about the pages of another document: when they differ, those of each document go to its pages,
 * which PDF 2.0 allows (table 31), and `output_intents_differ` warns of it.
 */
export function carryOutputIntents(assembly: Assembly): void {
  const { excerpts, catalog, bounds } = assembly;
  const [first, ...others] = excerpts.map((excerpt) => ({ excerpt, intents: intentsOf(excerpt, bounds) }));
  if (first === undefined) {
    return;
  }
  if (others.every(({ intents }) => areEqual(first.intents, intents, bounds))) {
    if (first.intents.length > 0) {
      catalog.set("OutputIntents", [...first.intents]);
    }
    return;
  }
  for (const { excerpt, intents } of [first, ...others]) {
    if (intents.length > 0) {
      assembly.warn("output_intents_differ", excerpt);
      const shared = assembly.add([...intents]);
      for (const { dict } of excerpt.pages) {
        if (!dict.has("OutputIntents")) {
          dict.set("OutputIntents", shared);
        }
      }
    }
  }
}

function intentsOf({ source }: Excerpt, bounds: Bounds): CosArray {
  return (source.document.catalog.array("OutputIntents") ?? []).filter((intent) => {
    bounds.step();
    return resolve(intent) instanceof Dict;
  });
}

/** The maximum number of output intents of a document that are compared: more than there are kinds of them. */
const MAX_COMPARED = 32;

function areEqual(some: CosArray, others: CosArray, bounds: Bounds): boolean {
  return (
    some.length === others.length &&
    some.length <= MAX_COMPARED &&
    some.every((intent, index) => {
      bounds.step();
      return areSame(asDict(resolve(intent)), asDict(resolve(others[index])), bounds);
    })
  );
}

function areSame(one: Dict | undefined, other: Dict | undefined, bounds: Bounds): boolean {
  return (
    one !== undefined &&
    other !== undefined &&
    IDENTIFYING.every((key) => textOf(one, key) === textOf(other, key)) &&
    isSameProfile(one.stream("DestOutputProfile"), other.stream("DestOutputProfile"), bounds)
  );
}

const IDENTIFYING = ["S", "OutputConditionIdentifier", "RegistryName"];

function textOf(dict: Dict, key: string): string | undefined {
  const value = dict.get(key);
  if (value instanceof Name) {
    return `/${value.value}`;
  }
  return value instanceof CosString ? `(${Buffer.from(value.bytes).toString("latin1")}` : undefined;
}

function isSameProfile(one: Stream | undefined, other: Stream | undefined, bounds: Bounds): boolean {
  if (one === undefined || other === undefined || one === other) {
    return one === other;
  }
  const isSameEncoded =
    textOf(one.dict, "Filter") === textOf(other.dict, "Filter") &&
    Buffer.compare(one.bytes.encoded(), other.bytes.encoded()) === 0;
  return isSameEncoded || Buffer.compare(decodeStream(one, bounds).bytes, decodeStream(other, bounds).bytes) === 0;
}
