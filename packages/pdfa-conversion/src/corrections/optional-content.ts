import { type CosValue, CosString, Dict, decodeTextString, encodeTextString, resolve } from "@quire/cos";
import type { Conversion, Correction } from "../conversion.ts";

/**
 * Gives the configurations of layers a name of their own and an order of all layers, and takes away what switches layers
 * (ISO 19005-2 and -3, 6.9; -4, 6.10). Part 1 has no layers (6.1.13): their list goes where all of them are shown.
 */
export const optionalContent: Correction = {
  document(conversion) {
    const { catalog, part, changes } = conversion;
    const properties = catalog.dict("OCProperties");
    if (properties === undefined) {
      catalog.delete("OCProperties");
      return;
    }
    if (part === 1) {
      if (areAllShown(properties)) {
        catalog.delete("OCProperties");
        changes.note("layers_dropped");
      }
      return;
    }
    const groups = (properties.array("OCGs") ?? []).filter((raw) => resolve(raw) instanceof Dict);
    const taken = new Set<string>();
    const configurations = [properties.get("D"), ...(properties.array("Configs") ?? []).map(resolve)];
    for (const configuration of configurations) {
      conversion.bounds.step();
      if (configuration instanceof Dict) {
        correctConfiguration(configuration, { groups, taken, conversion });
      }
    }
  },
};

function areAllShown(properties: Dict): boolean {
  const configuration = properties.dict("D");
  const isShownFirst = configuration?.name("BaseState") !== "OFF";
  return isShownFirst && (configuration?.array("OFF") ?? []).length === 0;
}

function correctConfiguration(
  configuration: Dict,
  {
    groups,
    taken,
    conversion: { changes, part, bounds },
  }: { readonly groups: readonly CosValue[]; readonly taken: Set<string>; readonly conversion: Conversion },
): void {
  const name = decodeTextString(configuration.bytes("Name") ?? new Uint8Array(0));
  if (name === "" || taken.has(name)) {
    const own = freeName(name === "" ? "Layers" : name, taken);
    configuration.set("Name", new CosString(encodeTextString(own)));
    changes.note("layers_described", {}, own);
  }
  taken.add(decodeTextString(configuration.bytes("Name") ?? new Uint8Array(0)));
  if (part !== 4 && configuration.has("AS")) {
    configuration.delete("AS");
    changes.note("layer_automation_dropped");
  }
  const order = configuration.array("Order");
  if (order === undefined) {
    configuration.delete("Order");
    return;
  }
  const listed = new Set<unknown>();
  collect(order, listed, bounds.checkDepth.bind(bounds));
  const missing = groups.filter((raw) => !listed.has(resolve(raw)));
  if (missing.length > 0) {
    configuration.set("Order", [...order, ...missing]);
    changes.note("layers_described", {}, "Order");
  }
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let number = 1;
  let own = name;
  while (taken.has(own)) {
    number += 1;
    own = `${name} ${number}`;
  }
  return own;
}

/** Collects the groups of an Order, which may be nested. */
function collect(
  order: readonly CosValue[],
  listed: Set<unknown>,
  checkDepth: (depth: number) => void,
  depth = 0,
): void {
  checkDepth(depth);
  for (const raw of order) {
    const value = resolve(raw);
    if (Array.isArray(value)) {
      collect(value, listed, checkDepth, depth + 1);
    } else {
      listed.add(value);
    }
  }
}
