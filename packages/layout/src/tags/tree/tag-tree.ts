import type { StructureElement } from "../../content.ts";
import { kindOfRole, levelOfRole, type RoleKind } from "./roles.ts";

/** An element of the structure as the analysis reads it, with each piece of marked content in one place only. */
export interface TagNode {
  readonly kind: RoleKind;
  readonly role: string;
  /** The level of a heading whose type has one, from 1. */
  readonly level: number | undefined;
  readonly element: StructureElement;
  readonly children: readonly TagChild[];
  /** The first and the last page with content of the element; undefined where it has none. */
  readonly pages: PageRange | undefined;
}

/** Marked content of a page. */
export interface TagContent {
  readonly page: number;
  readonly markedContentId: number;
}

export type TagChild = TagNode | TagContent;

export const isNode = (child: TagChild): child is TagNode => "kind" in child;

export interface TagTree {
  readonly roots: readonly TagNode[];
  /** The identifiers of marked content that belongs to an element, artifacts included, by page. */
  readonly claimed: ReadonlyMap<number, ReadonlySet<number>>;
}

/**
 * The greatest depth of elements; no honest tree is deeper, and their content is taken for that of the last element
 * above.
 */
const MOST_DEPTH = 100;

/**
 * Reads the tree without loops. Content that two elements claim belongs to the first, since a text that is read twice
 * is worse than one that is read in the wrong element.
 */
export function tagTree(structure: readonly StructureElement[]): TagTree {
  const reader = new Reader();
  const roots = structure.flatMap((element) => reader.node(element, 0) ?? []);
  return { roots, claimed: reader.claimed };
}

class Reader {
  readonly claimed = new Map<number, Set<number>>();
  readonly #seen = new Set<StructureElement>();

  node(element: StructureElement, depth: number): TagNode | undefined {
    if (this.#seen.has(element)) {
      return undefined;
    }
    this.#seen.add(element);
    const { role } = element;
    const children = depth < MOST_DEPTH ? this.#children(element, depth) : this.#contentBelow(element);
    return { kind: kindOfRole(role), role, level: levelOfRole(role), element, children, pages: pagesOf(children) };
  }

  #children(element: StructureElement, depth: number): TagChild[] {
    const children: TagChild[] = [];
    for (const child of element.children) {
      if (!("role" in child)) {
        this.#claim(child, children);
        continue;
      }
      const node = this.node(child, depth + 1);
      if (node !== undefined) {
        children.push(node);
      }
    }
    return children;
  }

  #contentBelow(element: StructureElement): TagContent[] {
    const content: TagContent[] = [];
    const open = element.children.toReversed();
    for (let child = open.pop(); child !== undefined; child = open.pop()) {
      if (!("role" in child)) {
        this.#claim(child, content);
      } else if (!this.#seen.has(child)) {
        this.#seen.add(child);
        for (let at = child.children.length - 1; at >= 0; at--) {
          const next = child.children[at];
          if (next !== undefined) {
            open.push(next);
          }
        }
      }
    }
    return content;
  }

  #claim(content: TagContent, into: TagChild[]): void {
    const { page, markedContentId } = content;
    const own = this.claimed.get(page) ?? new Set<number>();
    this.claimed.set(page, own);
    if (!own.has(markedContentId)) {
      own.add(markedContentId);
      into.push({ page, markedContentId });
    }
  }
}

/**
 * Returns whether all of an element is on pages outside of a range: a document of thousands of pages is read in parts.
 */
export const isElsewhere = ({ pages }: TagNode, [first, last]: PageRange): boolean =>
  pages !== undefined && (pages[1] < first || pages[0] > last);

/** The lowest and the highest number of pages. */
export type PageRange = readonly [number, number];

export function rangeOf(pages: Iterable<number>): PageRange {
  let first = Infinity;
  let last = 0;
  for (const page of pages) {
    first = Math.min(first, page);
    last = Math.max(last, page);
  }
  return [first, last];
}

function pagesOf(children: readonly TagChild[]): PageRange | undefined {
  const range = rangeOf(children.flatMap((child) => (isNode(child) ? (child.pages ?? []) : [child.page])));
  return range[1] === 0 ? undefined : range;
}

/** Yields all content of a node in its order; that of artifacts within it is left out. */
export function* contentOf(child: TagChild): Generator<TagContent> {
  if (!isNode(child)) {
    yield child;
  } else if (child.kind !== "artifact") {
    for (const inner of child.children) {
      yield* contentOf(inner);
    }
  }
}

/** Yields all nodes from the roots down, each before its children; artifacts are left out with all in them. */
export function* nodesOf(nodes: readonly TagChild[]): Generator<TagNode> {
  for (const node of nodes) {
    if (isNode(node) && node.kind !== "artifact") {
      yield node;
      yield* nodesOf(node.children);
    }
  }
}
