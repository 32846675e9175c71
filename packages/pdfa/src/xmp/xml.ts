import type { Bounds } from "@quire/cos";
import { SaxesParser } from "saxes";

/** A name with its namespace; `prefix` is as written, empty for none. */
export interface XmlName {
  readonly uri: string;
  readonly local: string;
  readonly prefix: string;
}

export interface XmlAttribute extends XmlName {
  readonly value: string;
}

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

const MAX_DEPTH = 200;
const MAX_ELEMENTS = 200_000;
const XMLNS = "http://www.w3.org/2000/xmlns/";

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
  const parser = new SaxesParser({ xmlns: true, position: false });
  const open: OpenElement[] = [];
  let root: XmlElement | undefined;
  let count = 0;
  parser.on("error", (error) => {
    throw new XmpError(error.message.slice(0, 120));
  });
  parser.on("doctype", () => {
    throw new XmpError("a document type declaration");
  });
  parser.on("opentag", ({ uri, local, prefix, attributes }) => {
    bounds.step();
    count += 1;
    if (open.length >= MAX_DEPTH || count > MAX_ELEMENTS) {
      throw new XmpError("too many elements, or too deeply nested ones");
    }
    const element = { uri, local, prefix, attributes: namedAttributes(attributes), children: [], text: "" };
    root ??= element;
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const addText = (data: string) => {
    const element = open.at(-1);
    if (element !== undefined) {
      element.text += data;
    }
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    open.pop();
  });
  parser.write(text).close();
  return root;
}

function namedAttributes(attributes: Readonly<Record<string, XmlAttribute>>): readonly XmlAttribute[] {
  return Object.values(attributes)
    .filter(({ uri }) => uri !== XMLNS)
    .map(({ uri, local, prefix, value }) => ({ uri, local, prefix, value }));
}
