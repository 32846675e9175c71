import type { Bounds } from "@quire/cos";
import { readXml, type XmlAttribute, XmlError, type XmlName, type XmlStartTag } from "@quire/xmp";

export type { XmlAttribute, XmlName };

export interface XmlElement extends XmlName {
  /** The attributes, without declarations of namespaces. */
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlElement[];
  /** All character data between its tags, except that of its children. */
  readonly text: string;
}

/** Says why something is no XMP, in a few words. */
export class XmpError extends Error {
  override readonly name = "XmpError";
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

/**
 * Reads XML 1.0 with namespaces. Document type declarations are refused, and with them all entities except XML's own
 * five: XMP has no use for them (ISO 16684-1, 7.1).
 * @returns the root element; undefined where there is none
 * @throws XmpError when the text is not well-formed, or has too many elements or too deep ones
 */
export function parseXml(text: string, bounds: Bounds): XmlElement | undefined {
  const open: OpenElement[] = [];
  let root: XmlElement | undefined;
  const builder = {
    start({ uri, local, prefix, attributes }: XmlStartTag) {
      const element = { uri, local, prefix, attributes, children: [], text: "" };
      root ??= element;
      open.at(-1)?.children.push(element);
      open.push(element);
    },
    text(data: string) {
      const element = open.at(-1);
      if (element !== undefined) {
        element.text += data;
      }
    },
    end: () => void open.pop(),
  };
  try {
    readXml(text, builder, bounds);
  } catch (error) {
    throw error instanceof XmlError ? new XmpError(error.message) : error;
  }
  return root;
}
