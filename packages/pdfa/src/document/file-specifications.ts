import {
  asDict,
  type Bounds,
  type CosDocument,
  type CosValue,
  type Dict,
  NameTree,
  Ref,
  resolve,
  type Stream,
} from "@quire/cos";
import type { Place } from "../place.ts";
import type { Validation, ValidationPart } from "../validation.ts";

/**
 * Collects file specifications and associations from all dictionaries, and emits them at the end, when all are known. A
 * specification has the Type Filespec (ISO 32000-2, table 43), or is in the catalog's names of embedded files.
 */
export function fileSpecificationPart({ bounds, document }: Validation): ValidationPart {
  const specifications = new Map<Dict, Place>();
  const associated = new Set<Dict>();
  const files = new Set<Stream>();
  return {
    subscribes: {
      dictionary(dict, place) {
        if (dict.name("Type") === "Filespec") {
          specifications.set(dict, place);
        }
        for (const specification of associatedBy(dict)) {
          bounds.step();
          associated.add(specification);
        }
      },
    },
    end(emit) {
      for (const [raw, dict] of embeddedByName(document, bounds)) {
        if (!specifications.has(dict)) {
          specifications.set(dict, { object: raw instanceof Ref ? raw.number : undefined, at: "Names/EmbeddedFiles" });
        }
      }
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

/** Returns the file specifications that a value refers to (ISO 19005-3, annex E): a single one, or those of an array. */
function specificationsOf(raw: CosValue): readonly Dict[] {
  const value = resolve(raw);
  const elements = Array.isArray(value) ? value : [raw];
  return elements.flatMap((element) => (element instanceof Ref ? (asDict(resolve(element)) ?? []) : []));
}

/** Returns the file specifications in the catalog's names of embedded files, each with the value that leads to it. */
function* embeddedByName({ catalog }: CosDocument, bounds: Bounds): Iterable<readonly [CosValue, Dict]> {
  const names = catalog.dict("Names")?.dict("EmbeddedFiles");
  for (const [, raw] of names === undefined ? [] : new NameTree(names, bounds).entries()) {
    const dict = asDict(resolve(raw));
    if (dict !== undefined) {
      yield [raw, dict];
    }
  }
}
