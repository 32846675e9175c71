import type { Facts } from "./documents.ts";
import { judgeForm } from "./form-judge.ts";
import { MergedDocument, outlineText } from "./merged-document.ts";
import { attachedContents, judgeLayers, namedDestinations, structureElements } from "./readers.ts";
import { among, inOrder, type Score, scored, sum } from "./scores.ts";

export type Cell = (typeof CELLS)[number];

export const CELLS = [
  "outline entries that lead to the right page",
  "named destinations, each under a name of its own",
  "links that land in the right copy",
  "fields with their value, under a name of their own",
  "fields with their default appearance",
  "widgets of a field, with their appearance",
  "fields in the order of calculation",
  "structure elements with role, class and text",
  "marked content and links that belong to an element",
  "page labels",
  "attachments with their content",
  "layers, visible as before",
] as const;

/**
 * Counts what of the documents is in the file. None of our code judges: qpdf does, Poppler, and a walk over what qpdf
 * read.
 * @throws when the file cannot be read
 */
export async function judge(file: string, documents: readonly Facts[]): Promise<Record<Cell, Score>> {
  const merged = await MergedDocument.read(file);
  const all = <Fact>(of: (facts: Facts) => readonly Fact[]) => documents.flatMap(of);
  const form = judgeForm(merged, documents);
  return {
    "outline entries that lead to the right page": inOrder(
      all(({ outline }) => outline.map(outlineText)),
      merged.outline,
    ),
    "named destinations, each under a name of its own": among(
      all(({ destinations }) => destinations),
      await namedDestinations(merged),
    ),
    "links that land in the right copy": scored(
      all(({ links }) => links),
      ({ page, bottom, leadsTo }) => merged.destinationOfLink(page, bottom) === leadsTo,
    ),
    "fields with their value, under a name of their own": form.fields,
    "fields with their default appearance": form.defaultAppearances,
    "widgets of a field, with their appearance": form.widgets,
    "fields in the order of calculation": form.calculationOrder,
    "structure elements with role, class and text": inOrder(
      all(({ elements }) => elements.map((element) => `${element.role} ${element.spaceBefore} ${element.text}`)),
      await structureElements(file),
    ),
    "marked content and links that belong to an element": sum(
      scored(
        all(({ markedContents }) => markedContents),
        ({ page, mcid }) => merged.hasElementOf(page, mcid),
      ),
      scored(documents, ({ taggedLink }) => merged.hasElementOfLink(taggedLink.page, taggedLink.bottom)),
    ),
    "page labels": scored(
      all(({ labels }) => labels),
      ({ page, label }) => merged.labels.get(page) === label,
    ),
    "attachments with their content": among(
      all(({ attachments }) => attachments),
      await attachedContents(file),
    ),
    "layers, visible as before": await judgeLayers(merged, documents),
  };
}
