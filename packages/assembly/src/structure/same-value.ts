import { CosString, type CosValue, Dict, Name, resolve } from "@quire/cos";

/** The maximum number of parts of values that are compared; larger values are taken for different. */
const MAX_COMPARISONS = 1000;

/** Returns whether two small values, of different documents, are equal. Values with streams never are. */
export function isSameValue(one: CosValue, other: CosValue): boolean {
  const left: (readonly [CosValue, CosValue])[] = [[one, other]];
  let comparisons = 0;
  for (let pair = left.pop(); pair; pair = left.pop()) {
    comparisons++;
    const parts = partsToCompare(resolve(pair[0]), resolve(pair[1]));
    if (parts === undefined || comparisons + parts.length > MAX_COMPARISONS) {
      return false;
    }
    left.push(...parts);
  }
  return true;
}

/** Returns the parts that must be equal for two values to be; undefined when the values differ themselves. */
function partsToCompare(one: CosValue, other: CosValue): (readonly [CosValue, CosValue])[] | undefined {
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length && one.length <= MAX_COMPARISONS) {
    return one.map((element, index) => [element, other[index] ?? null] as const);
  }
  if (one instanceof Dict && other instanceof Dict && one.entries.size === other.entries.size) {
    return one.entries.size <= MAX_COMPARISONS
      ? [...one.entries].map(([key, value]) => [value, other.raw(key) ?? null] as const)
      : undefined;
  }
  return isSameScalar(one, other) ? [] : undefined;
}

function isSameScalar(one: CosValue, other: CosValue): boolean {
  if (one instanceof Name) {
    return other instanceof Name && one.value === other.value;
  }
  if (one instanceof CosString) {
    return other instanceof CosString && Buffer.compare(one.bytes, other.bytes) === 0;
  }
  return one === other;
}
