import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Warning } from "../../kernel/failure.ts";
import { workOf } from "../../kernel/timing/work.ts";
import type { Context } from "../operation.ts";
import { edgesOf, NUMBERS_STYLE, stripOfNumbers } from "./margin-boxes.ts";
import { edgeLayoutOf, type PrintedFile, type PrintOrder, printJobOf } from "./print-document.ts";
import { requirePageCount } from "./select-printed.ts";

/** The number of sections that are printed at once: each takes a renderer, which is what printing needs memory for. */
const AT_ONCE = 2;

type SectionsOrder = Omit<PrintOrder, "source">;

/**
 * Prints sections separately and joins their pages to one document, which is not finished yet: the browser's time for a
 * document grows faster than the document.
 * @param sections paths of HTML, in the order of their pages
 * @throws Failure `too_many_pages` as soon as there are
 */
export async function printSections(
  sections: readonly string[],
  order: SectionsOrder,
  context: Context,
): Promise<PrintedFile> {
  const parts = await printParts(sections, order, context);
  const joined = join(context.workspace, "joined.pdf");
  const { warnings } = await context.engines.assembler.merge({
    sources: parts.map(({ path }) => ({ input: path, title: "" })),
    bookmarks: "keep",
    information: {},
    maxBytes: context.limits.archiveBytes,
    output: joined,
    ...workOf(context),
  });
  const pages = pagesOf(parts);
  return {
    headings: parts.flatMap(({ headings }) => headings),
    path: order.page.show_page_numbers ? await numbered(joined, pages, order, context) : joined,
    warnings: eachOnce([...parts.flatMap((part) => part.warnings), ...warnings.map(({ code }) => ({ code }))]),
  };
}

interface PrintedPart extends PrintedFile {
  readonly pages: number;
}

/**
 * Prints a few sections at once, begun in their order. When one fails, the others are stopped, and none is being
 * printed any more when this ends.
 */
async function printParts(
  sections: readonly string[],
  order: SectionsOrder,
  context: Context,
): Promise<readonly PrintedPart[]> {
  const end = new AbortController();
  const signal = AbortSignal.any([context.signal, end.signal]);
  const parts: PrintedPart[] = [];
  const queue = sections.entries();
  const printSome = async (): Promise<void> => {
    for (const [index, path] of queue) {
      signal.throwIfAborted();
      // oxlint-disable-next-line eslint/no-await-in-loop -- no more than a few at once
      parts[index] = await printPart({ index, path }, order, { context, signal });
      const pages = pagesOf(parts);
      requirePageCount(pages, context);
      const done = parts.filter(Boolean).length;
      context.progress(pages, Math.ceil((pages / done) * sections.length));
    }
  };
  const printing = Array.from({ length: AT_ONCE }, () => printSome().catch((error: unknown) => end.abort(error)));
  await Promise.all(printing);
  end.signal.throwIfAborted();
  return parts;
}

/** The start of a heading; text of the data has no tags. */
const HEADING = /<h[1-6][ >]/;

async function printPart(
  { index, path }: { readonly index: number; readonly path: string },
  order: SectionsOrder,
  { context, signal }: { readonly context: Context; readonly signal: AbortSignal },
): Promise<PrintedPart> {
  const { engines, workspace } = context;
  const output = join(workspace, `printed-${index + 1}.pdf`);
  const source = { kind: "document", path, assets: new Map<string, string>() } as const;
  // The browser writes an outline by the tags, which take as much time as the rest: most sections are rows alone.
  const hasOutline = order.hasOutline !== false && (order.page.tagged || HEADING.test(await readFile(path, "utf8")));
  const { job, warnings } = printJobOf({ ...order, source, hasOutline }, { output, numbersComeLater: true }, context);
  const reported = await engines.printer.print({ ...job, signal });
  const { pages } = await engines.facts.inspect({ input: output, ...workOf(context), signal });
  return { path: output, pages, headings: reported.headings, warnings: [...warnings, ...reported.warnings] };
}

/** Returns the number of pages of the parts that are done; the list may have gaps. */
const pagesOf = (parts: readonly PrintedPart[]): number => parts.reduce((sum, part) => sum + part.pages, 0);

/** Puts number and count of the pages where the browser would. */
async function numbered(input: string, pages: number, order: SectionsOrder, context: Context): Promise<string> {
  const { marginsPt } = edgeLayoutOf(order);
  const output = join(context.workspace, "numbered.pdf");
  await context.engines.watermarker.apply({
    ...NUMBERS_STYLE,
    input,
    output,
    text: [{ variable: "page" }, ` / ${pages}`],
    pages: Array.from({ length: pages }, (_, index) => index + 1),
    position: stripOfNumbers(edgesOf(order.page), marginsPt),
    opacity: 1,
    layer: "over",
    fit: false,
    maxBytes: context.limits.archiveBytes,
    ...workOf(context),
  });
  return output;
}

function eachOnce(warnings: readonly Warning[]): Warning[] {
  return [...new Map(warnings.map((warning) => [JSON.stringify(warning), warning])).values()];
}
