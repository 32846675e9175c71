import { type CosDocument, type Dict, type Page, Ref } from "@quire/cos";
import type { ContentText } from "../../content/content-text.ts";
import { containElements } from "../contain.ts";
import { ContentParents } from "../content-parents.ts";
import { ElementMaker } from "../element-kids.ts";
import { elementsOf, kidsOf } from "../elements.ts";
import { completeTables } from "../tables.ts";
import { leadToElements } from "./destinations.ts";
import { numberLists } from "./lists.ts";
import { nameSpaces } from "./namespaces.ts";

/** Gives a structure that keeps part 1 of PDF/UA what part 2 asks for (ISO 14289-2, 8.2 and 8.8). */
export function conformToPart2(
  root: Dict,
  document: CosDocument,
  { pages, content }: { readonly pages: readonly Page[]; readonly content: ContentText },
): void {
  const { bounds } = document;
  const parents = new ContentParents(root, bounds);
  containElements(root, document, { maker: new ElementMaker(document, parents), part: 2 });
  const elements = elementsOf(root, bounds);
  completeTables(elements, document);
  numberLists(elements, content, bounds);
  nameSpaces(root, elements, document);
  const [whole] = kidsOf(root, bounds);
  if (whole instanceof Ref) {
    leadToElements({ document, pages, content, parents, whole });
  }
  parents.write(document);
}
