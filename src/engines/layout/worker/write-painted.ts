import { join } from "node:path";
import { PaintedHtml, type PageLines, pageLines } from "@quire/layout";
import { countWords } from "../../../kernel/word-count.ts";
import { type ExtractParameters, fileOf, type YieldedStep } from "../wire.ts";
import type { PagePainter } from "./painting/page-painter.ts";
import { PieceFile } from "./piece-file.ts";
import { hasUnknownText } from "./survey.ts";
import type { Head, SeenPage } from "./write-as-seen.ts";

/** Returns whether a job writes pages as they are painted: with their fonts and pictures. */
export const isPainted = ({ form, lists, images }: Pick<ExtractParameters, "form" | "lists" | "images">): boolean =>
  form.kind === "html" && form.arrangement === "layout" && images === "embed" && lists.length === 0;

interface PaintedWriting {
  readonly pages: Iterable<SeenPage>;
  readonly painter: PagePainter;
  readonly job: Pick<ExtractParameters, "form">;
  readonly head: Head;
  readonly outputDirectory: string;
}

/**
 * Writes pages as they are painted, each once it has been read and discarded before the next. Yields a step for each
 * page, then for the file.
 * @returns the number of words
 */
export async function* writePainted(writing: PaintedWriting): AsyncGenerator<YieldedStep, number, undefined> {
  const { pages, painter, job, head, outputDirectory } = writing;
  const html = new PaintedHtml({ ...head, ...(job.form.kind === "html" && { frame: job.form.frame }) });
  using text = new PieceFile(join(outputDirectory, fileOf("text")));
  text.add(html.start);
  let wordCount = 0;
  for (const { content } of pages) {
    const lines = pageLines(content);
    const painting = await painter.paint(lines);
    text.add(html.page(lines, painting));
    wordCount += countWords(wordsOf(lines));
    const { hasReplaced: hasOtherFonts } = painting;
    yield { kind: "page", page: content.page, isUnreadable: hasUnknownText(content), hasOtherFonts };
  }
  text.add(html.end(painter.fonts()));
  text.flush();
  yield { kind: "file", content: "text", file: fileOf("text") };
  return wordCount;
}

const wordsOf = ({ lines }: PageLines): string =>
  lines.map(({ words }) => words.map(({ text }) => text).join(" ")).join("\n");
