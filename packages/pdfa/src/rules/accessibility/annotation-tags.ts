import { type Dict, decodeTextString, rectangleOf } from "@quire/cos";
import { type Annotation, AnnotationFlag } from "../../document/annotation.ts";
import { taggedStructure } from "../../structure/tagged-structure.ts";
import type { Validation } from "../../validation.ts";

export const FLAG = AnnotationFlag;

/** The structure element of an annotation, and the texts that describe it. */
interface AnnotationTags {
  readonly element: Dict | undefined;
  /** The element's structure type as it is written; undefined where there is none. */
  readonly type: string | undefined;
  /** The element's standard type. */
  readonly role: string | undefined;
  /** Whether it has an element with a type that is no artifact. */
  readonly isReal: boolean;
  /** Whether Alt of the element is not empty. */
  readonly hasAlt: boolean;
  readonly alt: string | undefined;
  readonly contents: string | undefined;
}

/** Returns how an annotation is tagged. */
export function tagsOf({ dict }: Pick<Annotation, "dict">, validation: Validation): AnnotationTags {
  const structure = validation.shared(taggedStructure);
  const element = structure.elementOfObject(dict);
  const type = element?.name("S");
  const alt = element && textIn(element, "Alt");
  return {
    element,
    type,
    role: element && structure.elementOf(element).role,
    isReal: element !== undefined && type !== undefined && !structure.isArtifact(element),
    hasAlt: alt !== undefined && alt !== "",
    alt,
    contents: textIn(dict, "Contents"),
  };
}

/** Returns the text of a string entry; undefined where there is none. */
export function textIn(dict: Dict, key: string): string | undefined {
  const bytes = dict.bytes(key);
  return bytes && decodeTextString(bytes);
}

/** Returns whether an annotation is hidden, or outside the crop box, so that PDF/UA-1 makes no demands on it (7.18.1). */
export function isExempt({ dict, page }: Annotation): boolean {
  if (((dict.integer("F") ?? 0) & FLAG.hidden) !== 0) {
    return true;
  }
  const box = rectangleOf(dict.get("Rect"));
  const { left, bottom, right, top } = page.cropBox;
  return box !== undefined && (bottom >= box.top || left >= box.right || top <= box.bottom || right <= box.left);
}

/** The markup annotations of ISO 32000-2, table 171, besides Sound, which PDF/UA-2 forbids. */
const MARKUP: ReadonlySet<string> = new Set(
  (
    "Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Caret Stamp Ink " +
    "FileAttachment Redact"
  ).split(" "),
);

export const isMarkup = ({ subtype }: Annotation): boolean => MARKUP.has(subtype);
