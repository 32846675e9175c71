import { type CosDirect, resolve } from "@quire/cos";

/** Returns the first `count` elements of an array; undefined when it has fewer, or one of them is no finite number. */
export function numbersAt(value: CosDirect | undefined, count: number): number[] | undefined {
  if (!Array.isArray(value) || value.length < count) {
    return undefined;
  }
  const numbers: number[] = [];
  for (const element of value.slice(0, count)) {
    const number = resolve(element);
    if (typeof number !== "number" || !Number.isFinite(number)) {
      return undefined;
    }
    numbers.push(number);
  }
  return numbers;
}
