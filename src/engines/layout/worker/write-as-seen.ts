import { join } from "node:path";
import {
  type PageContent,
  type PageLines,
  pageLines,
  wordElements,
  writeLayoutHtml,
  writeLayoutText,
} from "@quire/layout";
import { countWords } from "../../../kernel/word-count.ts";
import { type ExtractParameters, fileOf, type YieldedStep } from "../wire.ts";
import { PieceFile } from "./piece-file.ts";
import { hasUnknownText } from "./survey.ts";

export interface SeenPage {
  readonly content: PageContent;
  /** Whether words have places; those that a model has read have none. */
  readonly hasPlaces: boolean;
}

type Job = Pick<ExtractParameters, "form" | "lists" | "isContinuation">;

/** Returns whether a job writes pages as they look: then pages are independent of each other. */
export const isAsSeen = ({ form, lists }: Pick<Job, "form" | "lists">): boolean =>
  form.kind !== "markdown" && form.arrangement === "layout" && lists.every((list) => list === "words");

/**
 * Writes pages as they look, each once it has been read and discarded before the next: a document of any length takes
 * the memory of one page. Yields a step for each page, then for the files.
 * @returns the number of words
 */
export function* writeAsSeen(
  pages: Iterable<SeenPage>,
  { job, head, outputDirectory }: { readonly job: Job; readonly head: Head; readonly outputDirectory: string },
): Generator<YieldedStep, number, undefined> {
  using text = new PieceFile(join(outputDirectory, fileOf("text")));
  using words = job.lists.includes("words") ? new PieceFile(join(outputDirectory, fileOf("words"))) : undefined;
  const seen = new Seen(pages, words);
  if (job.isContinuation && job.form.kind === "text") {
    text.add(job.form.pageSeparator);
  }
  for (const piece of piecesOf(seen.lines(), job, head)) {
    text.add(piece);
    yield* seen.finished();
  }
  yield* seen.finished();
  text.flush();
  yield { kind: "file", content: "text", file: fileOf("text") };
  if (words !== undefined) {
    words.flush();
    yield { kind: "file", content: "words", file: fileOf("words") };
  }
  return seen.wordCount;
}

export interface Head {
  readonly title: string | undefined;
  readonly lang: string | undefined;
}

function piecesOf(lines: Iterable<PageLines>, { form }: Job, head: Head): Iterable<string> {
  switch (form.kind) {
    case "text":
      return writeLayoutText(lines, form);
    case "html":
      return writeLayoutHtml(lines, { ...head, frame: form.frame });
    case "markdown":
      return [];
  }
}

/** The pages on their way to the writer, which takes one after the other. */
class Seen {
  wordCount = 0;
  readonly #pages: Iterable<SeenPage>;
  readonly #words: PieceFile | undefined;
  #hasWords = false;
  #finished: YieldedStep[] = [];

  constructor(pages: Iterable<SeenPage>, words: PieceFile | undefined) {
    this.#pages = pages;
    this.#words = words;
  }

  *lines(): Generator<PageLines, void, undefined> {
    for (const { content, hasPlaces } of this.#pages) {
      const page = pageLines(content);
      this.wordCount += countWords(page.lines.map(({ words }) => words.map(({ text }) => text).join(" ")).join("\n"));
      if (this.#words !== undefined && hasPlaces) {
        this.#addWords(page, this.#words);
      }
      this.#finished.push({ kind: "page", page: content.page, isUnreadable: hasUnknownText(content) });
      yield page;
    }
  }

  #addWords(page: PageLines, file: PieceFile): void {
    for (const element of wordElements(page)) {
      file.add((this.#hasWords ? "," : "") + JSON.stringify(element));
      this.#hasWords = true;
    }
  }

  *finished(): Generator<YieldedStep, void, undefined> {
    const pages = this.#finished;
    this.#finished = [];
    yield* pages;
  }
}
