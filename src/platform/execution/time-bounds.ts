import type { RunnableOperation } from "../../operations/operation.ts";

/**
 * Returns how long the work of a synchronous request may take, in milliseconds: the general limit, or what its
 * operation needs for pages that are long work. `workPages` is undefined while it is not known whether there are any.
 */
export const syncTimeoutMs = (
  { longWork }: Pick<RunnableOperation, "longWork">,
  { limitMs, workPages }: { readonly limitMs: number; readonly workPages?: number },
): number => (workPages === 0 ? limitMs : Math.max(limitMs, longWork?.syncTimeoutMs ?? 0));

/**
 * Returns how long the engines may work on `workPages` pages, in milliseconds: `limitMs`, or what the operation needs.
 */
export const engineTimeMs = (
  { longWork }: Pick<RunnableOperation, "longWork">,
  { limitMs, workPages }: { readonly limitMs: number; readonly workPages: number },
): number => Math.max(limitMs, (longWork?.engineTimePerPageMs ?? 0) * workPages);
