import type { Engines } from "../../../engines/engines.ts";
import type { RunnableOperation } from "../../../operations/operation.ts";
import { itemFor, type ValidationItem } from "../body/validation.ts";

/**
 * Returns the engines' objections to parameters as they were sent; they are reported together with all else that is
 * wrong with them.
 */
export const engineItems = (
  { engineChecks = {} }: Pick<RunnableOperation, "engineChecks">,
  values: ReadonlyMap<string, unknown>,
  engines: Engines,
): readonly ValidationItem[] =>
  Object.entries(engineChecks).flatMap(([name, check]) => {
    const value = values.get(name);
    const fault = typeof value === "string" && value !== "" ? check(value, engines) : undefined;
    return fault === undefined ? [] : [itemFor(fault, ["body", name], value)];
  });
