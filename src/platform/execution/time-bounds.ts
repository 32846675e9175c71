import type { RunnableOperation } from "../../operations/operation.ts";

/** How long the work of a synchronous request may take: what holds for all, or what its operation needs. */
export const syncTimeoutMs = (
  { longWork }: Pick<RunnableOperation, "longWork">,
  limits: { readonly syncTimeoutMs: number },
): number => Math.max(limits.syncTimeoutMs, longWork?.syncTimeoutMs ?? 0);

/** How long the engines may work on a document of `pages`: `limitMs`, or what its operation needs. */
export const engineTimeMs = (
  { longWork }: Pick<RunnableOperation, "longWork">,
  { limitMs, pages }: { readonly limitMs: number; readonly pages: number },
): number => Math.max(limitMs, (longWork?.engineTimePerPageMs ?? 0) * pages);
