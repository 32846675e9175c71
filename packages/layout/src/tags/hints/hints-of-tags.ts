import type { Box } from "../../content.ts";
import { boxAround } from "../../geometry/boxes.ts";
import type { Tags } from "../read-tags.ts";
import type { RoleKind } from "../tree/roles.ts";
import {
  contentOf,
  isElsewhere,
  isNode,
  type PageRange,
  rangeOf,
  type TagChild,
  type TagNode,
} from "../tree/tag-tree.ts";
import type { TaggedPage } from "../tree/tagged-page.ts";

/** The statement of one element about a part of a page, for confirming or vetoing what geometry finds. */
export interface TagHint {
  readonly kind: RoleKind;
  /** The standard structure type. */
  readonly role: string;
  /** The level of a heading whose type has one, from 1. */
  readonly level: number | undefined;
  readonly alt: string | undefined;
  /** The box around its visible glyphs and images, on the page turned upright. */
  readonly box: Box;
  /** The marked-content identifiers, as words have them. */
  readonly markedContentIds: ReadonlySet<number>;
}

/** The kinds that say what a text is. */
const SAYING: ReadonlySet<RoleKind> = new Set<RoleKind>([
  "heading",
  "list",
  "item",
  "label",
  "contents",
  "table",
  "row",
  "cell",
  "caption",
  "figure",
  "quote",
  "note",
  "artifact",
]);

/**
 * The deepest nesting of elements that give hints; deeper ones are of no use, and each level costs as much as the
 * first.
 */
const MOST_NESTING = 16;

/** Returns hints by page, those of an element before those of the elements within it. */
export function hintsOfTags({ tree, pages }: Tags): ReadonlyMap<number, readonly TagHint[]> {
  const hints = new Map<number, TagHint[]>();
  for (const node of sayingNodes(tree.roots, rangeOf(pages.keys()))) {
    const all = node.children.flatMap((child) => [...contentOf(child)]);
    for (const [page, content] of Map.groupBy(all, ({ page: own }) => own)) {
      const tagged = pages.get(page);
      const ids = new Set(content.map(({ markedContentId }) => markedContentId));
      const hint = tagged === undefined ? undefined : hintOf(node, ids, tagged);
      if (hint !== undefined) {
        const own = hints.get(page) ?? [];
        hints.set(page, own);
        own.push(hint);
      }
    }
  }
  return hints;
}

function* sayingNodes(children: readonly TagChild[], range: PageRange, nesting = 0): Generator<TagNode> {
  for (const child of children) {
    if (isNode(child) && !isElsewhere(child, range)) {
      const isSaying = SAYING.has(child.kind) || child.role === "Code";
      if (isSaying) {
        yield child;
      }
      if (nesting < MOST_NESTING && child.kind !== "artifact") {
        yield* sayingNodes(child.children, range, nesting + (isSaying ? 1 : 0));
      }
    }
  }
}

function hintOf(node: TagNode, ids: ReadonlySet<number>, { content, glyphsOf }: TaggedPage): TagHint | undefined {
  const { glyphs, images } = content;
  const boxes: Box[] = images.filter(({ markedContentId }) => ids.has(markedContentId));
  for (const id of ids) {
    for (const glyph of glyphsOf.get(id) ?? []) {
      const [xMin = 0, yMin = 0] = [glyphs.xMin[glyph], glyphs.yMin[glyph]];
      boxes.push({ xMin, yMin, xMax: glyphs.xMax[glyph] ?? xMin, yMax: glyphs.yMax[glyph] ?? yMin });
    }
  }
  const { kind, role, level, element } = node;
  return boxes.length === 0
    ? undefined
    : { kind, role, level, alt: element.alt, box: boxAround(boxes), markedContentIds: ids };
}
