import { z } from "zod";
import { addFault, valueError } from "../faults.ts";
import { parseNetwork } from "../ip-networks.ts";
import { type Parse, parseChoice, quotedList } from "./field-values.ts";

/* The fields that are lists in JSON bodies; `fields` has their makers. */

export interface ChoicesOptions<Value extends string> {
  readonly values: readonly Value[];
  readonly default: readonly NoInfer<Value>[];
}

/** Makes a field of an array of choices; every wrong item is reported, at its index. */
export function choicesField<Value extends string>(options: ChoicesOptions<Value>): z.ZodType<readonly Value[]> {
  const parse = parseChoice(options.values, {});
  return z
    .unknown()
    .optional()
    .transform((raw = options.default, context): readonly Value[] =>
      readList(raw, parse, { context, takes: `a list of ${quotedList(options.values)}` }),
    )
    .meta({
      type: "array",
      items: { type: "string", enum: options.values },
      minItems: 1,
      uniqueItems: true,
      default: options.default,
    });
}

/** Reads a list that is not empty; every wrong item is reported, at its index. Repeated values are left out. */
function readList<Value>(
  raw: unknown,
  parse: Parse<Value>,
  {
    context,
    takes,
    maxItems = Number.POSITIVE_INFINITY,
  }: { readonly context: z.core.$RefinementCtx; readonly takes: string; readonly maxItems?: number },
): readonly Value[] {
  if (!Array.isArray(raw)) {
    addFault(context, valueError("expected a list", { takes }), { input: raw });
    return z.NEVER;
  }
  if (raw.length === 0) {
    const message = "List should have at least 1 item";
    addFault(context, { type: "too_short", message, context: { min_length: 1 }, takes }, { input: raw });
    return z.NEVER;
  }
  if (raw.length > maxItems) {
    const message = `List should have at most ${maxItems} items, not ${raw.length}`;
    const lengths = { max_length: maxItems, actual_length: raw.length };
    addFault(context, { type: "too_long", message, context: lengths, takes });
    return z.NEVER;
  }
  const read = raw.map((item: unknown, index) => {
    const parsed = parse(item);
    if ("fault" in parsed) {
      addFault(context, parsed.fault, { path: [index], input: item });
      return z.NEVER;
    }
    return parsed.value;
  });
  return [...new Set(read)];
}

const parseNetworkText: Parse<string> = (raw) => {
  if (typeof raw !== "string") {
    return { fault: { type: "string_type", message: "Input should be a valid string" } };
  }
  const network = parseNetwork(raw);
  return "value" in network ? network : { fault: valueError(network.fault) };
};

/** Makes a field of an optional array of IP networks, each in the form of `parseNetwork`. */
export function networksField({ maxItems }: { readonly maxItems: number }): z.ZodType<readonly string[] | undefined> {
  return z
    .unknown()
    .optional()
    .transform((raw, context): readonly string[] | undefined =>
      raw === undefined
        ? undefined
        : readList(raw, parseNetworkText, {
            context,
            maxItems,
            takes: `a list of up to ${maxItems} networks, such as ["192.0.2.0/24", "2001:db8::/32"]`,
          }),
    )
    .meta({
      type: "array",
      items: { type: "string" },
      minItems: 1,
      maxItems,
      examples: [["192.0.2.0/24", "2001:db8::/32"]],
    });
}
