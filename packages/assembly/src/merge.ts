import { type ByteSink, writeDocument } from "@quire/cos";
import { type AssembleOptions, assemble, type Part } from "./assemble.ts";
import type { AssemblyWarning } from "./assembly.ts";
import { roundsOf } from "./rounds.ts";
import type { SourceDocument } from "./source-document.ts";

export interface MergeInput {
  readonly source: SourceDocument;
  /** From 0, in any order, also several times; absent: all pages. */
  readonly pageIndices?: readonly number[] | undefined;
  /** Opens the same file again: for pages that are there several times. */
  readonly reopen: () => SourceDocument;
}

export type MergeOptions = AssembleOptions;

/**
 * Writes one document of all inputs, in their order, unprotected. The `excerpt` of a warning is the index of its input.
 * @throws CosError `too_complex`
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
