import { join } from "node:path";
import {
  blockElements,
  type FrontMatter,
  type ImageUrl,
  type LaidOutDocument,
  type PageContent,
  type PageLines,
  pageElements,
  pageLines,
  wordElements,
  writeHtml,
  writeLayoutHtml,
  writeLayoutText,
  writeMarkdown,
  writeReadingText,
} from "@quire/layout";
import { countWords } from "../../../kernel/word-count.ts";
import type { DocumentProperties, ElementList } from "../port.ts";
import { type ExtractParameters, fileOf, type YieldedStep } from "../wire.ts";
import { parted, writePieces } from "./piece-file.ts";
import { withTranscript } from "./transcript.ts";

interface Extracted {
  readonly laidOut: LaidOutDocument;
  /** Reads the pages again at each call: thousands would be too much together. */
  readonly pages: () => Iterable<PageContent>;
  /** The transcripts of pages, whose words have no places. */
  readonly transcripts: ReadonlyMap<number, unknown>;
  readonly properties: DocumentProperties;
  readonly imageUrl: ImageUrl;
  readonly job: Pick<ExtractParameters, "form" | "lists">;
  readonly outputDirectory: string;
}

/**
 * Writes text and lists page by page, and yields a step for each file.
 * @returns the number of words
 */
export function* writeExtracted(extracted: Extracted): Generator<YieldedStep, number, undefined> {
  const { job, outputDirectory } = extracted;
  const write = (content: "text" | ElementList, pieces: Iterable<string>): YieldedStep => {
    const file = fileOf(content);
    writePieces(join(outputDirectory, file), pieces);
    return { kind: "file", content, file };
  };
  yield write("text", textOf(extracted));
  for (const list of job.lists) {
    yield write(list, parted(elementsOf(list, extracted)));
  }
  return wordsIn(extracted);
}

function textOf({ laidOut, pages, properties, imageUrl, job: { form } }: Extracted): Iterable<string> {
  switch (form.kind) {
    case "text":
      return form.arrangement === "layout" ? writeLayoutText(linesOf(pages()), form) : writeReadingText(laidOut, form);
    case "html":
      return form.arrangement === "layout"
        ? writeLayoutHtml(linesOf(pages()), { title: laidOut.title, lang: laidOut.lang, frame: form.frame })
        : writeHtml(laidOut, { imageUrl, frame: form.frame });
    case "markdown":
      return writeMarkdown(laidOut, {
        ...form,
        imageUrl,
        ...(form.hasFrontMatter && { frontMatter: frontMatterOf(laidOut, properties) }),
      });
  }
}

function* linesOf(pages: Iterable<PageContent>): Generator<PageLines, void, undefined> {
  for (const page of pages) {
    yield pageLines(page);
  }
}

const frontMatterOf = ({ lang, pages }: LaidOutDocument, properties: DocumentProperties): FrontMatter => ({
  ...Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null)),
  lang,
  pages: pages.length,
});

function* elementsOf(
  list: ElementList,
  { laidOut, pages, transcripts }: Extracted,
): Generator<object, void, undefined> {
  switch (list) {
    case "words":
      for (const lines of linesOf(placed(pages(), transcripts))) {
        yield* wordElements(lines);
      }
      return;
    case "blocks":
      for (const elements of blockElements(laidOut)) {
        yield* elements;
      }
      return;
    case "pages":
      yield* pageElements(laidOut, { pages: linesOf(placed(pages(), transcripts)) });
  }
}

/** Yields the pages whose words have places; those that a model has read come without words. */
function* placed(
  pages: Iterable<PageContent>,
  transcripts: Extracted["transcripts"],
): Generator<PageContent, void, undefined> {
  for (const content of pages) {
    yield transcripts.has(content.page) ? withTranscript(content, []) : content;
  }
}

/** Returns the number of words of the text that is delivered; the form that it is written in makes no difference. */
function wordsIn({ laidOut, pages, job: { form } }: Extracted): number {
  let count = 0;
  const isAsSeen = form.kind !== "markdown" && form.arrangement === "layout";
  const keepsRunningHeaders = form.kind === "markdown" && form.keepsRunningHeaders;
  const texts = isAsSeen
    ? writeLayoutText(linesOf(pages()), { pageSeparator: "\n" })
    : writeReadingText(laidOut, { pageSeparator: "\n", keepsRunningHeaders });
  for (const text of texts) {
    count += countWords(text);
  }
  return count;
}
