import { type XmlAttribute, type XmlElement, type XmlName, XmpError } from "./xml.ts";

/** A value of the XMP data model (ISO 16684-1, 6.3). */
export type XmpValue =
  | { readonly kind: "simple"; readonly text: string; readonly isUri: boolean }
  | { readonly kind: "structure"; readonly fields: readonly XmpProperty[] }
  | { readonly kind: "array"; readonly form: ArrayForm; readonly items: readonly XmpItem[] };
type ArrayForm = (typeof ARRAY_FORMS)[number];
const ARRAY_FORMS = ["Bag", "Seq", "Alt"] as const;

/** A value with its language. */
export interface XmpItem {
  readonly value: XmpValue;
  /** The value's xml:lang. */
  readonly language: string | undefined;
}

/** A property, or a field of a structure. */
export interface XmpProperty extends XmlName, XmpItem {}

const RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const XML = "http://www.w3.org/XML/1998/namespace";

/**
 * Returns the properties that an XMP packet states, from RDF/XML as far as XMP uses it (ISO 16684-1, 7; XMP
 * Specification 2004 and 2005, "Serializing XMP"). Qualifiers other than xml:lang are ignored.
 * @throws XmpError for RDF that is no XMP
 */
export function readRdf(root: XmlElement): readonly XmpProperty[] {
  const rdf = findRdf(root);
  if (rdf === undefined) {
    return [];
  }
  const properties: XmpProperty[] = [];
  let about = "";
  for (const description of rdf.children) {
    if (!is(description, "Description")) {
      throw new XmpError(`${written(description)} in rdf:RDF, which has rdf:Description elements only`);
    }
    const subject = description.attributes.find(isAbout)?.value;
    // 7.4: all of them are about the same resource, which any of them may leave open.
    if (subject !== undefined && subject !== "") {
      if (about !== "" && subject !== about) {
        throw new XmpError(`rdf:about "${subject}" after rdf:about "${about}"`);
      }
      about = subject;
    }
    properties.push(...propertiesOf(description));
  }
  return unique(properties);
}

