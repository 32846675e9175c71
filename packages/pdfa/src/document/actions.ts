import { type CosValue, Dict, Ref, resolve } from "@quire/cos";
import type { Place } from "../place.ts";
import type { Emit, Validation } from "../validation.ts";
import type { AdditionalActions } from "./subjects.ts";

/** The trigger events of annotations, pages, fields and documents (12.6.3, tables 197 to 200). */
const TRIGGERS: ReadonlySet<string> = new Set("E X D U Fo Bl PO PC PV PI O C K F V WC WS DS WP DP".split(" "));

/** Emits actions (ISO 32000-2, 12.6), each dictionary once, however many ways lead to it. */
export class ActionWalk {
  readonly #validation: Validation;
  readonly #emit: Emit;
  /** The visited dictionaries and arrays; an array may contain itself. */
  readonly #visited = new Set<CosValue>();

  constructor(validation: Validation, emit: Emit) {
    this.#validation = validation;
    this.#emit = emit;
  }

  /**
   * Visits an action or an array of actions, and the actions after them (/Next, table 196). Any other value is ignored.
   */
  visit(raw: CosValue | undefined, place: Place): void {
    const pending: { readonly raw: CosValue | undefined; readonly place: Place }[] = [{ raw, place }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      this.#validation.bounds.step();
      const value = resolve(next.raw);
      const object = next.raw instanceof Ref ? next.raw.number : next.place.object;
      const found = { ...next.place, object };
      if (!(Array.isArray(value) || value instanceof Dict) || this.#visited.has(value)) {
        continue;
      }
      this.#visited.add(value);
      if (value instanceof Dict) {
        this.#emit("action", value, found);
        pending.push({ raw: value.raw("Next"), place: found });
        continue;
      }
      for (const element of value) {
        pending.push({ raw: element, place: found });
      }
    }
  }

  /** Visits the /AA entry of a dictionary, and the actions in it. */
  visitAdditional(owner: Dict, of: AdditionalActions["of"], place: Place): void {
    const dict = owner.get("AA");
    if (!(dict instanceof Dict)) {
      return;
    }
    const at = `${place.at === undefined ? "" : `${place.at}/`}AA`;
    this.#emit("additional-actions", { dict, of }, { ...place, at });
    for (const [key, raw] of dict.entries) {
      if (TRIGGERS.has(key)) {
        this.visit(raw, { ...place, at: `${at}/${key}` });
      }
    }
  }
}
