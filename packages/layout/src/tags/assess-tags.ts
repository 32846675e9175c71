import { isSpace } from "../glyphs/glyph-text.ts";
import { linesOfParts, type Part } from "./parts.ts";
import type { Tags } from "./read-tags.ts";
import type { RoleKind } from "./roles.ts";
import { orderOfPages, type PageOrder } from "./order-of-tags.ts";

/**
 * `trusted`: the tree tells blocks and their order; `hints`: single elements may confirm what geometry finds; `none`:
 * it tells nothing.
 */
type TagVerdict = "trusted" | "hints" | "none";

interface PageAssessment {
  /** 1-based. */
  readonly page: number;
  readonly verdict: TagVerdict;
  /** How much of the visible text is of an element: 0 to 1. */
  readonly coverage: number;
  /** How much of the steps from line to line in the order of the tree are steps of a reader: 0 to 1. */
  readonly orderAgreement: number;
  readonly reasons: readonly TagReason[];
}

export interface TagAssessment {
  /** Of the document: `trusted` when a page is. */
  readonly verdict: TagVerdict;
  readonly coverage: number;
  readonly orderAgreement: number;
  readonly reasons: readonly TagReason[];
  readonly pages: readonly PageAssessment[];
}

/** Why a tree is not trusted. */
type TagReason =
  | "no-structure"
  /** Not marked as tagged, or marked as suspect. */
  | "not-marked"
  /** Paragraphs alone, which geometry tells as well. */
  | "no-roles"
  /** Too much text that no element has. */
  | "little-coverage"
  /** The order of the tree is none that a reader of the page would follow. */
  | "strange-order"
  /** Elements hold whole pages. */
  | "coarse"
  /** Elements are lines, not paragraphs. */
  | "fragmented";

const LEAST_COVERAGE = 0.9;
const LEAST_AGREEMENT = 0.9;
/** Fewer steps tell no order. */
const STEPS_FOR_ORDER = 4;

/** How far the structure of a document can be believed, for all pages of `tags` and for each (ISO 32000-2, 14.7). */
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

/** Letters of elements, and of text that is of none; furniture needs no tags. */
function lettersOf(page: number, { pages, outside }: Tags): Letters {
  const { glyphsOf, content } = pages.get(page) ?? {
    glyphsOf: new Map<number, readonly number[]>(),
    content: undefined,
  };
  let claimed = 0;
  for (const glyphs of glyphsOf.values()) {
    claimed += glyphs.reduce((count, glyph) => count + (isSpace(content?.glyphs.text[glyph] ?? "") ? 0 : 1), 0);
  }
  const words = (outside.get(page)?.remainder ?? []).flatMap(({ line }) => line.words);
  return { page, claimed, unclaimed: words.reduce((count, { glyphs }) => count + glyphs.length, 0) };
}

/** What tells more than that a text is one. */
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

/** More letters than a paragraph has, and more than half of all. */
const COARSE_LETTERS = 4000;

function isCoarse(parts: readonly Part[]): boolean {
  const lengths = parts.map((part) => (part.kind === "text" ? lengthOf(part) : 0));
  const longest = lengths.reduce((most, own) => Math.max(most, own), 0);
  return longest > COARSE_LETTERS && longest > linesOfParts(parts).reduce((sum, { text }) => sum + text.length, 0) / 2;
}

const lengthOf = (part: Part): number => linesOfParts([part]).reduce((sum, { text }) => sum + text.length, 0);

const OPEN_END = /[\p{Ll},\u00AD-]$/u;
const LOWER_START = /^\p{Ll}/u;
/** Fewer paragraphs tell nothing. */
const PARAGRAPHS_FOR_FRAGMENTS = 8;

/** Whether most paragraphs go on within a sentence: some tag each line as one. */
function isFragmented(parts: readonly Part[]): boolean {
  const texts = parts.filter((part) => part.kind === "text").filter(({ heading }) => heading === undefined);
  const cuts = texts.filter(({ lines }, index) => {
    const last = texts[index - 1]?.lines.at(-1);
    return last !== undefined && OPEN_END.test(last.text) && LOWER_START.test(lines[0]?.text ?? "");
  });
  return texts.length >= PARAGRAPHS_FOR_FRAGMENTS && cuts.length > texts.length / 3;
}
