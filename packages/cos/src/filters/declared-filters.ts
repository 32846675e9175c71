import type { Bounds } from "../bounds.ts";
import { CosError } from "../cos-error.ts";
import { asDict, type CosDirect, type Dict, Name, resolve } from "../objects.ts";

/* The filters that a stream declares (ISO 32000-1, 7.4). */

export interface Filter {
  /** The name in full: abbreviations of inline images are resolved. */
  readonly filter: string;
  readonly parameters: Dict | undefined;
}

/**
 * Returns the filters of a stream's dictionary in the order in which they are decoded, each with its parameters (table
 * 5), also in the abbreviations of inline images (tables 91 and 92).
 * @throws CosError `too_complex` when there are more than `bounds.maxFilters`
 */
export function filtersOf(dict: Dict, bounds: Bounds): { filters: Filter[]; damage: string | undefined } {
  const filter = dict.get("Filter") ?? inlineFilter(dict);
  if (filter === null) {
    return { filters: [], damage: undefined };
  }
  const parameters = dict.get("DecodeParms") ?? dict.get("DP");
  const names = Array.isArray(filter) ? filter : [filter];
  if (names.length > bounds.maxFilters) {
    throw new CosError(
      "too_complex",
      `A stream has ${names.length} filters; at most ${bounds.maxFilters} are decoded.`,
    );
  }
  const filters: Filter[] = [];
  let damage: string | undefined;
  for (const [index, element] of names.entries()) {
    const name = resolve(element);
    if (name instanceof Name) {
      filters.push({
        filter: FULL_FILTER_NAMES.get(name.value) ?? name.value,
        parameters: parametersAt(parameters, index),
      });
    } else {
      damage = "A filter is not a name, and was left out.";
    }
  }
  return { filters, damage };
}

/** The full names of the filters that inline images may abbreviate (ISO 32000-2, table 92). */
export const FULL_FILTER_NAMES: ReadonlyMap<string, string> = new Map([
  ["AHx", "ASCIIHexDecode"],
  ["A85", "ASCII85Decode"],
  ["LZW", "LZWDecode"],
  ["Fl", "FlateDecode"],
  ["RL", "RunLengthDecode"],
  ["CCF", "CCITTFaxDecode"],
  ["DCT", "DCTDecode"],
]);

/**
 * Returns the filter at F. In an inline image F is the filter; in a stream it is a file specification, for which null
 * is returned.
 */
function inlineFilter(dict: Dict): CosDirect {
  const value = dict.get("F");
  return value instanceof Name || Array.isArray(value) ? value : null;
}

/**
 * Returns the parameters of the filter at `index`. One dictionary in place of an array counts for each filter that has
 * parameters, as in other readers.
 */
function parametersAt(parameters: CosDirect, index: number): Dict | undefined {
  return asDict(Array.isArray(parameters) ? resolve(parameters[index]) : parameters);
}