/** Returns the first rdf:RDF element; x:xmpmeta and other elements around it may be absent (7.3.3). */
function findRdf(element: XmlElement): XmlElement | undefined {
  if (is(element, "RDF")) {
    return element;
  }
  for (const child of element.children) {
    const found = findRdf(child);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** Returns the properties of a node element (7.4, 7.9.2.2): property attributes and property elements. */
function propertiesOf(node: XmlElement): XmpProperty[] {
  checkNoText(node);
  const properties: XmpProperty[] = [];
  for (const attribute of node.attributes) {
    if (isAbout(attribute) || isIn(attribute, ["ID", "nodeID"]) || isLanguage(attribute)) {
      continue;
    }
    properties.push({ ...nameOf(attribute), value: simple(attribute.value), language: undefined });
  }
  for (const child of node.children) {
    properties.push({ ...nameOf(child), ...itemOf(child) });
  }
  return properties;
}

/** Returns the value of a property element (7.5 to 7.9), or of an rdf:li. */
function itemOf(element: XmlElement): XmpItem {
  const language = element.attributes.find(isLanguage)?.value;
  const attributes = element.attributes.filter((attribute) => !isLanguage(attribute) && !isIn(attribute, ["ID"]));
  const parseType = attributes.find((attribute) => isIn(attribute, ["parseType"]))?.value;
  if (parseType !== undefined) {
    if (parseType !== "Resource") {
      throw new XmpError(`rdf:parseType "${parseType}" of ${written(element)}`);
    }
    const others = attributes.filter((attribute) => !isIn(attribute, ["parseType"]));
    return withLanguage(structure(propertiesOf({ ...element, attributes: others })), language);
  }
  const properties = attributes.filter((attribute) => !isIn(attribute, ["datatype"]));
  if (properties.length > 0) {
    return withLanguage(emptyElementValue(element, properties), language);
  }
  if (element.children.length === 0) {
    return { value: simple(element.text), language };
  }
  return withLanguage(nodeValue(element), language);
}

/** Returns the value of a property element that has it in its attributes (7.9.2.4). */
function emptyElementValue(element: XmlElement, attributes: readonly XmlAttribute[]): XmpItem {
  if (element.children.length > 0 || element.text.trim() !== "") {
    throw new XmpError(`attributes of ${written(element)}, which is not empty`);
  }
  const resource = attributes.find((attribute) => isIn(attribute, ["resource"]));
  const value = attributes.find((attribute) => isIn(attribute, ["value"]));
  if (resource !== undefined || value !== undefined) {
    const text = (resource ?? value)?.value ?? "";
    return { value: { kind: "simple", text, isUri: resource !== undefined }, language: undefined };
  }
  return structure(propertiesOf({ ...element, attributes, text: "" }));
}

/**
 * Returns the value of a property element that has a node element: an array, a structure, or a value with qualifiers.
 */
function nodeValue(element: XmlElement): XmpItem {
  const [node, ...others] = element.children;
  if (node === undefined || others.length > 0) {
    throw new XmpError(`${element.children.length} elements as the value of ${written(element)}`);
  }
  checkNoText(element);
  const form = ARRAY_FORMS.find((name) => is(node, name));
  if (form !== undefined) {
    return { value: { kind: "array", form, items: itemsOf(node) }, language: undefined };
  }
  return structure(propertiesOf(node));
}

function itemsOf(array: XmlElement): XmpItem[] {
  checkNoText(array);
  return array.children.map((child) => {
    // RDF makes items of all property elements that a container has.
    if (!is(child, "li")) {
      nameOf(child);
    }
    return itemOf(child);
  });
}

/**
 * Makes a structure; where one of the fields is rdf:value, returns that value, whose qualifiers the others are (7.8).
 */
function structure(properties: readonly XmpProperty[]): XmpItem {
  const qualified = properties.find((property) => is(property, "value"));
  if (qualified !== undefined) {
    return { value: qualified.value, language: qualified.language };
  }
  const fields = properties.filter((property) => !is(property, "type"));
  return { value: { kind: "structure", fields: unique(fields) }, language: undefined };
}

const withLanguage = (item: XmpItem, language: string | undefined): XmpItem => ({
  value: item.value,
  language: language ?? item.language,
});

const simple = (text: string): XmpValue => ({ kind: "simple", text, isUri: false });

/**
 * Checks that the names of properties, or of the fields of a structure, are unique (6.1).
 * @throws XmpError when they are not
 */
function unique(properties: readonly XmpProperty[]): readonly XmpProperty[] {
  const names = new Set<string>();
  for (const { uri, local, prefix } of properties) {
    const name = `${uri} ${local}`;
    if (names.has(name)) {
      throw new XmpError(`${prefix}:${local} more than once`);
    }
    names.add(name);
  }
  return properties;
}

/** The names that RDF/XML has for syntax (RDF 1.1 XML Syntax, 5.1), which are no properties. */
const SYNTAX_NAMES: ReadonlySet<string> = new Set([
  "RDF",
  "ID",
  "about",
  "parseType",
  "resource",
  "nodeID",
  "datatype",
  "Description",
  "li",
  "aboutEach",
  "aboutEachPrefix",
  "bagID",
]);

/**
 * Returns the name of a property. It has a namespace (6.1), and is none of those that RDF/XML has for its syntax.
 * @throws XmpError for any other name
 */
function nameOf(name: XmlName): XmlName {
  const { uri, local, prefix } = name;
  if (uri === "") {
    throw new XmpError(`${local} without a namespace`);
  }
  if (uri === RDF && SYNTAX_NAMES.has(local)) {
    throw new XmpError(`${written(name)} as a property`);
  }
  return { uri, local, prefix };
}

function checkNoText(element: XmlElement): void {
  const text = element.text.trim();
  if (text !== "") {
    throw new XmpError(`text "${text.slice(0, 40)}" in ${written(element)}`);
  }
}

const is = (name: XmlName, local: string) => name.uri === RDF && name.local === local;
const isIn = (name: XmlName, locals: readonly string[]) => name.uri === RDF && locals.includes(name.local);
const isLanguage = (name: XmlName) => name.uri === XML && name.local === "lang";
/** Returns whether an attribute is rdf:about; early writers left the prefix out (RDF/XML of 1999). */
const isAbout = (name: XmlName) => (name.uri === RDF || name.uri === "") && name.local === "about";
const written = ({ prefix, local }: XmlName) => (prefix === "" ? local : `${prefix}:${local}`);
