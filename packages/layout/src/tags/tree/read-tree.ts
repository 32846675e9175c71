import type { DocumentContent } from "../../content.ts";
import { type Emphasis, emphasisOf } from "./emphasis.ts";
import { type Replacement, replacementsOf } from "./replaced-text.ts";
import type { RoleKind } from "./roles.ts";
import { nodesOf, type TagTree, tagTree } from "./tag-tree.ts";

/** The structure of a document, with what is asked of all of it for each of its pages. */
export interface DocumentTags {
  readonly document: DocumentContent;
  readonly tree: TagTree;
  readonly replacements: ReadonlyMap<number, readonly Replacement[]>;
  readonly emphasis: ReadonlyMap<number, ReadonlyMap<number, Emphasis>>;
  /** Kinds of its elements, but for titles. */
  readonly kinds: ReadonlySet<RoleKind>;
  /** Of its headings that tell one, from the outermost. */
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
