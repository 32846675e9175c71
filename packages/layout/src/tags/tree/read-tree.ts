import type { DocumentContent } from "../../content.ts";
import { type Emphasis, emphasisOf } from "./emphasis.ts";
import { type Replacement, replacementsOf } from "./replaced-text.ts";
import type { RoleKind } from "./roles.ts";
import { nodesOf, type TagTree, tagTree } from "./tag-tree.ts";

/** The structure of a document as a whole, with the facts from it that each of its pages needs. */
export interface DocumentTags {
  readonly document: DocumentContent;
  readonly tree: TagTree;
  readonly replacements: ReadonlyMap<number, readonly Replacement[]>;
  readonly emphasis: ReadonlyMap<number, ReadonlyMap<number, Emphasis>>;
  /** The kinds of its elements, except for titles. */
  readonly kinds: ReadonlySet<RoleKind>;
  /** The levels of its headings that have one, from the outermost. */
  readonly levels: readonly number[];
}

export function readTree(document: DocumentContent): DocumentTags {
  const tree = tagTree(document.structure);
  const kinds = new Set<RoleKind>();
  const levels = new Set<number>();
  for (const { kind, role, level } of nodesOf(tree.roots)) {
    kinds.add(role === "Title" ? "group" : kind);
    if (level !== undefined) {
      levels.add(level);
    }
  }
  return {
    document,
    tree,
    replacements: replacementsOf(tree.roots),
    emphasis: emphasisOf(tree.roots),
    kinds,
    levels: [...levels].toSorted((a, b) => a - b),
  };
}
