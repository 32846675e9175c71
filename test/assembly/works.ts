import { fileURLToPath } from "node:url";
import type { RenderRequest } from "../cos/render-process.ts";
import type { AssemblyRequest, InputFile } from "./assembly-process.ts";

/** A small tagged document with an outline, a form, a named destination, page labels and an attachment. */
export const OTHER: InputFile = { path: fileURLToPath(new URL("../fixtures/features.pdf", import.meta.url)) };
const OTHER_PAGES = 2;
/** The most documents of one page that are taken out of a merged one. */
const SINGLE_PAGES_MAX = 5;

/** Something that is done with a document. */
export interface Work {
  readonly request: AssemblyRequest;
  /** The documents that are written. */
  readonly outputs: readonly InputFile[];
  /** Pages that must look the same: those of an input, and those of an output. */
  readonly pairs: readonly { readonly expected: RenderRequest; readonly actual: RenderRequest }[];
}

export type WorkName = "all" | "first" | "behind" | "before" | "again" | "single";

/** The document that a work is done with. */
export interface Subject {
  readonly file: InputFile;
  /** The number of pages; 0 while it is not known. */
  readonly pageCount: number;
  /**
   * Whether viewers are asked to draw all fields again, and those of the other document with them (ISO 32000-1, table
   * 218).
   */
  readonly needsAppearances?: boolean;
}

type Works = Readonly<Record<WorkName, (subject: Subject, prefix: string) => Work>>;

/** The works; each writes to paths that begin with `prefix`. */
export const WORKS: Works = {
  /**
   * Takes all pages out of the document, with its protection. This work comes first, as it finds the number of pages.
   */
  all: ({ file }, prefix) => {
    const output = { path: `${prefix}-all.pdf`, password: file.password };
    return {
      request: { kind: "split", input: file, parts: [{ from: 0, output: output.path }] },
      outputs: [output],
      pairs: [{ expected: file, actual: output }],
    };
  },
  /** Takes the first page out of the document. */
  first: ({ file }, prefix) => {
    const output = { path: `${prefix}-first.pdf`, password: file.password };
    return {
      request: { kind: "split", input: file, parts: [{ from: 0, count: 1, output: output.path }] },
      outputs: [output],
      pairs: [{ expected: { ...file, pages: pages(1, 1) }, actual: output }],
    };
  },
  /** Merges the document with the other one, as the second input. */
  behind: ({ file, needsAppearances }, prefix) => {
    const path = behindPath(prefix);
    return {
      request: { kind: "merge", inputs: [OTHER, file], output: path },
      outputs: [{ path }],
      pairs: [
        ...(needsAppearances === true ? [] : [{ expected: OTHER, actual: { path, pages: pages(1, OTHER_PAGES) } }]),
        { expected: file, actual: { path, pages: { from: OTHER_PAGES + 1 } } },
      ],
    };
  },
  /** Merges the document with the other one, as the first input. */
  before: ({ file, pageCount, needsAppearances }, prefix) => {
    const path = `${prefix}-before.pdf`;
    return {
      request: { kind: "merge", inputs: [file, OTHER], output: path },
      outputs: [{ path }],
      pairs: [
        { expected: file, actual: { path, pages: pages(1, pageCount) } },
        ...(needsAppearances === true ? [] : [{ expected: OTHER, actual: { path, pages: { from: pageCount + 1 } } }]),
      ],
    };
  },
  /** Takes the document's pages out of what `behind` wrote. */
  again: ({ file }, prefix) => {
    const path = `${prefix}-again.pdf`;
    return {
      request: { kind: "split", input: { path: behindPath(prefix) }, parts: [{ from: OTHER_PAGES, output: path }] },
      outputs: [{ path }],
      pairs: [{ expected: file, actual: { path } }],
    };
  },
  /** Takes the first few of the document's pages out of what `behind` wrote, one by one. */
  single: ({ file, pageCount }, prefix) => {
    const paths = Array.from({ length: Math.min(pageCount, SINGLE_PAGES_MAX) }, (_, at) => `${prefix}-${at + 1}.pdf`);
    return {
      request: {
        kind: "split",
        input: { path: behindPath(prefix) },
        parts: paths.map((path, index) => ({ from: OTHER_PAGES + index, count: 1, output: path })),
      },
      outputs: paths.map((path) => ({ path })),
      pairs: paths.map((path, index) => ({ expected: { ...file, pages: pages(index + 1, 1) }, actual: { path } })),
    };
  },
};

export const WORK_NAMES = Object.keys(WORKS) as WorkName[];

/** The works that take apart what was merged. */
export const TAKES_MERGED: ReadonlySet<WorkName> = new Set(["again", "single"]);

const behindPath = (prefix: string): string => `${prefix}-behind.pdf`;

const pages = (from: number, count: number): { from: number; count: number } => ({ from, count });
