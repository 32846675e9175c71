import { isSpace } from "../glyphs/glyph-text.ts";
import { isCoarse, isFragmented } from "./coarse-tags.ts";
import { orderOfPages, type PageOrder } from "./parts/order-of-tags.ts";
import type { Tags } from "./read-tags.ts";
import type { RoleKind } from "./tree/roles.ts";

/**
 * The use that tags are of. `trusted`: the tree gives blocks and their order; `hints`: single elements may confirm what
 * geometry finds; `none`: it gives nothing.
 */
type TagVerdict = "trusted" | "hints" | "none";

interface PageAssessment {
  /** The page's number, from 1. */
  readonly page: number;
  readonly verdict: TagVerdict;
  /** The share of the visible text that belongs to an element, from 0 to 1. */
  readonly coverage: number;
  /** The share of the steps from line to line in the order of the tree that are steps of a reader, from 0 to 1. */
  readonly orderAgreement: number;
  readonly reasons: readonly TagReason[];
}

export interface TagAssessment {
  /** The verdict on the document: `trusted` when a page is. */
  readonly verdict: TagVerdict;
  readonly coverage: number;
  readonly orderAgreement: number;
  readonly reasons: readonly TagReason[];
  readonly pages: readonly PageAssessment[];
}

/** A reason not to trust a tree. */
type TagReason =
  | "no-structure"
  /** The document is not marked as tagged, or is marked as suspect. */
  | "not-marked"
  /** The tree has paragraphs alone, which geometry finds as well. */
  | "no-roles"
  /** Too much text belongs to no element. */
  | "little-coverage"
  /** The order of the tree is none that a reader of the page would follow. */
  | "strange-order"
  /** Elements hold whole pages. */
  | "coarse"
  /** Elements are lines, not paragraphs. */
  | "fragmented";

const LEAST_COVERAGE = 0.9;
const LEAST_AGREEMENT = 0.9;
/** The smallest number of steps by which an order is judged. */
const STEPS_FOR_ORDER = 4;

/**
 * Assesses how far the structure of a document can be believed, for all pages of `tags` and for each (ISO 32000-2,
 * 14.7).
 */
export function assessTags(tags: Tags): TagAssessment {
  const orders = orderOfPages(tags.parts);
  const ofDocument = documentReasons(tags);
  const counts = [...tags.pages.keys()].map((page) => lettersOf(page, tags));
  const claimed = counts.reduce((sum, own) => sum + own.claimed, 0);
  const all = counts.reduce((sum, own) => sum + own.claimed + own.unclaimed, 0);
  const steps = [...orders.values()].reduce((sum, own) => sum + own.steps, 0);
  const agreeing = [...orders.values()].reduce((sum, own) => sum + own.agreeing, 0);
  const orderAgreement = steps === 0 ? 1 : agreeing / steps;
  // Producers whose order is strange on most pages have it right on others by chance.
  const ofAll: TagReason[] = isStrange({ steps, agreeing }) ? [...ofDocument, "strange-order"] : ofDocument;
  const pages = counts.map((letters) => pageAssessment(letters, orders.get(letters.page), ofAll));
  const isTrusted = pages.some(({ verdict }) => verdict === "trusted");
  const isHint = pages.some(({ verdict }) => verdict === "hints");
  return {
    verdict: isTrusted ? "trusted" : isHint ? "hints" : "none",
    coverage: all === 0 ? 0 : claimed / all,
    orderAgreement,
    reasons: [...new Set([...ofAll, ...pages.flatMap(({ reasons }) => reasons)])],
    pages,
  };
}

function pageAssessment(
  { page, claimed, unclaimed }: Letters,
  order: PageOrder | undefined,
  ofDocument: readonly TagReason[],
): PageAssessment {
  const coverage = claimed + unclaimed === 0 ? 1 : claimed / (claimed + unclaimed);
  const orderAgreement = order === undefined ? 1 : order.agreeing / order.steps;
  const reasons: TagReason[] = [...ofDocument];
  if (coverage < LEAST_COVERAGE) {
    reasons.push("little-coverage");
  }
  if (isStrange(order) && !ofDocument.includes("strange-order")) {
    reasons.push("strange-order");
  }
  const verdict =
    reasons.length === 0 ? "trusted" : claimed === 0 || ofDocument.includes("no-structure") ? "none" : "hints";
  return { page, verdict, coverage, orderAgreement, reasons };
}

const isStrange = (order: PageOrder | undefined): boolean =>
  order !== undefined && order.steps >= STEPS_FOR_ORDER && order.agreeing < LEAST_AGREEMENT * order.steps;

interface Letters {
  readonly page: number;
  readonly claimed: number;
  readonly unclaimed: number;
}

/** Counts the letters of elements, and those of text outside of them; running headers and footers need no tags. */
function lettersOf(page: number, { pages, outside }: Tags): Letters {
  const { glyphsOf, content } = pages.get(page) ?? {
    glyphsOf: new Map<number, readonly number[]>(),
    content: undefined,
  };
  let claimed = 0;
  for (const glyphs of glyphsOf.values()) {
    claimed += glyphs.reduce((count, glyph) => count + (isSpace(content?.glyphs.text[glyph] ?? "") ? 0 : 1), 0);
  }
  const lines = outside.get(page)?.remainder ?? [];
  const words = lines.flatMap(({ line }) => line.words.filter(({ isArtifact }) => !isArtifact));
  return { page, claimed, unclaimed: words.reduce((count, { glyphs }) => count + glyphs.length, 0) };
}

/** The kinds of roles that say more of a text than that it is one. */
const TELLING: ReadonlySet<RoleKind> = new Set<RoleKind>([
  "heading",
  "list",
  "contents",
  "table",
  "quote",
  "note",
  "caption",
]);

function documentReasons({ document, tree, kinds, parts }: Tags): TagReason[] {
  if (tree.roots.length === 0) {
    return ["no-structure"];
  }
  const hasRoles = [...kinds].some((kind) => TELLING.has(kind));
  return [
    ...(document.isTagged ? [] : (["not-marked"] as const)),
    ...(hasRoles ? [] : (["no-roles"] as const)),
    ...(isCoarse(parts) ? (["coarse"] as const) : []),
    ...(isFragmented(parts) ? (["fragmented"] as const) : []),
  ];
}
