import { type CosArray, type CosDocument, Dict, decodeTextString, isName, resolve } from "@quire/cos";
import { shownText } from "@quire/metadata";
import { type LayerDescription, LIMITS, type Listed } from "../description.ts";

/** Returns the layers (optional content groups, ISO 32000-2, 8.11.2) as the default configuration shows them. */
export function layersOf(document: CosDocument): Listed<LayerDescription> {
  const properties = document.catalog.dict("OCProperties");
  const configuration = properties?.dict("D");
  const isOn = !isName(configuration?.get("BaseState"), "OFF");
  const on = groupsIn(configuration?.array("ON"), document);
  const off = groupsIn(configuration?.array("OFF"), document);
  const locked = groupsIn(configuration?.array("Locked"), document);
  const groups = [...groupsIn(properties?.array("OCGs"), document)];
  const items = groups.slice(0, LIMITS.layers).map((group): LayerDescription => {
    const name = group.bytes("Name");
    return {
      name: name === undefined ? "" : shownText(decodeTextString(name), LIMITS.nameCharacters),
      isVisible: off.has(group) ? false : on.has(group) || isOn,
      isPrinted: printStateOf(group),
      isLocked: locked.has(group),
    };
  });
  return { items, total: groups.length };
}

function groupsIn(array: CosArray | undefined, { bounds }: CosDocument): ReadonlySet<Dict> {
  const groups = new Set<Dict>();
  for (const element of array ?? []) {
    bounds.step();
    const group = resolve(element);
    if (group instanceof Dict) {
      groups.add(group);
    }
  }
  return groups;
}

/** Returns whether the layer is meant to be printed (table 100); null where it does not say. */
function printStateOf(group: Dict): boolean | null {
  const state = group.dict("Usage")?.dict("Print")?.name("PrintState");
  return state === undefined ? null : state === "ON";
}
