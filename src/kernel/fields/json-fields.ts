import { z } from "zod";
import { addFault, type Fault } from "../faults.ts";
import type { Parse } from "./field-values.ts";
import { isAbsent, notAList, notAnObject, readJson } from "./read-json.ts";

/*
 * Parameters that are lists or objects, as JSON in a text field of a form. As everywhere an empty text counts as
 * absent; within the JSON, so does null.
 */

type JsonSchema = Readonly<Record<string, unknown>>;

const jsonText = (contentSchema: JsonSchema): JsonSchema => ({
  type: "string",
  contentMediaType: "application/json",
  contentSchema,
});

/**
 * Makes a parameter of a JSON array whose items `parse` reads; every wrong item is reported, at its index. An item that
 * is null or an empty text is undefined in the list.
 */
export function optionalJsonList<T>(
  parse: Parse<T>,
  {
    items,
    maxItems,
    takes = "a JSON list",
  }: {
    readonly items: JsonSchema;
    readonly maxItems: number;
    /** What a caller is told to send, such as `a JSON list with one item for each file`. */
    readonly takes?: string;
  },
): z.ZodType<readonly (T | undefined)[] | undefined> {
  return z
    .unknown()
    .optional()
    .transform((raw, context): readonly (T | undefined)[] | undefined => {
      const read = readJson(raw);
      if ("fault" in read) {
        addFault(context, { ...read.fault, takes }, { input: raw });
        return z.NEVER;
      }
      if (read.value === undefined) {
        return undefined;
      }
      const list: unknown = read.value;
      const fault = Array.isArray(list) ? lengthFault(list.length, maxItems) : notAList(takes);
      if (!Array.isArray(list) || fault !== undefined) {
        addFault(context, fault ?? notAList(takes), { input: raw });
        return z.NEVER;
      }
      return list.map((item: unknown, index) => {
        const parsed = isAbsent(item) ? { value: undefined } : parse(item);
        if ("fault" in parsed) {
          addFault(context, parsed.fault, { path: [index], input: item });
          return z.NEVER;
        }
        return parsed.value;
      });
    })
    .meta(jsonText({ type: "array", items, maxItems }));
}

/**
 * Makes a parameter of a JSON object whose members, whatever their names, `parse` reads; null and an empty text leave
 * one out or, with `emptyIsValue`, are both an empty text.
 */
export function optionalJsonMembers<T>(
  parse: (name: string) => Parse<T>,
  {
    members,
    maxMembers,
    emptyIsValue = false,
  }: { readonly members: JsonSchema; readonly maxMembers: number; readonly emptyIsValue?: boolean },
): z.ZodType<Readonly<Record<string, T>>> {
  return z
    .unknown()
    .optional()
    .transform((raw, context): Readonly<Record<string, T>> => {
      const read = readJson(raw);
      const given: unknown = "value" in read ? (read.value ?? {}) : undefined;
      if ("fault" in read || typeof given !== "object" || given === null || Array.isArray(given)) {
        const fault = "fault" in read ? { ...read.fault, takes: notAnObject.takes } : notAnObject;
        addFault(context, fault, { input: raw });
        return z.NEVER;
      }
      const present = Object.entries(given)
        .filter(([, value]) => emptyIsValue || !isAbsent(value))
        .map(([name, value]): [string, unknown] => [name, value ?? ""]);
      const tooMany = lengthFault(present.length, maxMembers);
      if (tooMany !== undefined) {
        addFault(context, tooMany);
        return z.NEVER;
      }
      const parsed = present.flatMap(([name, value]): [string, T][] => {
        const member = parse(name)(value);
        if ("fault" in member) {
          // Members may be secrets, such as a header's value: they are not repeated.
          addFault(context, member.fault, { path: [name] });
          return [];
        }
        return [[name, member.value]];
      });
      return Object.fromEntries(parsed);
    })
    .meta(jsonText({ type: "object", additionalProperties: members, maxProperties: maxMembers }));
}

/** The members of a JSON object that are known, and the names of the others. */
export interface JsonTexts<Name extends string> {
  readonly values: Readonly<Partial<Record<Name, string>>>;
  readonly unknown: readonly string[];
}

/** Makes a parameter of a JSON object whose members are texts. */
export function optionalJsonTexts<const Name extends string>(
  names: readonly Name[],
): z.ZodType<JsonTexts<Name> | undefined> {
  return z
    .unknown()
    .optional()
    .transform((raw, context): JsonTexts<Name> | undefined => {
      const read = readJson(raw);
      if ("fault" in read) {
        addFault(context, { ...read.fault, takes: notAnObject.takes }, { input: raw });
        return z.NEVER;
      }
      if (read.value === undefined) {
        return undefined;
      }
      if (typeof read.value !== "object" || read.value === null || Array.isArray(read.value)) {
        addFault(context, notAnObject, { input: raw });
        return z.NEVER;
      }
      const members = new Map<string, unknown>(Object.entries(read.value));
      const values: Partial<Record<Name, string>> = {};
      for (const name of names) {
        const value = members.get(name) ?? undefined;
        if (typeof value === "string") {
          values[name] = value;
        } else if (value !== undefined) {
          addFault(context, { type: "string_type", message: "Input should be a valid string" }, { path: [name] });
        }
      }
      const known: readonly string[] = names;
      return { values, unknown: [...members.keys()].filter((name) => !known.includes(name)) };
    })
    .meta(
      jsonText({ type: "object", properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])) }),
    );
}

const lengthFault = (length: number, maxItems: number): Fault | undefined =>
  length <= maxItems
    ? undefined
    : {
        type: "too_long",
        message: `List should have at most ${maxItems} items, not ${length}`,
        context: { max_length: maxItems, actual_length: length },
      };
