import type { Box, OutlineItem } from "../content.ts";
import type { Draft, TextDraft } from "../flow/drafts.ts";
import type { Column, DocumentStyle } from "../flow/flow.ts";
import { median } from "../geometry/statistics.ts";
import { HEADING, type HeadingCandidate, headingCandidate, type TaggedRole } from "./heading-evidence.ts";
import { RANK_PER_HALF_POINT } from "./levels.ts";
import { numberedInSequence } from "./numbered.ts";
import { titlesOfOutline } from "./outline-titles.ts";
import { withoutTitleBlock } from "./title-block.ts";

interface HeadingSources {
  readonly style: DocumentStyle;
  readonly outline: readonly OutlineItem[];
  /** Returns the role that the document states for a draft, where its tags are not trusted. */
  readonly roleOf?: (draft: TextDraft) => TaggedRole | undefined;
}

/** The place of a heading among the headings of its document. */
export interface FoundHeading {
  /** The rank, or the level where that is known. */
  readonly level: number;
  /** The strength of the evidence for it, mostly from 1 on; undefined for a heading that is tagged as one. */
  readonly evidence: number | undefined;
}

/** Finds the drafts that are headings, each with its rank; `levelsOf` makes levels of all of a document. */
export function findHeadings(
  drafts: readonly Draft[],
  { style, outline, roleOf = () => undefined }: HeadingSources,
): ReadonlyMap<TextDraft, FoundHeading> {
  const titles = titlesOfOutline(drafts, outline);
  const numbered = numberedInSequence(drafts);
  const edgesOf = textEdges();
  const candidates: HeadingCandidate[] = [];
  for (const [index, draft] of drafts.entries()) {
    const next = drafts[index + 1];
    const candidate =
      draft.kind === "text"
        ? headingCandidate(draft, {
            style,
            isInOutline: titles.has(draft),
            role: roleOf(draft),
            isInSequence: numbered.has(draft),
            edges: edgesOf(draft.column),
            next: next === undefined ? undefined : draft,
          })
        : undefined;
    if (candidate !== undefined) {
      candidates.push(candidate);
    }
  }
  return ranked(withoutTitleBlock(agreed(candidates), { drafts, styleKey }));
}

/**
 * Returns a function that finds where most lines of a column begin and end; notes and labels in the margin reach
 * further.
 */
function textEdges(): (column: Column) => Pick<Box, "xMin" | "xMax"> {
  const known = new Map<Column, Pick<Box, "xMin" | "xMax">>();
  return (column) => {
    const found = known.get(column);
    if (found !== undefined) {
      return found;
    }
    const lines = column.items.flatMap((item) => (item.kind === "line" ? [item.line] : []));
    const edges = {
      xMin: median(
        lines.map(({ xMin }) => xMin),
        column.xMin,
      ),
      xMax: median(
        lines.map(({ xMax }) => xMax),
        column.xMax,
      ),
    };
    known.set(column, edges);
    return edges;
  };
}

/** The evidence that a candidate may lack, from `HEADING`, when most candidates of its style are headings. */
const NEARLY = 0.4;

/**
 * Returns the candidates that are headings, by style, because headings of one document look alike: where at least half
 * of a style are headings, weaker ones of it count as well.
 */
function agreed(candidates: readonly HeadingCandidate[]): HeadingCandidate[] {
  const byStyle = new Map<string, HeadingCandidate[]>();
  for (const candidate of candidates) {
    const key = styleKey(candidate);
    const alike = byStyle.get(key);
    if (alike === undefined) {
      byStyle.set(key, [candidate]);
    } else {
      alike.push(candidate);
    }
  }
  return [...byStyle.values()].flatMap((alike) => {
    const sure = alike.filter(({ evidence }) => evidence >= HEADING).length;
    const limit = sure >= alike.length / 2 && sure > 0 ? HEADING - NEARLY : HEADING;
    return alike.filter(({ evidence, isSentence }) => evidence >= (isSentence ? HEADING : limit));
  });
}

const styleKey = ({ style }: HeadingCandidate): string =>
  [
    Math.round(style.sizePt * 2) / 2,
    style.isBold ? "b" : "",
    style.isCapitals ? "c" : "",
    style.isItalic ? "i" : "",
    style.color,
  ].join(" ");

/** Ranks headings by their styles: larger before smaller, bold before regular. */
const ranked = (headings: readonly HeadingCandidate[]): ReadonlyMap<TextDraft, FoundHeading> =>
  new Map(headings.map(({ draft, style, evidence }) => [draft, { level: rankOf(style), evidence }]));

const rankOf = ({ sizePt, isBold, isCapitals, isItalic }: HeadingCandidate["style"]): number =>
  Math.round(sizePt * 2) * RANK_PER_HALF_POINT + (isBold ? 4 : 0) + (isCapitals ? 2 : 0) - (isItalic ? 1 : 0);
