import {
  type CosDirect,
  Dict,
  FULL_FILTER_NAMES,
  FULL_INLINE_COLOUR_SPACES,
  FULL_INLINE_KEYS,
  Name,
  resolve,
} from "@quire/cos";

/**
 * Returns the dictionary of an inline image as that of an image XObject, with keys and names in full (ISO 32000-2,
 * 8.9.7, tables 91 and 92). Of a key that is there in full and abbreviated, the abbreviation counts.
 */
export function expandedInlineImage(dict: Dict): Dict {
  const expanded = new Dict();
  for (const [key, value] of dict.entries) {
    const fullKey = FULL_INLINE_KEYS.get(key);
    if (fullKey !== undefined || !expanded.has(key)) {
      expanded.set(fullKey ?? key, expandedValue(fullKey ?? key, resolve(value)));
    }
  }
  return expanded;
}

/** Returns the filters as they are written; undefined for each that is no name. */
export function writtenFilters(dict: Dict): readonly (string | undefined)[] {
  const filter = dict.get("F") ?? dict.get("Filter");
  const filters = filter === null ? [] : Array.isArray(filter) ? filter.map((value) => resolve(value)) : [filter];
  return filters.map((value) => (value instanceof Name ? value.value : undefined));
}

function expandedValue(key: string, value: CosDirect): CosDirect {
  const names = key === "Filter" ? FULL_FILTER_NAMES : key === "ColorSpace" ? FULL_INLINE_COLOUR_SPACES : undefined;
  return names === undefined ? value : expandedNames(value, names);
}

function expandedNames(value: CosDirect, names: ReadonlyMap<string, string>): CosDirect {
  if (Array.isArray(value)) {
    // Indexed is nested once: `[/I /RGB 255 <…>]`.
    return value.map((element) => fullName(resolve(element), names));
  }
  return fullName(value, names);
}

function fullName(value: CosDirect, names: ReadonlyMap<string, string>): CosDirect {
  const full = value instanceof Name ? names.get(value.value) : undefined;
  return full === undefined ? value : new Name(full);
}
