import { Bounds, CosDocument, CosError, readPageTree } from "@quire/cos";
import type { Dice } from "./dice.ts";
import { readContents, readObjects, readTrees } from "./read-everything.ts";
import { expectPages, expectWhole, rewritten, updatedBytes, writtenPages } from "./rewriting.ts";

/** The result of reading one document and rewriting it. */
export interface Outcome {
  /** The kind of the result; `refused` means that opening ended with a CosError. */
  readonly kind: "read" | "repaired" | "refused" | "fault";
  /** The code of what refused it, or exceeded a bound on the way; for a fault: what was wrong, and where. */
  readonly text?: string;
}

/** The most time for a whole run: reading, writing, and reading what was written each have a part of it. */
export const RUN_SECONDS_MAX = 5;
export const MEMORY_MAX_BYTES = 700 * 2 ** 20;
const READING_MS = 3000;
const REREADING_MS = 750;
const MEBIBYTE = 2 ** 20;
const PAGES_LOOKED_INTO = 3;
/**
 * The most pages that are written. A kilobyte can have a million pages, and a page tree is built of as many as its
 * caller wants.
 */
const PAGES_WRITTEN = 2000;

/** Reads and rewrites a document; everything that is done here may end in a CosError, and in nothing else. */
export function examine(bytes: Uint8Array, password: string | undefined, dice: Dice): Outcome {
  let phase = "open";
  let met: string | undefined;
  /** Does a part of the work; returns undefined when the document is too complex for it. */
  const attempt = <Result>(name: string, work: () => Result): Result | undefined => {
    phase = name;
    try {
      return work();
    } catch (error) {
      if (!(error instanceof CosError)) {
        throw error;
      }
      met = `${name}: ${error.code}`;
      return undefined;
    }
  };
  try {
    const bounds = boundsFor(READING_MS);
    const document = attempt("open", () => CosDocument.open(bytes, { password, bounds, keepsFacts: true }));
    if (document === undefined) {
      return { kind: "refused", ...(met === undefined ? {} : { text: met }) };
    }
    attempt("objects", () => readObjects(document, bounds));
    const tree = attempt("pages", () => readPageTree(document));
    const pages = tree?.pages;
    attempt("contents", () => readContents(document, (pages ?? []).slice(0, PAGES_LOOKED_INTO), bounds));
    attempt("trees", () => readTrees(document, bounds));
    const isRepaired = document.isRepaired;
    const written = attempt("write", () => rewritten(document, dice, bounds));
    if (written !== undefined) {
      // Pages that nothing leads to are not written.
      const pageCount = tree?.areStray === true ? undefined : pages?.length;
      attempt("read again", () => expectWhole(written, pageCount, boundsFor(REREADING_MS)));
    }
    const chosen = pages?.slice(0, PAGES_WRITTEN);
    const extracted = chosen && attempt("write pages", () => writtenPages(document, chosen, bounds));
    if (extracted !== undefined) {
      attempt("read pages again", () => expectWhole(extracted, chosen?.length, boundsFor(REREADING_MS)));
    }
    const updated = attempt("update", () => updatedBytes(document, bounds));
    if (updated !== undefined && !isRepaired) {
      attempt("read update", () =>
        expectPages(CosDocument.open(updated, { password, bounds: boundsFor(REREADING_MS) }), pages?.length),
      );
    }
    return { kind: isRepaired ? "repaired" : "read", ...(met === undefined ? {} : { text: met }) };
  } catch (error) {
    return { kind: "fault", text: `${phase}: ${describe(error)}` };
  }
}

const boundsFor = (timeoutMs: number): Bounds =>
  new Bounds({ timeoutMs, maxStreamBytes: 16 * MEBIBYTE, maxTotalBytes: 256 * MEBIBYTE });

/**
 * Returns the message of an error and where in the package it came from, which distinguishes one fault from another.
 */
function describe(error: unknown): string {
  if (!(error instanceof Error)) {
    return `${String(error)} was thrown`;
  }
  const places = (error.stack ?? "").matchAll(/packages\/cos\/src\/([\w/.-]+\.ts:\d+)/g);
  const [place] = [...places].map((match) => match[1]);
  return `${error.name}: ${error.message.slice(0, 200)}${place === undefined ? "" : ` (${place})`}`;
}
