import { type CosDirect, CosString, type CosValue, Dict, Name, NameTree, Ref, resolve } from "@quire/cos";
import { documentPages } from "../document/pages.ts";
import type { Emit, Validation, ValidationPart } from "../validation.ts";

/**
 * Emits the outline items, the destinations that are no actions' (ISO 32000-2, 12.3.2), and the file specifications
 * in the catalog's name tree of embedded files (7.11.4).
 */
export const navigationWalk = (validation: Validation): ValidationPart => ({
  walk(emit) {
    const { catalog } = validation.document;
    const action = catalog.get("OpenAction");
    if (Array.isArray(action)) {
      emit("destination", action, { at: "OpenAction" });
    }
    walkOutline(validation, emit);
    walkLinks(validation, emit);
    walkListedFiles(validation, emit);
  },
});

function walkOutline({ document, bounds }: Validation, emit: Emit): void {
  const visited = new Set<Dict>();
  const pending: (CosValue | undefined)[] = [document.catalog.dict("Outlines")?.raw("First")];
  while (pending.length > 0) {
    bounds.step();
    const raw = pending.pop();
    const item = resolve(raw);
    if (item instanceof Dict && !visited.has(item)) {
      visited.add(item);
      const place = { object: raw instanceof Ref ? raw.number : undefined, at: "Outlines" };
      emit("outline-item", item, place);
      if (item.has("Dest") && !item.has("A")) {
        emit("destination", item.get("Dest"), { ...place, at: "Outlines/Dest" });
      }
      pending.push(item.raw("Next"), item.raw("First"));
    }
  }
}

function walkLinks(validation: Validation, emit: Emit): void {
  for (const page of validation.shared(documentPages)) {
    for (const [index, raw] of (page.dict.array("Annots") ?? []).entries()) {
      validation.bounds.step();
      const link = resolve(raw);
      if (link instanceof Dict && link.name("Subtype") === "Link" && link.has("Dest") && !link.has("A")) {
        const object = raw instanceof Ref ? raw.number : page.ref?.number;
        emit("destination", link.get("Dest"), { object, page: page.index + 1, at: `Annots[${index}]/Dest` });
      }
    }
  }
}

function walkListedFiles({ document, bounds }: Validation, emit: Emit): void {
  const files = document.catalog.dict("Names")?.dict("EmbeddedFiles");
  for (const [, raw] of files === undefined ? [] : new NameTree(files, bounds).entries()) {
    const specification = resolve(raw);
    if (specification instanceof Dict) {
      emit("listed-file", specification, {
        object: raw instanceof Ref ? raw.number : undefined,
        at: "Names/EmbeddedFiles",
      });
    }
  }
}

/** Returns what a destination leads to: a named one is looked up in the catalog (12.3.2.4). */
export function destinationOf(value: CosDirect, { document, bounds }: Validation): CosDirect {
  const { catalog } = document;
  if (value instanceof CosString) {
    const names = catalog.dict("Names")?.dict("Dests");
    return names === undefined ? null : resolve(new NameTree(names, bounds).get(value.bytes));
  }
  if (value instanceof Name) {
    return catalog.dict("Dests")?.get(value.value) ?? null;
  }
  return value;
}

/** Returns whether a destination is a structure element (12.3.2.3): /SD of a dictionary, or the first of an array. */
export function isStructureDestination(value: CosDirect, validation: Validation): boolean {
  const destination = destinationOf(value, validation);
  if (Array.isArray(destination)) {
    const target = resolve(destination[0]);
    return target instanceof Dict && target.has("S");
  }
  return destination instanceof Dict && destination.has("SD");
}
