import { type Bounds, CosString, type CosValue, Dict, decodeTextString, resolve, Stream } from "@quire/cos";
import type { ContentText } from "../content/content-text.ts";
import { elementOf, kidsOf } from "./elements.ts";

/** Marked content that belongs to a structure element or to one below it. */
interface ContentItem {
  /** The dictionary of the page or form that the content is in. */
  readonly owner: Dict | undefined;
  readonly mcid: number;
}

/** What is below a structure element, in order: its elements and their content. */
export interface Below {
  readonly elements: readonly Dict[];
  readonly items: readonly ContentItem[];
}

/** Returns what is below an element. */
export function belowElement(element: Dict, bounds: Bounds): Below {
  const elements: Dict[] = [];
  const items: ContentItem[] = [];
  walk(element, bounds, {
    enter: (dict) => elements.push(dict),
    item: (item) => items.push(item),
  });
  return { elements, items };
}

/** The longest text of an element that is made, in UTF-16 units. */
const MAX_TEXT = 1000;

/**
 * Returns the text of an element, with the alternative texts of what is below it in their places (ISO 32000-2, 14.9.3);
 * white space is one space.
 */
export function textOfElement(element: Dict, content: ContentText, bounds: Bounds): string {
  const pieces: string[] = [];
  walk(element, bounds, {
    enter(dict) {
      const text = alternativeOf(dict);
      if (text === "") {
        return true;
      }
      pieces.push(text);
      return false;
    },
    item: ({ owner, mcid }) => pieces.push(content.textOf(owner, mcid)),
  });
  // Each piece is on a line, or in an element, of its own.
  return pieces.join(" ").replaceAll(/\s+/g, " ").trim().slice(0, MAX_TEXT).toWellFormed();
}

/** Returns what an element gives in place of its content: Alt, or ActualText; an empty text when it gives none. */
export function alternativeOf(element: Dict): string {
  const [text] = [element.get("Alt"), element.get("ActualText")].filter((value) => value instanceof CosString);
  return text === undefined ? "" : decodeTextString(text.bytes).trim();
}

interface Visitor {
  /** Returns false when what is below the element is left out. */
  enter(element: Dict): unknown;
  item(item: ContentItem): unknown;
}

function walk(element: Dict, bounds: Bounds, visitor: Visitor): void {
  const seen = new Set<Dict>([element]);
  const ahead: { readonly kid: CosValue; readonly parent: Dict }[] = [];
  const push = (parent: Dict): void => {
    const kids = kidsOf(parent, bounds);
    for (let index = kids.length - 1; index >= 0; index--) {
      ahead.push({ kid: kids[index] ?? null, parent });
    }
  };
  push(element);
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    bounds.step();
    const { kid, parent } = next;
    const below = elementOf(kid);
    if (below === undefined) {
      const item = itemOf(resolve(kid), parent);
      if (item !== undefined) {
        visitor.item(item);
      }
    } else if (!seen.has(below)) {
      seen.add(below);
      if (visitor.enter(below) !== false) {
        push(below);
      }
    }
  }
}

function itemOf(kid: CosValue, parent: Dict): ContentItem | undefined {
  if (typeof kid === "number") {
    return { owner: parent.dict("Pg"), mcid: kid };
  }
  if (!(kid instanceof Dict)) {
    return undefined;
  }
  const mcid = kid.integer("MCID");
  const stream = kid.get("Stm");
  const owner = stream instanceof Stream ? stream.dict : (kid.dict("Pg") ?? parent.dict("Pg"));
  return mcid === undefined ? undefined : { owner, mcid };
}
