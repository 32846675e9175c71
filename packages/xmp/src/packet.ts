import type { Bounds } from "@quire/cos";
import { type ElementStart, readXml } from "./xml.ts";

/** A property that the packet describes, as an element or as an attribute. */
export interface XmpProperty {
  readonly namespace: string;
  readonly name: string;
  /** As it stands there: the text of a simple property, the elements of others. */
  readonly content: string;
  /** Where it stands in the packet: from, up to but not including. */
  readonly start: number;
  readonly end: number;
}

/** An XMP packet (ISO 16684-1) whose properties can be taken out and added to; all else stays as it is. */
export interface XmpPacket {
  readonly properties: readonly XmpProperty[];
  /** The prefix of the namespace of RDF, with its colon; none when it is the default one. */
  readonly rdf: string;
  /** What it describes: the value of rdf:about, in quotation marks. */
  readonly about: string;
  /** The text without the properties that are dropped, and with `added`, elements of rdf:RDF. */
  edited(isDropped: (property: XmpProperty) => boolean, added: string): string;
}

const RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const NAMELESS = new Set([RDF, "http://www.w3.org/XML/1998/namespace", ""]);

/** Undefined for what is no well-formed packet in UTF-8 with one rdf:RDF. */
export function readPacket(bytes: Uint8Array, bounds: Bounds): XmpPacket | undefined {
  const text = textOf(bytes);
  const reader = new PacketReader(text ?? "");
  return text !== undefined && readXml(text, reader, bounds) ? reader.packet : undefined;
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // TextDecoder throws a TypeError for what is no UTF-8, and nothing else.
    return undefined;
  }
}

class PacketReader {
  readonly #text: string;
  readonly #properties: XmpProperty[] = [];
  readonly #open: ElementStart[] = [];
  /** How many elements are open within rdf:RDF, itself included; 0 outside of it. */
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

  start(element: ElementStart): void {
    this.#open.push(element);
    if (this.#depthInRdf > 0) {
      this.#depthInRdf++;
      this.#addAttributes(element);
    } else if (element.namespace === RDF && element.name === "RDF") {
      this.#isAmbiguous ||= this.#rdf !== undefined;
      this.#rdf = element.prefix === "" ? "" : `${element.prefix}:`;
      this.#depthInRdf = 1;
    }
  }

  end(tagStart: number, tagEnd: number): void {
    const element = this.#open.pop();
    if (element === undefined || this.#depthInRdf === 0) {
      return;
    }
    if (this.#depthInRdf === 1 && tagStart < tagEnd) {
      this.#rdfEnd = tagStart;
    } else if (this.#depthInRdf === 3) {
      const { namespace, name, start, contentStart } = element;
      const content = this.#text.slice(contentStart, tagStart);
      this.#properties.push({ namespace, name, content, start, end: tagEnd });
    }
    this.#depthInRdf--;
  }

  /** Simple properties may be attributes of the element that describes something. */
  #addAttributes({ attributes }: ElementStart): void {
    if (this.#depthInRdf !== 2) {
      return;
    }
    for (const { namespace, name, value, start, end } of attributes) {
      if (namespace === RDF && name === "about") {
        this.#about ??= value;
      }
      if (!NAMELESS.has(namespace)) {
        this.#properties.push({ namespace, name, content: value.slice(1, -1), start, end });
      }
    }
  }
}
