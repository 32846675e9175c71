import type { Check } from "../cos/qpdf.ts";
import { isLoss, type Loss } from "../cos/working-process.ts";
import type { AssemblyAnswer } from "./assembly-process.ts";
import type { ContentKind, Contents } from "./contents.ts";
import type { WorkName } from "./works.ts";

/** What came of one document. */
export interface Judgement {
  readonly file: string;
  /** As we count them; 0 when it is not read. */
  readonly pages: number;
  /** What is not merged is not taken apart again. */
  readonly answers: Readonly<Partial<Record<WorkName, AssemblyAnswer | Loss>>>;
  /** Of what was written. Nothing of hostile documents. */
  readonly looks: Readonly<Partial<Record<WorkName, Look>>>;
  /** Undefined where qpdf does not open it. Nothing of hostile documents. */
  readonly contents: Readonly<Partial<Record<"input" | "other" | Counted, Contents | undefined>>>;
}

/** How the documents are that were written, and how their pages look beside those of the inputs. */
export interface Look {
  /** Of the first that is not clean, if there is one. */
  readonly check: Check;
  readonly pages: number;
  /** Which pages are different, and how; empty when none is. */
  readonly different: readonly string[];
}

type Written = AssemblyAnswer & { readonly kind: "written" };

export const isWritten = (answer: AssemblyAnswer | Loss | undefined): answer is Written =>
  answer !== undefined && !isLoss(answer) && answer.kind === "written";

export const isClean = ({ check }: Look): boolean => check.exitCode === 0;

/** Where it is counted what there is: works that take all pages. */
export const COUNTED = ["all", "behind", "again"] as const;
export type Counted = (typeof COUNTED)[number];

/** What was written with another number of pages than were put in. */
export function wrongPageCounts({ pages, answers, contents }: Judgement): string[] {
  const behind = pages + (contents.other?.pages ?? 0);
  const expected: Readonly<Record<Counted, number>> = { all: pages, behind, again: pages };
  return COUNTED.filter((name) => isWritten(answers[name]) && contents[name]?.pages !== expected[name]).map(
    (name) => `${name}: ${contents[name]?.pages} pages of ${expected[name]}`,
  );
}

export const KINDS_OF_DOCUMENTS = [
  "outlineItems",
  "fieldWidgets",
  "destinations",
  "structureElements",
  "attachments",
] as const;
/** A part leaves out what leads to none of its pages, and what belongs to none. */
const KINDS_OF_PARTS = ["outlineTargets", "fieldWidgets", "destinations", "structureTexts"] as const;

/** What there is less of than in what all pages were taken from. */
export function missingContents({ answers, contents }: Judgement): string[] {
  const { input, other } = contents;
  if (input === undefined || other === undefined) {
    return [];
  }
  return COUNTED.filter((name) => isWritten(answers[name])).flatMap((name) => {
    const kinds: readonly ContentKind[] = name === "again" ? KINDS_OF_PARTS : KINDS_OF_DOCUMENTS;
    return kinds.flatMap((kind) => {
      const has = contents[name]?.[kind] ?? 0;
      const wanted = input[kind] + (name === "behind" ? other[kind] : 0);
      return has < wanted ? [`${name}: ${kind}: ${has} of ${wanted}`] : [];
    });
  });
}
