import { type Bounds, CosString, Dict, decodeTextString, encodeTextString, Name, type Page, resolve } from "@quire/cos";
import type { ContentText } from "../content/content-text.ts";
import { textOfElement } from "./element-content.ts";
import { type ElementMaker, setKids } from "./element-kids.ts";
import { kidsOf, type StructureElement } from "./elements.ts";

/**
 * Makes links of the elements that annotations of links belong to and that are none (ISO 14289-1, 7.18.5): HTML can give a
 * link another role. Elements that mean something have the link in them.
 */
export function nameLinks(elements: readonly StructureElement[], maker: ElementMaker, bounds: Bounds): void {
  for (const { dict, ref } of elements) {
    const type = dict.name("S") ?? "";
    if (type === "Link" || ref === undefined || !annotationsOf(dict, bounds).some(isLink)) {
      continue;
    }
    if (MEANINGLESS.has(type)) {
      dict.set("S", new Name("Link"));
    } else {
      setKids(dict, [maker.around(kidsOf(dict, bounds), "Link", { dict, ref }).ref]);
    }
  }
}

const MEANINGLESS = new Set(["NonStruct", "Span", "Reference"]);
const isLink = (annotation: Dict): boolean => annotation.name("Subtype") === "Link";

/**
 * Describes the annotations of links by the texts of the links (ISO 14289-1, 7.18.5), and those of links without text by
 * where they lead.
 */
export function describeLinks(
  elements: readonly StructureElement[],
  pages: readonly Page[],
  content: ContentText,
  bounds: Bounds,
): void {
  for (const { dict } of elements) {
    bounds.step();
    const annotations = dict.name("S") === "Link" ? annotationsOf(dict, bounds) : [];
    if (annotations.length > 0) {
      const text = textOfElement(dict, content, bounds);
      annotations.forEach((annotation) => describe(annotation, text));
    }
  }
  for (const { dict } of pages) {
    for (const value of dict.array("Annots") ?? []) {
      bounds.step();
      const annotation = resolve(value);
      if (annotation instanceof Dict && annotation.name("Subtype") === "Link") {
        describe(annotation, destinationOf(annotation));
      }
    }
  }
}

/** Returns the annotations that the element refers to (ISO 32000-2, 14.7.5.3). */
function annotationsOf(element: Dict, bounds: Bounds): Dict[] {
  const annotations: Dict[] = [];
  for (const kid of kidsOf(element, bounds)) {
    const reference = resolve(kid);
    const object = reference instanceof Dict ? reference.get("Obj") : null;
    if (object instanceof Dict) {
      annotations.push(object);
    }
  }
  return annotations;
}

function describe(annotation: Dict, text: string): void {
  const before = annotation.bytes("Contents");
  if (text !== "" && (before === undefined || before.length === 0)) {
    annotation.set("Contents", new CosString(encodeTextString(text)));
  }
}

const MAX_DESTINATION = 1000;

function destinationOf(annotation: Dict): string {
  const action = annotation.dict("A");
  const uri = action?.bytes("URI");
  const named = annotation.bytes("Dest") ?? action?.bytes("D");
  const text = uri === undefined ? decodeTextString(named ?? new Uint8Array(0)) : Buffer.from(uri).toString("utf8");
  const name = annotation.name("Dest") ?? "";
  return (text === "" ? name : text).slice(0, MAX_DESTINATION).toWellFormed().trim() || "link";
}
