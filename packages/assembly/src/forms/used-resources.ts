import { type Bounds, type CosValue, Dict, resolve } from "@quire/cos";
import { resourceNames } from "./default-appearance.ts";
import type { TakenFields } from "./taken-fields.ts";

/**
 * Returns the default resources that the taken fields use: all of a whole document; else those that a default
 * appearance string names, so that a part does not carry the fonts of fields that are left out. Undefined when the form
 * has none.
 */
export function usedResources(fields: TakenFields, bounds: Bounds): Dict | undefined {
  const resources = fields.tree.form?.dict("DR");
  if (resources === undefined || fields.excerpt.isWhole || hasRichText(fields)) {
    return resources;
  }
  const used = usedNames(fields, bounds);
  const entries = [...resources.entries].map(([category, value]): readonly [string, CosValue] => {
    const named = resolve(value);
    const isUsed = ([name]: readonly [string, CosValue]) => STANDARD_NAMES.has(name) || used.has(`${category}/${name}`);
    const isNamed = named instanceof Dict && NAMED_CATEGORIES.has(category);
    return [category, isNamed ? new Dict([...named.entries].filter(isUsed)) : value];
  });
  return new Dict(entries);
}

/**
 * The categories of which only used resources are kept. The others, such as /Encoding, are small, or not meant for
 * fields.
 */
const NAMED_CATEGORIES: ReadonlySet<string> = new Set(["Font", "ExtGState", "ColorSpace"]);
/** The fonts that readers know by these names, and use without a default appearance that names them. */
const STANDARD_NAMES: ReadonlySet<string> = new Set(["Helv", "ZaDb"]);

/** Returns whether a field has rich text (12.7.4.4), whose fonts are looked up by their families. */
function hasRichText({ nodes }: TakenFields): boolean {
  for (const { dict } of nodes) {
    if (dict.entries.has("RV")) {
      return true;
    }
  }
  return false;
}

function usedNames(fields: TakenFields, bounds: Bounds): Set<string> {
  const used = new Set<string>();
  const appearances = new Set<string>();
  const addNames = (dict: Dict | undefined) => {
    const appearance = dict?.bytes("DA");
    const key = appearance && Buffer.from(appearance).toString("latin1");
    // Most fields of a form have the same one.
    if (appearance === undefined || key === undefined || appearances.has(key)) {
      return;
    }
    appearances.add(key);
    for (const { category, name } of resourceNames(appearance, bounds)) {
      used.add(`${category}/${name}`);
    }
  };
  addNames(fields.tree.form);
  for (const { dict } of fields.nodes) {
    bounds.step();
    addNames(dict);
  }
  return used;
}
