import { type Bounds, CosString, Dict, encodeTextString, Name } from "@quire/cos";
import type { ContentText } from "../content/content-text.ts";
import { alternativeOf, type Below, belowElement, textOfElement } from "./element-content.ts";
import { elementOf, kidsOf, type StructureElement } from "./elements.ts";

/** The types that hold parts of a picture: what has any other type below it is no picture. */
const WITHIN_PICTURES = new Set(["NonStruct", "Span"]);

/**
 * Makes figures of pictures alone (ISO 14289-1, 7.3). Browsers also write Figure for HTML's figure, which groups a picture
 * or anything else with its caption: that becomes a Div. A picture without alternative text in one has its caption for it.
 * @returns the figures that have no alternative text
 */
export function finishFigures(elements: readonly StructureElement[], content: ContentText, bounds: Bounds): Dict[] {
  const missing: Dict[] = [];
  const captioned = new Map<Dict, string>();
  for (const { dict } of elements) {
    bounds.step();
    if (dict.name("S") !== "Figure" || alternativeOf(dict) !== "") {
      continue;
    }
    const below = belowElement(dict, bounds);
    if (isGroup(below, content)) {
      dict.set("S", new Name("Div"));
      const caption = captionOf(dict, content, bounds);
      const figures = below.elements.filter((element) => element.name("S") === "Figure");
      if (caption !== "" && figures.length === 1 && figures[0] !== undefined) {
        captioned.set(figures[0], caption);
      }
      continue;
    }
    const caption = captioned.get(dict);
    if (caption === undefined) {
      missing.push(dict);
    } else {
      dict.set("Alt", new CosString(encodeTextString(caption)));
    }
  }
  return missing;
}

const MAX_MARK = 200;

/** Takes the alternative texts away that only say which picture has none; returns what they say. */
export function takeMarks(
  elements: readonly StructureElement[],
  mark: string | undefined,
  bounds: Bounds,
): ReadonlyMap<Dict, string> {
  const marked = new Map<Dict, string>();
  for (const { dict } of mark === undefined ? [] : elements) {
    bounds.step();
    const text = alternativeOf(dict);
    if (mark !== undefined && text.startsWith(mark)) {
      dict.delete("Alt");
      marked.set(dict, text.slice(mark.length).slice(0, MAX_MARK).toWellFormed());
    }
  }
  return marked;
}

/** Returns whether a figure is a group of elements, or nothing but text. */
function isGroup({ elements, items }: Below, content: ContentText): boolean {
  return (
    elements.some((element) => !WITHIN_PICTURES.has(element.name("S") ?? "")) ||
    (items.some(({ owner, mcid }) => content.textOf(owner, mcid).trim() !== "") &&
      !items.some(({ owner, mcid }) => content.hasPainting(owner, mcid)))
  );
}

function captionOf(group: Dict, content: ContentText, bounds: Bounds): string {
  const captions = kidsOf(group, bounds).flatMap((kid) => elementOf(kid) ?? []);
  const caption = captions.find((element) => element.name("S") === "Caption");
  return caption === undefined ? "" : textOfElement(caption, content, bounds);
}
