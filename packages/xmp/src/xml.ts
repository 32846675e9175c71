import type { Bounds } from "@quire/cos";

export interface XmlAttribute {
  /** Empty when it has no prefix. */
  readonly namespace: string;
  readonly name: string;
  /** In its quotation marks, entities as they are written. */
  readonly value: string;
  /** With the white-space before it. */
  readonly start: number;
  readonly end: number;
}

export interface ElementStart {
  readonly namespace: string;
  readonly prefix: string;
  readonly name: string;
  /** Those that declare namespaces are left out. */
  readonly attributes: readonly XmlAttribute[];
  /** Of the start tag. */
  readonly start: number;
  /** The end of the start tag. */
  readonly contentStart: number;
}

export interface XmlHandler {
  start(element: ElementStart): void;
  /** The place of the end tag; empty for an element that has none. */
  end(tagStart: number, tagEnd: number): void;
}

const MAX_DEPTH = 200;
const MAX_NAMESPACES = 500;
const XMLNS = "http://www.w3.org/2000/xmlns/";
const XML = "http://www.w3.org/XML/1998/namespace";

/**
 * Tells the elements of an XML document in their order. Document type declarations, and with them entities of its own, are
 * refused; text is not looked at.
 * @returns false as soon as something is not well-formed
 */
export function readXml(text: string, handler: XmlHandler, bounds: Bounds): boolean {
  const reader = new XmlReader(text, handler);
  while (reader.isGoingOn) {
    bounds.step();
    reader.next();
  }
  return reader.isComplete;
}

interface OpenElement {
  readonly qualifiedName: string;
  readonly namespaces: ReadonlyMap<string, string>;
}

const QUALIFIED_NAME = /[\p{L}_][\p{L}\p{M}\p{N}_.-]*(?::[\p{L}_][\p{L}\p{M}\p{N}_.-]*)?/uy;
const ATTRIBUTE = /\s+([\p{L}_][\p{L}\p{M}\p{N}_.-]*(?::[\p{L}_][\p{L}\p{M}\p{N}_.-]*)?)\s*=\s*("[^"<]*"|'[^'<]*')/uy;
const TAG_END = /\s*(\/?)>/y;
/** What begins with these ends with those, and holds no element. */
const SKIPPED = [
  ["<!--", "-->"],
  ["<?", "?>"],
  ["<![CDATA[", "]]>"],
] as const;

class XmlReader {
  readonly #text: string;
  readonly #handler: XmlHandler;
  readonly #open: OpenElement[] = [];
  #position = 0;
  #isWrong = false;

  constructor(text: string, handler: XmlHandler) {
    this.#text = text;
    this.#handler = handler;
  }

  get isGoingOn(): boolean {
    return !this.#isWrong && this.#position < this.#text.length;
  }

  get isComplete(): boolean {
    return !this.#isWrong && this.#open.length === 0;
  }

  /** Reads the next tag, or passes over what is none. */
  next(): void {
    const start = this.#text.indexOf("<", this.#position);
    if (start < 0) {
      this.#position = this.#text.length;
      return;
    }
    const skipped = SKIPPED.find(([begin]) => this.#text.startsWith(begin, start));
    if (skipped !== undefined) {
      const [begin, endMark] = skipped;
      const end = this.#text.indexOf(endMark, start + begin.length);
      this.#isWrong = end < 0;
      this.#position = end + endMark.length;
    } else if (this.#text.startsWith("</", start)) {
      this.#endTag(start);
    } else {
      this.#startTag(start);
    }
  }

  #endTag(start: number): void {
    const name = this.#match(QUALIFIED_NAME, start + 2);
    const end = name && this.#match(TAG_END, this.#position);
    const element = this.#open.pop();
    if (!end || end[1] !== "" || element === undefined || element.qualifiedName !== name[0]) {
      this.#isWrong = true;
      return;
    }
    this.#handler.end(start, this.#position);
  }

  #startTag(start: number): void {
    const name = this.#match(QUALIFIED_NAME, start + 1);
    const written: [name: string, value: string, start: number, end: number][] = [];
    for (let at = this.#position, found = name && this.#match(ATTRIBUTE, at); found; ) {
      written.push([found[1] ?? "", found[2] ?? "", at, this.#position]);
      at = this.#position;
      found = this.#match(ATTRIBUTE, at);
    }
    const end = name && this.#match(TAG_END, this.#position);
    if (!end || this.#open.length >= MAX_DEPTH) {
      this.#isWrong = true;
      return;
    }
    const namespaces = this.#namespacesWith(written);
    const [qualifiedName] = name;
    const attributes = written.flatMap(([attribute, value, from, to]) => {
      const { prefix, local } = partsOf(attribute);
      const namespace = prefix === "" ? "" : namespaces.get(prefix);
      this.#isWrong ||= namespace === undefined;
      const isDeclaration = namespace === XMLNS || attribute === "xmlns";
      return isDeclaration ? [] : [{ namespace: namespace ?? "", name: local, value, start: from, end: to }];
    });
    const { prefix, local } = partsOf(qualifiedName);
    const namespace = namespaces.get(prefix);
    this.#isWrong ||= namespace === undefined;
    if (this.#isWrong) {
      return;
    }
    const contentStart = this.#position;
    this.#handler.start({ namespace: namespace ?? "", prefix, name: local, attributes, start, contentStart });
    if (end[1] === "/") {
      this.#handler.end(contentStart, contentStart);
    } else {
      this.#open.push({ qualifiedName, namespaces });
    }
  }

  #namespacesWith(written: readonly (readonly [string, string, number, number])[]): ReadonlyMap<string, string> {
    const above = this.#open.at(-1)?.namespaces ?? PREDEFINED;
    const declared = written.filter(([name]) => name === "xmlns" || name.startsWith("xmlns:"));
    if (declared.length === 0) {
      return above;
    }
    const namespaces = new Map(above);
    for (const [name, value] of declared) {
      namespaces.set(name.slice("xmlns:".length), value.slice(1, -1));
    }
    // They are copied with every element that declares one.
    this.#isWrong ||= namespaces.size > MAX_NAMESPACES;
    return namespaces;
  }

  /** Moves on to behind what is found. */
  #match(expression: RegExp, position: number): RegExpExecArray | undefined {
    expression.lastIndex = position;
    const found = expression.exec(this.#text);
    if (found === null) {
      return undefined;
    }
    this.#position = expression.lastIndex;
    return found;
  }
}

/** The default namespace has the empty prefix. */
const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ["", ""],
  ["xml", XML],
  ["xmlns", XMLNS],
]);

function partsOf(qualifiedName: string): { readonly prefix: string; readonly local: string } {
  const colon = qualifiedName.indexOf(":");
  return { prefix: qualifiedName.slice(0, Math.max(0, colon)), local: qualifiedName.slice(colon + 1) };
}
