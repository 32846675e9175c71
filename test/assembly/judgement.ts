import type { Check } from "../cos/qpdf.ts";
import { isLoss, type Loss } from "../cos/working-process.ts";
import type { AssemblyAnswer } from "./assembly-process.ts";
import type { ContentKind, Contents } from "./contents.ts";
import type { WorkName } from "./works.ts";

/** The result of one document. */
export interface Judgement {
  readonly file: string;
  /** The number of pages by our count; 0 when the document is not read. */
  readonly pages: number;
  /** The answers by work. What is not merged is not taken apart again. */
  readonly answers: Readonly<Partial<Record<WorkName, AssemblyAnswer | Loss>>>;
  /** The state of what was written, by work; empty for hostile documents. */
  readonly looks: Readonly<Partial<Record<WorkName, Look>>>;
  /**
   * The contents of the inputs and of what was written; undefined where qpdf does not open a document, empty for
   * hostile documents.
   */
  readonly contents: Readonly<Partial<Record<"input" | "other" | Counted, Contents | undefined>>>;
}

/** The state of the written documents, and a comparison of their pages with those of the inputs. */
export interface Look {
  /** The result of the check for the first document that is not clean, or a clean one when all are. */
  readonly check: Check;
  readonly pages: number;
  /** The pages that are different, each with the difference; empty when there is none. */
  readonly different: readonly string[];
}

type Written = AssemblyAnswer & { readonly kind: "written" };

export const isWritten = (answer: AssemblyAnswer | Loss | undefined): answer is Written =>
  answer !== undefined && !isLoss(answer) && answer.kind === "written";

export const isClean = ({ check }: Look): boolean => check.exitCode === 0;

/** The works whose contents are counted: those that take all pages. */
export const COUNTED = ["all", "behind", "again"] as const;
export type Counted = (typeof COUNTED)[number];

/** Returns what was written with another number of pages than were put in. */
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
/** The kinds that a part may have less of: it leaves out what leads to none of its pages, and what belongs to none. */
const KINDS_OF_PARTS = ["outlineTargets", "fieldWidgets", "destinations", "structureTexts"] as const;

/** Returns the kinds that a result has less of than the documents from which all pages were taken. */
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
