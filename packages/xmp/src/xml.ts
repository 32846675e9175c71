import type { Bounds } from "@quire/cos";
import { type SaxesAttributeNS, SaxesParser } from "saxes";

/** A name with its namespace; `uri` is empty for none, and so is `prefix`, which is the one that is written. */
export interface XmlName {
  readonly uri: string;
  readonly local: string;
  readonly prefix: string;
}

export interface XmlAttribute extends XmlName {
  readonly value: string;
  /** Offsets in the text: from the white-space before the name, up to but not including what follows the value. */
  readonly start: number;
  readonly end: number;
}

export interface XmlStartTag extends XmlName {
  /** All but those that declare namespaces, in their order. */
  readonly attributes: readonly XmlAttribute[];
  /** Offsets in the text: of its `<`, and of what follows its `>`. */
  readonly start: number;
  readonly end: number;
}

export interface XmlHandler {
  start(tag: XmlStartTag): void;
  /** Receives character data, that of CDATA sections included, with its references resolved. */
  text(data: string): void;
  /** Receives the offsets of an end tag. They are the same where an element has none, as in `<a/>`. */
  end(start: number, end: number): void;
}

/** The error for a text that is not read as XML, with the reason in a few words. */
export class XmlError extends Error {
  override readonly name = "XmlError";
}

const MAX_DEPTH = 200;
const MAX_ELEMENTS = 200_000;
/** The number of characters that are read before the bounds are checked, should there be no tag. */
const PIECE_CHARACTERS = 2 ** 18;
const XMLNS = "http://www.w3.org/2000/xmlns/";

/**
 * Reads XML 1.0 with namespaces and calls `handler` for each tag and text, in their order. Document type declarations
 * are refused, and with them all entities except XML's own five: XMP has no use for them (ISO 16684-1, 7.1).
 * @throws XmlError for what is not well-formed, or too large or too deep
 */
export function readXml(text: string, handler: XmlHandler, bounds: Bounds): void {
  const parser = new SaxesParser({ xmlns: true, position: false });
  let places: AttributePlace[] = [];
  let start = 0;
  let end = 0;
  let depth = 0;
  let count = 0;
  parser.on("error", (error) => {
    throw new XmlError(error.message.slice(0, 120));
  });
  parser.on("doctype", () => {
    throw new XmlError("a document type declaration");
  });
  parser.on("opentagstart", ({ name }) => {
    start = text.lastIndexOf("<", parser.position - 1);
    end = start + 1 + name.length;
    places = [];
  });
  parser.on("attribute", ({ name }) => {
    places.push({ name, start: end, end: parser.position });
    end = parser.position;
  });
  parser.on("opentag", ({ uri, local, prefix, attributes }) => {
    bounds.step();
    depth += 1;
    count += 1;
    if (depth > MAX_DEPTH || count > MAX_ELEMENTS) {
      throw new XmlError("too many elements, or too deeply nested ones");
    }
    handler.start({ uri, local, prefix, attributes: placed(attributes, places), start, end: parser.position });
  });
  parser.on("text", (data) => handler.text(data));
  parser.on("cdata", (data) => handler.text(data));
  parser.on("closetag", ({ isSelfClosing }) => {
    depth -= 1;
    const { position } = parser;
    handler.end(isSelfClosing ? position : text.lastIndexOf("<", position - 1), position);
  });
  for (let offset = 0; offset < text.length; offset += PIECE_CHARACTERS) {
    bounds.look();
    parser.write(text.slice(offset, offset + PIECE_CHARACTERS));
  }
  parser.close();
}

interface AttributePlace {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

function placed(
  attributes: Readonly<Record<string, SaxesAttributeNS>>,
  places: readonly AttributePlace[],
): readonly XmlAttribute[] {
  return places.flatMap(({ name, start, end }) => {
    const attribute = attributes[name];
    if (attribute === undefined || attribute.uri === XMLNS) {
      return [];
    }
    const { uri, local, prefix, value } = attribute;
    return [{ uri, local, prefix, value, start, end }];
  });
}
