import type { OutlineItem } from "../content.ts";
import type { Draft, TextDraft } from "../flow/drafts.ts";
import type { DocumentStyle } from "../flow/flow.ts";
import { HEADING, type HeadingCandidate, headingCandidate } from "./heading-evidence.ts";

/** The level of each draft that is a heading. */
export function findHeadings(
  drafts: readonly Draft[],
  { style, outline }: { readonly style: DocumentStyle; readonly outline: readonly OutlineItem[] },
): ReadonlyMap<TextDraft, number> {
  const titles = new Set(outline.map(({ title }) => folded(title)));
  const candidates: HeadingCandidate[] = [];
  for (const [index, draft] of drafts.entries()) {
    const next = drafts[index + 1];
    const candidate =
      draft.kind === "text"
        ? headingCandidate(draft, {
            style,
            isInOutline: (text) => titles.has(folded(text)),
            next: next === undefined ? undefined : draft,
          })
        : undefined;
    if (candidate !== undefined) {
      candidates.push(candidate);
    }
  }
  return levelled(agreed(candidates));
}

const folded = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** What is told from body text by this much less is a heading when most of its style are. */
const NEARLY = 0.4;

/** Headings of one document look alike: those of a style that mostly is one count, those of one that rarely is do not. */
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
    return alike.filter(({ evidence }) => evidence >= limit);
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

/** Levels by the order of styles: larger before smaller, bold before not. */
function levelled(headings: readonly HeadingCandidate[]): ReadonlyMap<TextDraft, number> {
  const styles = new Map<string, { rank: number; numberDepth: number }>();
  for (const heading of headings) {
    const { style, numberDepth } = heading;
    const rank =
      Math.round(style.sizePt * 2) * 10 +
      (style.isBold ? 4 : 0) +
      (style.isCapitals ? 2 : 0) -
      (style.isItalic ? 1 : 0);
    const known = styles.get(styleKey(heading));
    styles.set(styleKey(heading), { rank, numberDepth: Math.max(known?.numberDepth ?? 0, numberDepth) });
  }
  const ranks = [...new Set([...styles.values()].map(({ rank }) => rank))].toSorted((a, b) => b - a);
  return new Map(
    headings.map((heading) => {
      const rank = styles.get(styleKey(heading))?.rank ?? 0;
      return [heading.draft, Math.min(6, ranks.indexOf(rank) + 1)];
    }),
  );
}
