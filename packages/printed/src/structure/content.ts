import { type Bounds, type CosValue, type Dict, Ref, resolve } from "@quire/cos";
import { elementOf, kidsOf, type StructureElement } from "./elements.ts";

/** The types of elements that contain only lines of text (ISO 32000-2, 14.8.4). */
const HOLDS_LINES = new Set("P H H1 H2 H3 H4 H5 H6 Lbl Link Span Em Strong Code Quote RB RT RP".split(" "));

/** The types of elements that contain either text or blocks: one child among several in them may be a block. */
const HOLDS_BLOCKS = new Set("TH TD LBody Caption NonStruct".split(" "));

/** The entries of an element that carries no meaning besides its content. */
const MEANINGLESS = new Set(["Type", "S", "P", "Pg", "K"]);

/**
 * Moves the content of elements without meaning (NonStruct, one for each box of text, half of all elements) up into
 * their parents. An element that may be a block among others is kept.
 * @returns by object number, the elements whose content was moved, and the elements that hold it now
 */
export function takeUpContent(elements: readonly StructureElement[], bounds: Bounds): ReadonlyMap<number, Ref> {
  const taken = new Map<number, Ref>();
  // Parents come before their children, so no element is looked at again once its content has been moved.
  for (const { dict, ref } of elements) {
    bounds.step();
    if (ref !== undefined && !taken.has(ref.number) && mayHoldContent(dict, bounds)) {
      takeUpKids(dict, ref, taken, bounds);
    }
  }
  return taken;
}

function mayHoldContent(element: Dict, bounds: Bounds): boolean {
  const type = element.name("S") ?? "";
  return HOLDS_LINES.has(type) || (HOLDS_BLOCKS.has(type) && kidsOf(element, bounds).length === 1);
}

function takeUpKids(element: Dict, ref: Ref, taken: Map<number, Ref>, bounds: Bounds): void {
  const kids = kidsOf(element, bounds);
  const page = pageOfContent(element, kids);
  if (page === undefined) {
    return;
  }
  const result: CosValue[] = [];
  let isChanged = false;
  for (const kid of kids) {
    const content = kid instanceof Ref && !taken.has(kid.number) ? contentOf(kid, page, bounds) : undefined;
    if (content !== undefined && kid instanceof Ref) {
      taken.set(kid.number, ref);
      isChanged = true;
    }
    (content ?? [kid]).forEach((item) => result.push(item));
  }
  if (isChanged) {
    element.set("Pg", page);
    element.set("K", result.length === 1 && result[0] !== undefined ? result[0] : result);
  }
}

/**
 * Returns the page of the element's own content or, when it has none, of the first child whose content can be moved up.
 */
function pageOfContent(element: Dict, kids: readonly CosValue[]): Ref | undefined {
  const own = element.raw("Pg");
  if (own !== undefined || kids.some((kid) => typeof resolve(kid) === "number")) {
    return own instanceof Ref ? own : undefined;
  }
  for (const kid of kids) {
    const dict = elementOf(kid);
    const page = dict?.name("S") === "NonStruct" ? dict.raw("Pg") : undefined;
    if (page instanceof Ref) {
      return page;
    }
  }
  return undefined;
}

/**
 * Returns the marked-content numbers of an element that has nothing else, all of them on `page`; undefined for any
 * other child.
 */
function contentOf(kid: Ref, page: Ref, bounds: Bounds): readonly CosValue[] | undefined {
  const dict = elementOf(kid);
  const isEnd =
    dict?.name("S") === "NonStruct" &&
    isSame(dict.raw("Pg"), page) &&
    [...dict.keys()].every((key) => MEANINGLESS.has(key));
  // An array that is an indirect object may be shared by many elements.
  const content = isEnd && !(dict.raw("K") instanceof Ref) ? kidsOf(dict, bounds) : [];
  return content.length > 0 && content.every((item) => typeof item === "number") ? content : undefined;
}

const isSame = (value: CosValue | undefined, ref: Ref): boolean =>
  value instanceof Ref && value.number === ref.number && value.generation === ref.generation;
