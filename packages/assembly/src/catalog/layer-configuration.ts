import {
  asDict,
  type Bounds,
  type CosArray,
  CosString,
  type CosValue,
  type Dict,
  Name,
  Ref,
  resolve,
} from "@quire/cos";

/** The statements of an optional content configuration (ISO 32000-2, 8.11.4.3) about the groups that are kept. */
export interface LayerConfiguration {
  readonly name: CosString | undefined;
  readonly on: Ref[];
  readonly off: Ref[];
  readonly intents: readonly string[];
  /** The order in the form of /Order: groups, arrays of them, and labels. */
  readonly order: CosArray;
  readonly radioGroups: CosArray[];
  /** The usage application dictionaries. */
  readonly usages: Dict[];
  readonly locked: Ref[];
  readonly listMode: string | undefined;
}

/**
 * Reads a configuration, as far as it concerns the groups in `kept`, which are by object number. A value of the wrong
 * type counts as absent.
 */
export function configurationOf(dict: Dict, kept: ReadonlyMap<number, Ref>, bounds: Bounds): LayerConfiguration {
  const name = dict.get("Name");
  const groupsIn = (list: CosArray | undefined) => keptIn(list ?? [], kept, bounds);
  const off = offNumbers(dict, kept, groupsIn);
  return {
    name: name instanceof CosString ? name : undefined,
    on: [...kept.values()].filter(({ number }) => !off.has(number)),
    off: [...kept.values()].filter(({ number }) => off.has(number)),
    intents: intentsOf(dict),
    order: new KeptOrder(kept, bounds).of(dict.array("Order") ?? []),
    radioGroups: (dict.array("RBGroups") ?? []).flatMap((raw) => {
      bounds.step();
      const value = resolve(raw);
      const groups = Array.isArray(value) ? groupsIn(value) : [];
      return groups.length > 1 ? [groups] : [];
    }),
    usages: (dict.array("AS") ?? []).flatMap((raw) => {
      bounds.step();
      const usage = asDict(resolve(raw));
      const groups = groupsIn(usage?.array("OCGs"));
      return usage && groups.length > 0 ? [usage.copy().set("OCGs", groups)] : [];
    }),
    locked: groupsIn(dict.array("Locked")),
    listMode: dict.name("ListMode"),
  };
}

function keptIn(list: CosArray, kept: ReadonlyMap<number, Ref>, bounds: Bounds): Ref[] {
  const found = new Map<number, Ref>();
  for (const group of list) {
    bounds.step();
    if (group instanceof Ref && kept.has(group.number)) {
      found.set(group.number, group);
    }
  }
  return [...found.values()];
}

/**
 * Returns the numbers of the groups that are off (table 99): the base state, then what /ON says, then what /OFF says. A
 * base state of /Unchanged counts as on, because there is no earlier state here.
 */
function offNumbers(
  dict: Dict,
  kept: ReadonlyMap<number, Ref>,
  groupsIn: (list: CosArray | undefined) => Ref[],
): ReadonlySet<number> {
  const off = new Set(dict.name("BaseState") === "OFF" ? kept.keys() : []);
  for (const { number } of groupsIn(dict.array("ON"))) {
    off.delete(number);
  }
  for (const { number } of groupsIn(dict.array("OFF"))) {
    off.add(number);
  }
  return off;
}

function intentsOf(dict: Dict): string[] {
  const value = dict.get("Intent");
  const names = (Array.isArray(value) ? value : [value]).map((element) => resolve(element));
  const intents = names.flatMap((name) => (name instanceof Name ? name.value : []));
  return intents.length === 0 ? ["View"] : intents;
}

/** The greatest depth of nested lists that is read: deeper than any list that is shown. */
const MAX_ORDER_DEPTH = 64;

/** Reads the part of /Order that concerns the groups kept. */
class KeptOrder {
  readonly #kept: ReadonlyMap<number, Ref>;
  readonly #bounds: Bounds;
  readonly #seen = new Set<CosArray>();

  constructor(kept: ReadonlyMap<number, Ref>, bounds: Bounds) {
    this.#kept = kept;
    this.#bounds = bounds;
  }

  of(order: CosArray, depth = 0): CosArray {
    const result: CosArray = [];
    if (depth > MAX_ORDER_DEPTH || this.#seen.has(order)) {
      return result;
    }
    this.#seen.add(order);
    let hasParent = true;
    for (const [index, element] of order.entries()) {
      this.#bounds.step();
      const value = resolve(element);
      if (Array.isArray(value)) {
        this.#addNested(result, this.of(value, depth + 1), hasParent);
      } else if (value instanceof CosString && index === 0) {
        result.push(value);
      } else if (element instanceof Ref) {
        hasParent = this.#kept.has(element.number);
        result.push(...(hasParent ? [element] : []));
      }
    }
    return result;
  }

  /**
   * Adds a nested array. Without a label it belongs to the group before it; when that one is left out, its groups take
   * the place of that group.
   */
  #addNested(result: CosArray, nested: CosArray, hasParent: boolean): void {
    const [first] = nested;
    const isLabelled = first instanceof CosString;
    if (nested.length <= (isLabelled ? 1 : 0)) {
      return;
    }
    const added: CosValue[] = hasParent || isLabelled ? [nested] : nested;
    for (const element of added) {
      result.push(element);
    }
  }
}
