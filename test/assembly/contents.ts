import { execFile } from "node:child_process";
import { qpdf, succeeded } from "../cos/qpdf.ts";
import type { InputFile } from "./assembly-process.ts";

/** The amounts of each kind of content in a document, as qpdf and poppler count. */
export interface Contents extends Readonly<Record<ContentKind, number>> {
  readonly pages: number;
  /** Whether the form has /NeedAppearances set. */
  readonly needsAppearances: boolean;
}

export type ContentKind =
  | "outlineItems"
  /** Outline items that lead to a page. */
  | "outlineTargets"
  | "fieldWidgets"
  | "destinations"
  | "structureElements"
  /** Pieces of text that belong to structure elements. */
  | "structureTexts"
  | "attachments";

/** Counts the contents of a document; returns undefined when qpdf does not open it. */
export async function contentsOf({ path, password }: InputFile): Promise<Contents | undefined> {
  const keys = ["outlines", "acroform", "attachments"].map((key) => `--json-key=${key}`);
  const { exitCode, stdout } = await qpdf(["--json=2", ...keys, path], password);
  if (!succeeded(exitCode)) {
    return undefined;
  }
  const { outlines, acroform, attachments } = JSON.parse(stdout) as QpdfJson;
  const items = outlines.flatMap(withKids);
  const structure = await pdfinfo("-struct-text", { path, password });
  return {
    pages: Number((await qpdf(["--show-npages", path], password)).stdout),
    outlineItems: items.length,
    outlineTargets: items.filter(({ destpageposfrom1: page }) => page !== null).length,
    fieldWidgets: acroform.fields.length,
    destinations: (await pdfinfo("-dests", { path, password })).filter((line) => /^ *\d+ \[/.test(line)).length,
    structureElements: structure.filter((line) => /^ *[^ "]/.test(line)).length,
    structureTexts: structure.filter((line) => /^ *"/.test(line)).length,
    attachments: Object.keys(attachments).length,
    needsAppearances: acroform.needappearances,
  };
}

interface QpdfJson {
  readonly outlines: readonly OutlineItem[];
  readonly acroform: { readonly fields: readonly unknown[]; readonly needappearances: boolean };
  readonly attachments: object;
}

interface OutlineItem {
  readonly kids: readonly OutlineItem[];
  readonly destpageposfrom1: number | null;
}

const withKids = (item: OutlineItem): OutlineItem[] => [item, ...item.kids.flatMap(withKids)];

const POPPLER_TIMEOUT_MS = 30_000;

/** Returns the lines that pdfinfo prints with that option, up to where a document stops it. */
function pdfinfo(option: string, { path, password }: InputFile): Promise<string[]> {
  const parameters = [option, ...(password === undefined ? [] : ["-upw", password]), path];
  const options = { timeout: POPPLER_TIMEOUT_MS, killSignal: "SIGKILL", maxBuffer: 256 * 1024 ** 2 } as const;
  return new Promise((resolve, reject) => {
    execFile("pdfinfo", parameters, options, (error, stdout) => {
      if (error?.code === "ENOENT") {
        reject(error);
      } else {
        resolve(stdout.split("\n"));
      }
    });
  });
}
