import { type CosValue, Dict, fieldTypeOf, Name, Ref, rectangleOf, resolve, Stream } from "@quire/cos";
import type { Conversion, Correction } from "../conversion.ts";
import { drawnAppearance } from "../drawn-appearance.ts";
import type { ChangePlace } from "../options.ts";

/**
 * Leaves annotations their normal appearance alone, in the form that their type asks for, and draws those that have none
 * (ISO 19005-1, 6.5.3 and 6.9; -2, -3 and -4, 6.3.3).
 */
export const appearances: Correction = {
  page({ dict, page }, conversion) {
    for (const raw of dict.array("Annots") ?? []) {
      conversion.bounds.step();
      const annotation = resolve(raw);
      if (annotation instanceof Dict) {
        correctAppearance(annotation, { page, object: raw instanceof Ref ? raw.number : undefined }, conversion);
      }
    }
  },
};

/** The types without an appearance of their own. */
const WITHOUT_APPEARANCE: ReadonlySet<string> = new Set(["Popup", "Link", "Projection"]);

function correctAppearance(annotation: Dict, place: ChangePlace, conversion: Conversion): void {
  const { changes, document } = conversion;
  const subtype = annotation.name("Subtype") ?? "";
  const normal = normalOf(annotation);
  const appearance = annotation.dict("AP");
  if (appearance !== undefined) {
    if (appearance.has("R") || appearance.has("D")) {
      changes.note("appearances_dropped", place, subtype);
    }
    annotation.delete("AP");
  }
  const isButton = subtype === "Widget" && fieldTypeOf(annotation) === "Btn";
  if (normal !== undefined) {
    annotation.set("AP", new Dict([["N", isButton ? statesOf(annotation, normal) : streamOf(annotation, normal)]]));
    if (resolve(annotation.dict("AP")?.raw("N")) !== null) {
      return;
    }
    annotation.delete("AP");
  }
  if (WITHOUT_APPEARANCE.has(subtype) || (conversion.part !== 1 && isOfNoSize(annotation))) {
    return;
  }
  if (conversion.part === 1 && subtype !== "Widget") {
    return;
  }
  const drawn = drawnAppearance(annotation, subtype, conversion);
  if (drawn !== undefined) {
    const ref = document.add(drawn);
    annotation.set("AP", new Dict([["N", isButton ? statesOf(annotation, ref) : ref]]));
    changes.note("appearances_made", place, subtype);
  }
}

function normalOf(annotation: Dict): CosValue | undefined {
  const appearance = annotation.dict("AP");
  const raw = appearance?.raw("N");
  const value = resolve(raw);
  return value instanceof Stream || value instanceof Dict ? raw : undefined;
}

/** The appearance of a button is a dictionary of its states. */
function statesOf(annotation: Dict, normal: CosValue): CosValue {
  if (!(resolve(normal) instanceof Stream)) {
    return normal;
  }
  const state = annotation.name("AS") ?? "Off";
  annotation.set("AS", new Name(state));
  return new Dict([[state, normal]]);
}

/** Returns the stream of the state that is shown; null where there is none. */
function streamOf(annotation: Dict, normal: CosValue): CosValue {
  const value = resolve(normal);
  return value instanceof Dict ? (value.raw(annotation.name("AS") ?? "Off") ?? null) : normal;
}

function isOfNoSize(annotation: Dict): boolean {
  const box = rectangleOf(annotation.get("Rect"));
  return box !== undefined && box.left === box.right && box.bottom === box.top;
}
