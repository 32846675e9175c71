import type { AppendixGroup } from "./appendix.ts";
import { isArray, isObject, type JsonObject, type JsonValue } from "./json-value.ts";
import { labelOf } from "./labels.ts";

/** Returns the heading of a part of the appendix: its letters, and the last of the names that lead to its values. */
export function titleOf({ letters, path }: Pick<AppendixGroup, "letters" | "path">): string {
  const names = path.filter((key) => key !== "").map(labelOf);
  const shown = names.length > MOST_STEPS ? ["…", ...names.slice(-MOST_STEPS)] : names;
  return [letters, shown.join(" › ")].filter((part) => part !== "").join(" · ");
}

/** The greatest number of names in the heading of a part of the appendix. */
const MOST_STEPS = 4;

/** Returns the records that a value of the appendix is in a table; none if it is something else. */
export function rowsOf(value: JsonValue): readonly JsonObject[] {
  if (isObject(value)) {
    return [value];
  }
  return isArray(value) && value.length > 0 && value.every(isObject) ? value : [];
}
