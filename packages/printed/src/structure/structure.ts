import type { Bounds, CosDocument, Dict, Page } from "@quire/cos";
import { languageOf } from "../catalog.ts";
import type { ContentText } from "../content/content-text.ts";
import type { AccessibilityPart } from "../options.ts";
import { leadToContent } from "../outline/places.ts";
import { finishAttributes } from "./attributes.ts";
import { containElements } from "./contain.ts";
import { takeUpContent } from "./content.ts";
import { ContentParents } from "./content-parents.ts";
import { belowElement, textOfElement } from "./element-content.ts";
import { ElementMaker } from "./element-kids.ts";
import { elementsOf, type StructureElement } from "./elements.ts";
import { dropEmptyElements } from "./empty-elements.ts";
import { finishFigures, takeMarks } from "./figures.ts";
import { closeHeadingLevels } from "./headings.ts";
import { renameElements } from "./identifiers.ts";
import { describeLinks, nameLinks } from "./links.ts";
import { addListBodies } from "./list-bodies.ts";
import { joinDocuments } from "./one-document.ts";
import { redirectParents } from "./parent-tree.ts";
import { conformToPart2 } from "./part2/part2.ts";
import { mapRoles } from "./roles.ts";
import { completeTables } from "./tables.ts";

export interface StructureOptions {
  readonly pages: readonly Page[];
  readonly content: ContentText;
  readonly unsaidLanguage: string | undefined;
  /** What alternative texts begin with that stand for none; the picture's element follows. */
  readonly pictureMark?: string | undefined;
  /** The part of PDF/UA that the structure is to keep; 1 by default. */
  readonly part?: AccessibilityPart | undefined;
}

/** A picture without alternative text. */
interface UndescribedPicture {
  /** The number of its page, from 1; absent where it has no content. */
  readonly page?: number;
  /** Its element, where it was marked. */
  readonly element?: string;
}

/** What the structure of a document shows of it. */
export interface FinishedStructure {
  /** The text of the first heading; where there is none, an empty one. */
  readonly firstHeading: string;
  readonly undescribed: readonly UndescribedPicture[];
}

/**
 * Shortens the structure tree (ISO 32000-2, 14.7) of a printed document without losing anything from it, gives its
 * elements identifiers that are the same on each printing, and fixes what readers do not understand in it, or PDF/UA (ISO
 * 14289-1) does not permit. Returns undefined where there is none.
 */
export function finishStructure(
  document: CosDocument,
  { pages, content, unsaidLanguage, pictureMark, part }: StructureOptions,
): FinishedStructure | undefined {
  const { bounds } = document;
  const root = document.catalog.dict("StructTreeRoot");
  if (root === undefined) {
    return undefined;
  }
  joinDocuments(root, document);
  const elements = withContentTakenUp(root, dropEmptyElements(elementsOf(root, bounds), bounds), bounds);
  const identifiers = renameElements(root, elements, document);
  for (const { dict } of elements) {
    bounds.step();
    finishAttributes(dict, identifiers, bounds);
    finishLanguage(dict, unsaidLanguage);
  }
  const complete = withRightKids(root, addListBodies(elements, document), document);
  leadToContent(document, pages, content);
  const marked = takeMarks(complete, pictureMark, bounds);
  const undescribed = finishFigures(complete, content, bounds);
  closeHeadingLevels(complete);
  completeTables(complete, document);
  describeLinks(complete, pages, content, bounds);
  const firstHeading = complete.find(({ dict }) => isHeading(dict));
  withContentTakenUp(root, complete, bounds);
  mapRoles(root, complete);
  if (part === 2) {
    conformToPart2(root, document, { pages, content });
  }
  return {
    firstHeading: firstHeading === undefined ? "" : textOfElement(firstHeading.dict, content, bounds),
    undescribed: undescribed.map((figure) => {
      const [page, element] = [pageOf(figure, pages, document), marked.get(figure)];
      return { ...(page !== undefined && { page }), ...(element !== undefined && { element }) };
    }),
  };
}

/** Moves the content of elements without meaning up into their parents; returns the elements that are left. */
function withContentTakenUp(
  root: Dict,
  elements: readonly StructureElement[],
  bounds: Bounds,
): readonly StructureElement[] {
  const taken = takeUpContent(elements, bounds);
  redirectParents(root, taken, bounds);
  return elements.filter(({ ref }) => ref === undefined || !taken.has(ref.number));
}

/** Returns the elements, with others around those that are in none of the right type. */
function withRightKids(
  root: Dict,
  elements: readonly StructureElement[],
  document: CosDocument,
): readonly StructureElement[] {
  const parents = new ContentParents(root, document.bounds);
  const maker = new ElementMaker(document, parents);
  nameLinks(elements, maker, document.bounds);
  containElements(root, document, { maker, part: 1 });
  if (maker.made === 0) {
    return elements;
  }
  parents.write(document);
  return elementsOf(root, document.bounds);
}

/** Drops a language that is no tag, or stands for one that was not stated. */
function finishLanguage(element: Dict, unsaidLanguage: string | undefined): void {
  const given = element.get("Lang");
  const language = languageOf(given);
  if (given !== null && (language === undefined || language === unsaidLanguage)) {
    element.delete("Lang");
  }
}

const isHeading = (element: Dict): boolean => /^H[1-6]$/.test(element.name("S") ?? "");

function pageOf(figure: Dict, pages: readonly Page[], { bounds }: CosDocument): number | undefined {
  const dicts = [figure, ...belowElement(figure, bounds).elements].flatMap((element) => element.dict("Pg") ?? []);
  const page = pages.find(({ dict }) => dict === dicts[0]);
  return page === undefined ? undefined : page.index + 1;
}
