import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pdfOf } from "../../packages/watermark/src/testing/documents.ts";
import { isLoss, WorkingProcess } from "../cos/working-process.ts";
import { type Box, type MarkBox, measureMark } from "./first-page.ts";
import type { MarkAnswer, MarkRequest } from "./watermark-process.ts";

/** A page of Letter size. */
export const PAGE = { widthPt: 612, heightPt: 792 } as const;

export interface MarkOnBlankPage {
  readonly mark: MarkBox;
  /** The words that poppler finds, with their boxes from the top left, in points. */
  readonly words: readonly (Box & { readonly text: string })[];
}

/** Marks an empty page. */
export async function markOnBlankPage(): Promise<MarkOnBlankPage> {
  const directory = await mkdtemp(join(tmpdir(), "quire-mark-"));
  using watermark = new WorkingProcess<MarkRequest, MarkAnswer>("../watermark/watermark-process.ts");
  try {
    const [path, output] = [join(directory, "blank.pdf"), join(directory, "marked.pdf")];
    await writeFile(path, pdfOf({ pages: [`/MediaBox[0 0 ${PAGE.widthPt} ${PAGE.heightPt}]`] }));
    const answer = await watermark.ask({ path, output }, 10_000);
    if (isLoss(answer) || answer.kind !== "written") {
      throw new Error(`The blank page is not marked: ${JSON.stringify(answer)}`);
    }
    return { mark: await measureMark({ path: output }), words: wordsOf(output) };
  } finally {
    await rm(directory, { recursive: true });
  }
}

function wordsOf(path: string): MarkOnBlankPage["words"] {
  const printed = execFileSync("pdftotext", ["-bbox", path, "-"], { encoding: "utf8" });
  const word = /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)</g;
  return [...printed.matchAll(word)].map(([, left, top, right, bottom, text = ""]) => ({
    left: Number(left),
    top: Number(top),
    right: Number(right),
    bottom: Number(bottom),
    text,
  }));
}
