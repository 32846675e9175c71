import { asDict, type CosValue, type Dict, resolve, type Stream } from "@quire/cos";
import type { Place } from "../place.ts";
import type { Validation, ValidationPart } from "../validation.ts";

/** Collects file specifications and associations among all dictionaries, and emits them when all are known. */
export function fileSpecificationPart({ bounds }: Validation): ValidationPart {
  const specifications = new Map<Dict, Place>();
  const associated = new Set<Dict>();
  const files = new Set<Stream>();
  return {
    subscribes: {
      dictionary(dict, place) {
        if (dict.entries.has("EF") && dict.dict("EF") !== undefined) {
          specifications.set(dict, place);
        }
        for (const specification of associatedBy(dict)) {
          bounds.step();
          associated.add(specification);
        }
      },
    },
    end(emit) {
      for (const [dict, place] of specifications) {
        emit("file-specification", { dict, isAssociated: associated.has(dict) }, place);
        emitFiles(dict, files, (file) => emit("embedded-file", file, place));
      }
    },
  };
}

/** 7.11.4, table 44: what else is in the dictionary is no embedded file. */
const FILE_KEYS = ["F", "UF", "DOS", "Mac", "Unix"] as const;

function emitFiles(specification: Dict, known: Set<Stream>, emit: (file: Stream) => void): void {
  for (const key of FILE_KEYS) {
    const file = specification.dict("EF")?.stream(key);
    if (file !== undefined && !known.has(file)) {
      known.add(file);
      emit(file);
    }
  }
}

/**
 * 14.13: objects have /AF. Of marked content that is tagged AF, the property list has /MCAF; or it is itself, among the
 * resources, the array of file specifications, as ISO 19005-3, annex E, has it.
 */
function associatedBy({ entries }: Dict): readonly Dict[] {
  if (!(entries.has("AF") || entries.has("MCAF") || entries.has("Properties"))) {
    return [];
  }
  const values = [entries.get("AF"), entries.get("MCAF")];
  for (const value of asDict(resolve(entries.get("Properties")))?.entries.values() ?? []) {
    values.push(value);
  }
  return values.flatMap((value) => (value === undefined ? [] : specificationsOf(value)));
}

/** An array of file specifications, or one. */
function specificationsOf(raw: CosValue): readonly Dict[] {
  const value = resolve(raw);
  const elements = Array.isArray(value) ? value : [value];
  return elements.flatMap((element) => asDict(resolve(element)) ?? []);
}
