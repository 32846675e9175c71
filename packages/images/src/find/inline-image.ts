import {
  type CosArray,
  type CosDirect,
  type CosValue,
  Dict,
  FULL_FILTER_NAMES,
  FULL_INLINE_COLOUR_SPACES,
  FULL_INLINE_KEYS,
  type InlineImage,
  Name,
  resolve,
  resource,
  Stream,
} from "@quire/cos";

/**
 * Converts an inline image (ISO 32000-2, 8.9.7) to the image XObject that looks the same, with the full names of
 * entries, colour spaces and filters. A colour space that `resources` name is taken from there.
 */
export function streamOfInlineImage({ dict, data }: InlineImage, resources: Dict | undefined): Stream {
  const full = new Dict();
  for (const [key, value] of dict.entries) {
    const fullKey = FULL_INLINE_KEYS.get(key);
    // 8.9.7: of an abbreviated and a full name, the abbreviated one counts.
    if (fullKey !== undefined || !full.entries.has(key)) {
      full.set(fullKey ?? key, fullValue(fullKey ?? key, value, resources));
    }
  }
  // The data are copied, as a view would keep the whole content in memory.
  return new Stream(full, data.slice());
}

function fullValue(key: string, value: CosValue, resources: Dict | undefined): CosValue {
  if (key === "Filter") {
    return renamed(value, FULL_FILTER_NAMES);
  }
  return key === "ColorSpace" ? colourSpace(value, resources) : value;
}

function colourSpace(value: CosValue, resources: Dict | undefined): CosValue {
  const direct = resolve(value);
  return (direct instanceof Name ? named(direct, resources) : null) ?? renamed(value, FULL_INLINE_COLOUR_SPACES);
}

const named = (name: Name, resources: Dict | undefined): CosDirect => resource(resources, "ColorSpace", name.value);

/** Replaces an abbreviated name, or those in an array, by full names. */
function renamed(value: CosValue, names: ReadonlyMap<string, string>): CosValue {
  const direct = resolve(value);
  return Array.isArray(direct) ? renamedArray(direct, names) : renamedName(direct, names);
}

const renamedArray = (array: CosArray, names: ReadonlyMap<string, string>): CosArray =>
  array.map((element) => renamedName(resolve(element), names));

function renamedName(value: CosDirect, names: ReadonlyMap<string, string>): CosDirect {
  const full = value instanceof Name ? names.get(value.value) : undefined;
  return full === undefined ? value : new Name(full);
}
