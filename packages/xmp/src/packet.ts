import type { Bounds } from "@quire/cos";
import { readXml, type XmlAttribute, XmlError, type XmlHandler, type XmlStartTag } from "./xml.ts";

/** A property that the packet describes, as an element or as an attribute. */
export interface XmpProperty {
  readonly namespace: string;
  readonly name: string;
  /** The content as it is written in the packet: the text of a simple property, the elements of others. */
  readonly content: string;
  /** The text of a simple property, of an array that of its first item that has one; references are resolved. */
  readonly text: string;
  /** The range in the packet's text: from `start`, inclusive, to `end`, exclusive. */
  readonly start: number;
  readonly end: number;
}

/** An XMP packet (ISO 16684-1) whose properties can be taken out and added to; all else stays as it is. */
export interface XmpPacket {
  readonly properties: readonly XmpProperty[];
  /** The prefix of the namespace of RDF, with its colon; none when it is the default one. */
  readonly rdf: string;
  /** The resource that the packet describes: the value of rdf:about, in quotation marks. */
  readonly about: string;
  /**
   * Returns the text without the properties for which `isDropped` returns true, and with `added`, elements of rdf:RDF.
   */
  edited(isDropped: (property: XmpProperty) => boolean, added: string): string;
}

const RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
/** The depth, within rdf:RDF, of a property that is an element: it lies in an element that describes the resource. */
const PROPERTY_DEPTH = 3;
const NAMELESS = new Set([RDF, "http://www.w3.org/XML/1998/namespace", ""]);

/** Reads an XMP packet; returns undefined for bytes that are not a well-formed packet in UTF-8 with one rdf:RDF. */
export function readPacket(bytes: Uint8Array, bounds: Bounds): XmpPacket | undefined {
  const text = textOf(bytes);
  if (text === undefined) {
    return undefined;
  }
  const reader = new PacketReader(text);
  try {
    readXml(text, reader, bounds);
  } catch (error) {
    if (error instanceof XmlError) {
      return undefined;
    }
    throw error;
  }
  return reader.packet;
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // TextDecoder throws a TypeError for what is no UTF-8, and nothing else.
    return undefined;
  }
}

interface OpenElement {
  readonly tag: XmlStartTag;
  text: string;
  /** The text of the first item of its array. */
  item?: string;
}

class PacketReader implements XmlHandler {
  readonly #text: string;
  readonly #properties: XmpProperty[] = [];
  readonly #open: OpenElement[] = [];
  /** The number of open elements within rdf:RDF, itself included; 0 outside of it. */
  #depthInRdf = 0;
  #rdf: string | undefined;
  #rdfEnd = -1;
  #about: string | undefined;
  #isAmbiguous = false;

  constructor(text: string) {
    this.#text = text;
  }

  get packet(): XmpPacket | undefined {
    const rdf = this.#rdf;
    // An attribute of no prefix has no namespace: rdf:about cannot be written where RDF is the default one.
    if (rdf === undefined || rdf === "" || this.#rdfEnd < 0 || this.#isAmbiguous) {
      return undefined;
    }
    const properties = this.#properties;
    return {
      properties,
      rdf,
      about: this.#about ?? '""',
      edited: (isDropped, added) => {
        const kept: string[] = [];
        let position = 0;
        for (const { start, end } of properties.filter(isDropped).toSorted((one, other) => one.start - other.start)) {
          kept.push(this.#text.slice(position, start));
          position = end;
        }
        kept.push(this.#text.slice(position, this.#rdfEnd), added, this.#text.slice(this.#rdfEnd));
        return kept.join("");
      },
    };
  }

  start(tag: XmlStartTag): void {
    this.#open.push({ tag, text: "" });
    if (this.#depthInRdf > 0) {
      this.#depthInRdf++;
      this.#addAttributes(tag);
    } else if (tag.uri === RDF && tag.local === "RDF") {
      this.#isAmbiguous ||= this.#rdf !== undefined;
      this.#rdf = tag.prefix === "" ? "" : `${tag.prefix}:`;
      this.#depthInRdf = 1;
    }
  }

  text(data: string): void {
    const element = this.#open.at(-1);
    if (element !== undefined && this.#depthInRdf >= PROPERTY_DEPTH) {
      element.text += data;
    }
  }

  end(tagStart: number, tagEnd: number): void {
    const element = this.#open.pop();
    if (element === undefined || this.#depthInRdf === 0) {
      return;
    }
    const { tag, text } = element;
    if (this.#depthInRdf === 1 && tagStart < tagEnd) {
      this.#rdfEnd = tagStart;
    } else if (this.#depthInRdf === PROPERTY_DEPTH) {
      const content = this.#text.slice(tag.end, tagStart);
      const property = { namespace: tag.uri, name: tag.local, content, text: element.item ?? text };
      this.#properties.push({ ...property, start: tag.start, end: tagEnd });
    } else if (this.#depthInRdf === PROPERTY_DEPTH + 2 && tag.uri === RDF && tag.local === "li") {
      // The array, and the property that it is the value of.
      const property = this.#open.at(-2);
      if (property !== undefined && text !== "") {
        property.item ??= text;
      }
    }
    this.#depthInRdf--;
  }

  /** Records the simple properties that are attributes of the element that describes the resource. */
  #addAttributes({ attributes }: XmlStartTag): void {
    if (this.#depthInRdf !== PROPERTY_DEPTH - 1) {
      return;
    }
    for (const attribute of attributes) {
      const { uri: namespace, local: name, value: text, start, end } = attribute;
      const written = this.#written(attribute);
      if (namespace === RDF && name === "about") {
        this.#about ??= written;
      }
      if (!NAMELESS.has(namespace)) {
        this.#properties.push({ namespace, name, content: written.slice(1, -1), text, start, end });
      }
    }
  }

  /** Returns the value of an attribute as it is written, with its quotation marks. */
  #written({ start, end }: XmlAttribute): string {
    const attribute = this.#text.slice(start, end);
    return attribute.slice(attribute.indexOf("=") + 1).trimStart();
  }
}
