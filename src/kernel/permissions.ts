import type { Fault } from "./faults.ts";
import { notAChoice } from "./fields/field-values.ts";

/**
 * The rights of a reader who opens a document with the user password (ISO 32000-2, table 22, bits 3 to 12).
 * @internal Exported for tests.
 */
export const PERMISSIONS = ["print", "print_low", "copy", "modify", "annotate", "fill_forms", "assemble"] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Reads "all", "none" or a list such as "print,copy"; `print` includes `print_low`. */
export function parsePermissions(text: string): { readonly value: readonly Permission[] } | { readonly fault: Fault } {
  const names = text
    .toLowerCase()
    .split(",")
    .map((name) => name.trim());
  if (names.length === 1 && (names[0] === "all" || names[0] === "none")) {
    return { value: names[0] === "all" ? PERMISSIONS : [] };
  }
  const unknown = names.find((name) => !PERMISSIONS.some((known) => known === name));
  if (unknown !== undefined) {
    const expected = `all, none, or a list of ${PERMISSIONS.join(", ")}`;
    return { fault: notAChoice(expected, unknown, ["all", "none", ...PERMISSIONS]) };
  }
  return { value: PERMISSIONS.filter((known) => names.includes(known)) };
}
