import { asDict, type Bounds, type CosValue, type Dict, isName, resolve } from "@quire/cos";
import type { Annotation } from "../annotation.ts";
import type { Destinations } from "./destinations.ts";

/**
 * Adapts links (ISO 32000-2, 12.5.6.5), and actions of annotations and pages: they lead to pages of the excerpt, or are
 * left out.
 */
export function carryLinks(destinations: Destinations, bounds: Bounds): void {
  // Pages may share an annotation; once rewritten, its destinations are those of the new document and must not be
  // rewritten again.
  const carried = new Set<Annotation>();
  for (const { page, dict, annotations } of destinations.excerpt.pages) {
    bounds.step();
    const actions = page.dict.raw("AA");
    if (actions !== undefined) {
      put(dict, "AA", additionalActions(actions, destinations));
    }
    for (const annotation of annotations) {
      bounds.step();
      if (!annotation.isRemoved && !carried.has(annotation)) {
        carried.add(annotation);
        carryAnnotation(annotation, destinations);
      }
    }
  }
}

function carryAnnotation(annotation: Annotation, destinations: Destinations): void {
  const { dict } = annotation;
  const old = { Dest: dict.raw("Dest"), A: dict.raw("A"), AA: dict.raw("AA") };
  const Dest = old.Dest === undefined ? undefined : destinations.linkDestination(old.Dest);
  const A = old.A === undefined ? undefined : destinations.linkAction(old.A);
  const AA = old.AA === undefined ? undefined : additionalActions(old.AA, destinations);
  const isOther = Dest !== old.Dest || A !== old.A;
  if (isOther && Dest === undefined && A === undefined && isName(dict.get("Subtype"), "Link")) {
    annotation.remove();
  } else if (isOther || AA !== old.AA) {
    const edited = annotation.edit();
    put(edited, "Dest", Dest);
    put(edited, "A", A);
    put(edited, "AA", AA);
  }
}

/** The triggers of pages, of annotations, and of fields that are annotations as well (12.6.3). */
const TRIGGERS = ["O", "C", "E", "X", "D", "U", "Fo", "Bl", "PO", "PC", "PV", "PI", "K", "F", "V"];

/** Rewrites additional actions. Returns `value` itself when nothing changes; undefined when no action is left. */
function additionalActions(value: CosValue, destinations: Destinations): CosValue | undefined {
  const actions = asDict(resolve(value));
  let changed: Dict | undefined;
  for (const trigger of TRIGGERS) {
    const action = actions?.raw(trigger);
    const rewritten = action && destinations.linkAction(action);
    if (actions !== undefined && rewritten !== action) {
      changed ??= actions.copy();
      put(changed, trigger, rewritten);
    }
  }
  if (changed === undefined) {
    return value;
  }
  return changed.entries.size === 0 ? undefined : changed;
}

function put(dict: Dict, key: string, value: CosValue | undefined): void {
  if (value === undefined) {
    dict.delete(key);
  } else {
    dict.set(key, value);
  }
}
