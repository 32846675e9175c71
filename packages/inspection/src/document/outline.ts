import { type CosDocument, type CosValue, Dict, resolve } from "@quire/cos";

/** Yields the entries of the outline (ISO 32000-2, 12.3.3) in its order, each once: loops end there. */
export function* outlineEntries({ catalog, bounds }: CosDocument): Generator<Dict, void, undefined> {
  const root = catalog.dict("Outlines");
  const visited = new Set(root && [root]);
  const way: (CosValue | undefined)[] = [root?.raw("First")];
  while (way.length > 0) {
    bounds.step();
    const dict = resolve(way.pop());
    if (dict instanceof Dict && !visited.has(dict)) {
      visited.add(dict);
      yield dict;
      way.push(dict.raw("Next"), dict.raw("First"));
    }
  }
}
