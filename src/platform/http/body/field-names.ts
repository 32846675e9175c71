import type { Fault } from "../../../kernel/faults.ts";
import type { FileOperation, Operation } from "../../../operations/operation.ts";
import { itemFor, type ValidationItem } from "./validation.ts";

/** A client's fields with their names resolved. */
export interface ResolvedNames<Value> {
  /** The values by the documented names. */
  readonly values: ReadonlyMap<string, Value>;
  readonly conflicts: readonly ValidationItem[];
  nameAsSent(name: string): string;
}

type Aliased = Pick<Operation, "aliases">;

/** Returns the names of the fields from which an operation takes files; the first is the documented one. */
export const fileFieldsOf = ({ files }: Pick<FileOperation, "files">): readonly [string, ...string[]] =>
  files.max === 1 ? ["file"] : ["files", "file", "files[]"];

/** Returns the documented name of a field. */
export const documentedName = ({ aliases = {} }: Aliased, sent: string): string =>
  Object.hasOwn(aliases, sent) ? (aliases[sent] ?? sent) : sent;

/**
 * Resolves aliases to documented names (contract, "Aliases"). Where an empty text counts as absent, it gives way to the
 * other spelling.
 */
export function resolveNames<Value>(
  operation: Aliased,
  sent: ReadonlyMap<string, Value>,
  { emptyIsAbsent }: { readonly emptyIsAbsent: boolean },
): ResolvedNames<Value> {
  const isAbsent = (value: Value | undefined): boolean => value === undefined || (emptyIsAbsent && value === "");
  const values = new Map<string, Value>();
  const sentAs = new Map<string, string>();
  const conflicts: ValidationItem[] = [];
  for (const [field, value] of sent) {
    const name = documentedName(operation, field);
    const earlier = values.get(name);
    if (isAbsent(earlier)) {
      values.set(name, value);
      sentAs.set(name, field);
    } else if (!isAbsent(value) && !isSame(value, earlier)) {
      conflicts.push(itemFor(conflictOf(field, sentAs.get(name) ?? name), ["body", field], value));
    }
  }
  return { values, conflicts, nameAsSent: (name) => sentAs.get(name) ?? name };
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === "object" && JSON.stringify(one) === JSON.stringify(other));

/** Returns the fault of one parameter in two spellings with different values. */
export function conflictOf(one: string, other: string): Fault {
  const error = `'${one}' and '${other}' are the same parameter and have different values`;
  return { type: "extra_conflict", message: `Value error, ${error}`, context: { error } };
}
