import type { RunnableOperation } from "../../operations/operation.ts";

/**
 * How long the work of a synchronous request may take: what holds for all, or what its operation needs for pages that
 * are long work. `workPages`: undefined while nobody knows whether there are any.
 */
export const syncTimeoutMs = (
  { longWork }: Pick<RunnableOperation, "longWork">,
  { limitMs, workPages }: { readonly limitMs: number; readonly workPages?: number },
): number => (workPages === 0 ? limitMs : Math.max(limitMs, longWork?.syncTimeoutMs ?? 0));

/** How long the engines may work on `workPages` pages: `limitMs`, or what its operation needs. */
export const engineTimeMs = (
  { longWork }: Pick<RunnableOperation, "longWork">,
  { limitMs, workPages }: { readonly limitMs: number; readonly workPages: number },
): number => Math.max(limitMs, (longWork?.engineTimePerPageMs ?? 0) * workPages);
