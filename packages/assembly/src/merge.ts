import { type ByteSink, writeDocument } from "@quire/cos";
import { type AssembleOptions, assemble, type Part } from "./assemble.ts";
import type { AssemblyWarning } from "./assembly.ts";
import { roundsOf } from "./rounds.ts";
import type { SourceDocument } from "./source-document.ts";

export interface MergeInput {
  readonly source: SourceDocument;
  /** The indices of the pages, from 0, in any order and possibly repeated; all pages when it is absent. */
  readonly pageIndices?: readonly number[] | undefined;
  /** Opens the same file again; called for pages that are repeated. */
  readonly reopen: () => SourceDocument;
}

export type MergeOptions = AssembleOptions;

/**
 * Writes one document of all inputs, in their order, unprotected. The `excerpt` of a warning is the index of its input.
 * @throws CosError `too_complex` when a bound is met.
 */
export function mergeDocuments(
  inputs: readonly MergeInput[],
  sink: ByteSink,
  options: MergeOptions,
): { readonly warnings: readonly AssemblyWarning[] } {
  const parts: Part[] = [];
  const inputOfPart: number[] = [];
  for (const [input, { source, pageIndices, reopen }] of inputs.entries()) {
    const rounds = pageIndices === undefined ? [source.pages.map(({ index }) => index)] : roundsOf(pageIndices);
    for (const [round, indices] of rounds.entries()) {
      const isFirst = round === 0;
      parts.push({ source: isFirst ? source : reopen(), pageIndices: indices, continuesFile: !isFirst });
      inputOfPart.push(input);
    }
  }
  using assembled = assemble(parts, options);
  writeDocument(assembled.trailer, sink, {}, options.bounds);
  const warnings = assembled.warnings.map(({ code, excerpt }) => ({ code, excerpt: inputOfPart[excerpt] ?? 0 }));
  return { warnings };
}
