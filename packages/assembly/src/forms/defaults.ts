import { type Bounds, CosString, Dict } from "@quire/cos";
import { appearanceWithNewNames, type NameEndings } from "./default-appearance.ts";
import { DefaultResources } from "./default-resources.ts";
import type { TakenFields } from "./taken-fields.ts";
import { usedResources } from "./used-resources.ts";

/**
 * Joins what fields inherit from their forms (ISO 32000-2, table 224): the default resources, appearance and alignment.
 * Fields that would inherit other values from the new form than from their former one get the former values directly.
 */
export function carryDefaults(form: Dict, documents: readonly TakenFields[], bounds: Bounds): void {
  const resources = new DefaultResources(bounds);
  const defaults: Defaults[] = [];
  for (const fields of documents) {
    const own = usedResources(fields, bounds);
    const endings = own === undefined ? NO_ENDINGS : resources.add(own);
    if (endings.size > 0) {
      renameResources(fields, endings, bounds);
    }
    if (fields.roots.length > 0) {
      defaults.push({
        fields,
        appearance: fields.tree.form && appearanceOf(fields.tree.form, endings, bounds),
        alignment: fields.tree.form?.integer("Q") ?? 0,
      });
    }
  }
  if (resources.dict.entries.size > 0) {
    form.set("DR", resources.dict);
  }
  // Where one form has no default appearance, its fields must not be drawn with that of another.
  const appearance = defaults.every((own) => own.appearance !== undefined) ? defaults[0]?.appearance : undefined;
  if (appearance !== undefined) {
    form.set("DA", appearance);
  }
  const alignment = defaults[0]?.alignment ?? 0;
  if (alignment !== 0) {
    form.set("Q", alignment);
  }
  for (const own of defaults) {
    if (own.appearance !== undefined && !hasSameBytes(own.appearance, appearance)) {
      setWhereAbsent(own.fields, "DA", own.appearance, bounds);
    }
    if (own.alignment !== alignment) {
      setWhereAbsent(own.fields, "Q", own.alignment, bounds);
    }
  }
}

interface Defaults {
  readonly fields: TakenFields;
  readonly appearance: CosString | undefined;
  readonly alignment: number;
}

const NO_ENDINGS: NameEndings = new Map();

function renameResources(fields: TakenFields, endings: NameEndings, bounds: Bounds): void {
  for (const node of fields.nodes) {
    bounds.step();
    const appearance = appearanceOf(node.dict, endings, bounds);
    if (appearance !== undefined && !hasSameBytes(appearance, node.dict.get("DA"))) {
      fields.edit(node).set("DA", appearance);
    }
  }
}

/**
 * Returns the default appearance string of a form or a field, with the new names of resources; undefined when it has
 * none.
 */
function appearanceOf(dict: Dict, endings: NameEndings, bounds: Bounds): CosString | undefined {
  const bytes = dict.bytes("DA");
  return bytes && new CosString(appearanceWithNewNames(bytes, endings, bounds) ?? bytes);
}

function setWhereAbsent(fields: TakenFields, key: string, value: CosString | number, bounds: Bounds): void {
  for (const root of fields.roots) {
    bounds.step();
    if (!root.dict.has(key)) {
      fields.edit(root).set(key, value);
    }
  }
}

const hasSameBytes = (first: CosString, second: unknown): boolean =>
  second instanceof CosString && Buffer.compare(first.bytes, second.bytes) === 0;
