import { asDict, type CosValue, type Dict, resolve, type Stream } from "@quire/cos";
import type { Place } from "../place.ts";
import type { Validation, ValidationPart } from "../validation.ts";

/**
 * Collects file specifications and associations from all dictionaries, and emits them at the end, when all are known.
 */
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

/** The keys of an EF dictionary that hold embedded files (7.11.4, table 44); other entries are none. */
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
 * Returns the file specifications that a dictionary associates (14.13). Objects have /AF. For marked content with the
 * tag AF, the property list has /MCAF, or the entry among the resources is itself the array of file specifications, as
 * in ISO 19005-3, annex E.
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

/** Returns the file specifications in a value: a single one, or those of an array. */
function specificationsOf(raw: CosValue): readonly Dict[] {
  const value = resolve(raw);
  const elements = Array.isArray(value) ? value : [value];
  return elements.flatMap((element) => asDict(resolve(element)) ?? []);
}
