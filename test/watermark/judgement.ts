import type { Contents } from "../assembly/contents.ts";
import type { Comparison } from "../cos/appearance.ts";
import type { Check } from "../cos/qpdf.ts";
import { isLoss, type Loss } from "../cos/working-process.ts";
import type { DocumentFacts, StreamFacts } from "./document-facts.ts";
import type { FirstPage } from "./first-page.ts";
import type { MarkAnswer } from "./watermark-process.ts";

/** What came of one document. */
export interface Judgement {
  readonly file: string;
  readonly answer: MarkAnswer | Loss;
  /** Of what was written. Nothing of hostile documents, and of those that qpdf does not open. */
  readonly found?: Found;
}

export interface Found {
  readonly check: Check;
  /** Undefined when qpdf does not find its pages. */
  readonly before: State | undefined;
  readonly after: State | undefined;
  readonly firstPage: FirstPage;
  /** The first few of them. */
  readonly otherPages: Comparison;
  readonly protection: { readonly before: readonly string[]; readonly after: readonly string[] };
}

/** What a document has. */
export interface State {
  readonly contents: Contents;
  readonly facts: DocumentFacts;
}

export const isWritten = ({ answer }: Judgement): boolean => !isLoss(answer) && answer.kind === "written";

/** Whether the first page is changed where the mark is, and nowhere else. */
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

/** What there is not as much of as before. */
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
  /** Of them: how many are in what was written, byte for byte. */
  readonly kept: number;
}

/**
 * The contents of all pages: of the first page in any place, as they may be wrapped; of the others as they were. What had
 * no filter may be deflated. Where the pages are not as many as before, none is kept.
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
