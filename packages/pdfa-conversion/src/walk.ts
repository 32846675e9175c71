import { type CosValue, Dict, Ref, Stream } from "@quire/cos";
import type { Conversion, Correction, Found } from "./conversion.ts";

interface Pending {
  readonly value: CosValue;
  readonly found: Found;
}

/**
 * Visits everything that the pages and then the catalog lead to, once, and has each dictionary and stream corrected. An
 * object that several pages share is found on the first of them.
 */
export function walkObjects(conversion: Conversion, corrections: readonly Correction[]): void {
  const walk = new Walk(conversion, corrections);
  for (const { dict, ref, page } of conversion.pages) {
    walk.from({ value: dict, found: { page, object: ref.number } });
  }
  walk.from({ value: conversion.catalog, found: {} });
  const information = conversion.document.trailer.raw("Info");
  if (information !== undefined) {
    walk.from({ value: information, found: {} });
  }
}

/** The entries by which a page leads to others: what is found there belongs to no page. */
const UPWARDS: ReadonlySet<string> = new Set(["Parent", "P", "StructParent", "Dest", "D", "B"]);

class Walk {
  readonly #conversion: Conversion;
  readonly #dictionary: readonly NonNullable<Correction["dictionary"]>[];
  readonly #array: readonly NonNullable<Correction["array"]>[];
  readonly #stream: readonly NonNullable<Correction["stream"]>[];
  readonly #visited = new Set<CosValue>();

  constructor(conversion: Conversion, corrections: readonly Correction[]) {
    this.#conversion = conversion;
    this.#dictionary = corrections.flatMap(({ dictionary }) => dictionary ?? []);
    this.#array = corrections.flatMap(({ array }) => array ?? []);
    this.#stream = corrections.flatMap(({ stream }) => stream ?? []);
    // Pages are visited as such, whatever refers to them before.
    for (const { dict } of conversion.pages) {
      this.#visited.add(dict);
    }
  }

  from(root: Pending): void {
    this.#visited.delete(root.value);
    const pending = [root];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      this.#conversion.bounds.step();
      this.#visit(next, pending);
    }
  }

  #visit({ value: raw, found: place }: Pending, pending: Pending[]): void {
    const isReference = raw instanceof Ref;
    const value = isReference ? raw.value : raw;
    if (typeof value !== "object" || value === null || this.#visited.has(value)) {
      return;
    }
    this.#visited.add(value);
    const found = isReference ? { ...place, object: raw.number } : place;
    if (value instanceof Stream) {
      this.#descend(this.#corrected(value, raw, found).dict, found, pending);
    } else if (value instanceof Dict) {
      for (const correct of this.#dictionary) {
        correct(value, found, this.#conversion);
      }
      this.#descend(value, found, pending);
    } else if (Array.isArray(value)) {
      for (const correct of this.#array) {
        correct(value, found, this.#conversion);
      }
      for (const element of value.toReversed()) {
        pending.push({ value: element, found });
      }
    }
  }

  #corrected(stream: Stream, raw: CosValue, found: Found): Stream {
    for (const correct of this.#dictionary) {
      correct(stream.dict, found, this.#conversion);
    }
    let current = stream;
    for (const correct of this.#stream) {
      current = correct(current, found, this.#conversion);
    }
    if (current !== stream && raw instanceof Ref) {
      this.#conversion.document.replace(raw.number, current);
      this.#visited.add(current);
    }
    return current;
  }

  #descend(dict: Dict, found: Found, pending: Pending[]): void {
    for (const [key, value] of [...dict.entries].toReversed()) {
      if (typeof value === "object" && value !== null) {
        const page = UPWARDS.has(key) ? undefined : found.page;
        pending.push({ value, found: { page, object: found.object, key, parentKey: found.key } });
      }
    }
  }
}
