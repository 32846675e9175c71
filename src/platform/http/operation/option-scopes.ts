import { Failure } from "../../../kernel/failure.ts";
import type { RunnableOperation } from "../../../operations/operation.ts";
import type { Caller } from "../../auth/callers.ts";
import type { BoundRequest } from "./bound-request.ts";

/**
 * Checks that the key may use the options that were chosen: some need a scope in addition to that of the operation
 * (contract §5), so that a key without it never spends what it is not meant to. It follows step 7 of the order of checks.
 * @throws Failure `insufficient_scope`
 */
export function requireOptionScopes(
  operation: Pick<RunnableOperation, "optionScopes">,
  { parameters }: Pick<BoundRequest, "parameters">,
  caller: Pick<Caller, "may">,
): void {
  const missing = operation.optionScopes?.(parameters).find(({ scope }) => !caller.may(scope));
  if (missing !== undefined) {
    const { scope, option } = missing;
    throw new Failure(
      "insufficient_scope",
      `This API key lacks the scope ${scope}, which ${option} needs; send the request without that option, or with a ` +
        "key that has the scope.",
    );
  }
}
