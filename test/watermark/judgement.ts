import type { Contents } from "../assembly/contents.ts";
import type { Comparison } from "../cos/appearance.ts";
import type { Check } from "../cos/qpdf.ts";
import { isLoss, type Loss } from "../cos/working-process.ts";
import type { DocumentFacts, StreamFacts } from "./document-facts.ts";
import type { FirstPage } from "./first-page.ts";
import type { MarkAnswer } from "./watermark-process.ts";

/** The result of one document. */
export interface Judgement {
  readonly file: string;
  readonly answer: MarkAnswer | Loss;
  /** The findings in what was written; undefined for hostile documents, and for those that qpdf does not open. */
  readonly found?: Found;
}

export interface Found {
  readonly check: Check;
  /** The state of the input; undefined when qpdf does not find its pages. */
  readonly before: State | undefined;
  readonly after: State | undefined;
  readonly firstPage: FirstPage;
  /** The comparison of the first few of the other pages. */
  readonly otherPages: Comparison;
  readonly protection: { readonly before: readonly string[]; readonly after: readonly string[] };
}

/** The contents of a document. */
export interface State {
  readonly contents: Contents;
  readonly facts: DocumentFacts;
}

export const isWritten = ({ answer }: Judgement): boolean => !isLoss(answer) && answer.kind === "written";

/** Returns whether the first page is changed where the mark is, and nowhere else. */
export function isMarked({ firstPage }: Found): boolean {
  switch (firstPage.kind) {
    case "drawn":
      return firstPage.outside === 0 && (firstPage.inside > 0 || !firstPage.isOnPage);
    case "none":
      return true;
    case "other":
      return false;
    default:
      return firstPage satisfies never;
  }
}

/** Returns the kinds of content whose amount has changed. */
export function changedCounts({ before, after }: Found): string[] {
  if (before === undefined || after === undefined) {
    return before === undefined ? [] : ["qpdf does not find its pages"];
  }
  const [one, other] = [countsOf(before), countsOf(after)];
  return Object.keys(one).flatMap((kind) =>
    one[kind] === other[kind] ? [] : [`${kind}: ${other[kind]}, was ${one[kind]}`],
  );
}

const countsOf = ({ contents, facts }: State): Readonly<Record<string, number | boolean>> => ({
  ...contents,
  annotations: facts.annotations,
  layers: facts.layers,
  isTagged: facts.isTagged,
});

export interface ContentStreams {
  readonly before: number;
  /** The number of them that are in what was written, byte for byte. */
  readonly kept: number;
}

/**
 * Counts the content streams of all pages that were kept: those of the first page in any place, as they may be wrapped;
 * those of the others as they were. A stream that had no filter may be deflated. When the number of pages has changed,
 * none counts as kept.
 */
export function contentStreams({ before, after }: Found): ContentStreams {
  const contents = before?.facts.contents ?? [];
  const [first = [], ...others] = contents;
  const streams = contents.flat().length;
  if (after === undefined || after.facts.contents.length !== contents.length) {
    return { before: streams, kept: 0 };
  }
  const keptOfFirst = first.filter(({ stored }) => after.facts.digests.has(stored));
  const keptOfOthers = others.map((other, index) => {
    const now = after.facts.contents[index + 1] ?? [];
    return other.filter((stream, place) => isKept(stream, now[place])).length;
  });
  return { before: streams, kept: keptOfOthers.reduce((sum, count) => sum + count, keptOfFirst.length) };
}

const isKept = (before: StreamFacts, after: StreamFacts | undefined): boolean =>
  after !== undefined && (before.stored === after.stored || (!before.isFiltered && before.stored === after.inflated));
