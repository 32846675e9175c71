import type { Bounds, CosDirect, Dict, Ref } from "@quire/cos";
import type { Excerpt } from "./excerpt.ts";

/** A part of a document that could not be kept, and the reason that its reader should know. */
export interface AssemblyWarning {
  /** The code of the warning, one of the service's X-Warnings: `form_xfa_dropped`, for example. */
  readonly code: string;
  /** The document concerned, by its place in the list, from 0. */
  readonly excerpt: number;
}

/**
 * A new document that is put together from parts of others. Each feature of documents (outlines, forms, structure …)
 * takes along what belongs to the pages taken: it sets entries of the catalog, changes the pages' dictionaries and
 * annotations, and replaces objects that were read by changed copies (`Excerpt.change`).
 */
export interface Assembly {
  /** The excerpts in the order in which their pages are in the new document. */
  readonly excerpts: readonly Excerpt[];
  /** The catalog of the new document: /Type and /Pages are there, the features set the rest. */
  readonly catalog: Dict;
  /** The bounds of all the work: every loop whose length a document decides calls `step`. */
  readonly bounds: Bounds;
  /** Makes an indirect object of the new document. */
  add(value: CosDirect): Ref;
  warn(code: string, excerpt: Excerpt): void;
}
