import { Bounds } from "@quire/cos";
import { expect, test } from "vitest";
import { readRdf, type XmpItem, type XmpProperty } from "./rdf.ts";
import { parseXml } from "./xml.ts";

const DECLARATIONS = [
  'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"',
  ...["a", "b"].map((prefix) => `xmlns:${prefix}="http://example.org/${prefix}/"`),
].join(" ");

function read(content: string): readonly XmpProperty[] {
  const root = parseXml(`<x ${DECLARATIONS}><rdf:RDF>${content}</rdf:RDF></x>`, new Bounds());
  return root === undefined ? [] : readRdf(root);
}

const readOne = (element: string) => read(`<rdf:Description rdf:about="">${element}</rdf:Description>`);

/** Writes a value in a line: text, [Seq items], {fields}; with @ and its language. */
function written({ value, language }: XmpItem): string {
  const at = language === undefined ? "" : `@${language}`;
  switch (value.kind) {
    case "simple":
      return `${value.isUri ? "uri " : ""}${value.text}${at}`;
    case "array":
      return `[${value.form} ${value.items.map(written).join("|")}]${at}`;
    case "structure":
      return `{${value.fields.map((field) => `${field.prefix}:${field.local}=${written(field)}`).join(" ")}}${at}`;
  }
}

test.each([
  ["text", "<a:p>1</a:p>", "1"],
  ["text with a language", '<a:p xml:lang="de">eins</a:p>', "eins@de"],
  ["character references and CDATA", "<a:p>&#x31;<![CDATA[<2>]]></a:p>", "1<2>"],
  ["an empty element", "<a:p/>", ""],
  ["a resource", '<a:p rdf:resource="http://x/"/>', "uri http://x/"],
  ["rdf:value as an attribute", '<a:p rdf:value="1" b:q="2"/>', "1"],
  ["an array", "<a:p><rdf:Seq><rdf:li>1</rdf:li><rdf:li>2</rdf:li></rdf:Seq></a:p>", "[Seq 1|2]"],
  ["alternatives", '<a:p><rdf:Alt><rdf:li xml:lang="x-default">1</rdf:li></rdf:Alt></a:p>', "[Alt 1@x-default]"],
  ["a structure", '<a:p rdf:parseType="Resource"><b:q>1</b:q></a:p>', "{b:q=1}"],
  ["a structure in a node", "<a:p><rdf:Description><b:q>1</b:q></rdf:Description></a:p>", "{b:q=1}"],
  ["a structure in attributes", '<a:p b:q="1" b:r="2"/>', "{b:q=1 b:r=2}"],
  ["a typed node", "<a:p><b:Type><b:q>1</b:q></b:Type></a:p>", "{b:q=1}"],
  ["a qualified value", '<a:p rdf:parseType="Resource"><rdf:value>1</rdf:value><b:q>2</b:q></a:p>', "1"],
  [
    "an array of structures",
    '<a:p><rdf:Bag><rdf:li rdf:parseType="Resource"><b:q>1</b:q></rdf:li></rdf:Bag></a:p>',
    "[Bag {b:q=1}]",
  ],
])("%s", (_, element, expected) => {
  const [property, ...others] = readOne(element);
  expect(others).toEqual([]);
  expect(property && written(property)).toBe(expected);
  expect(property).toMatchObject({ uri: "http://example.org/a/", prefix: "a", local: "p" });
});

test("a container has items by any name", () => {
  const [property] = readOne("<a:p><rdf:Bag><rdf:_1>1</rdf:_1><a:li>2</a:li><rdf:li>3</rdf:li></rdf:Bag></a:p>");
  expect(property && written(property)).toBe("[Bag 1|2|3]");
});

const about = (subject: string, name: string) => `<rdf:Description rdf:about="${subject}" a:${name}="1"/>`;

test("a description may leave open what it is about", () => {
  expect(read(about("u", "p") + about("", "q") + about("u", "r"))).toHaveLength(3);
});

test("properties of several descriptions, in attributes and elements", () => {
  const properties = read('<rdf:Description rdf:about="" a:p="1"/><rdf:Description><b:p>2</b:p></rdf:Description>');
  expect(properties.map((property) => `${property.prefix}:${property.local}=${written(property)}`)).toEqual([
    "a:p=1",
    "b:p=2",
  ]);
});

const described = (content: string) => `<rdf:Description>${content}</rdf:Description>`;

test.each([
  ["a property twice", described("<a:p>1</a:p><a:p>2</a:p>"), /a:p more than once/],
  ["two subjects", '<rdf:Description rdf:about="u"/><rdf:Description rdf:about="v"/>', /rdf:about "v" after/],
  ["text among properties", described("text<a:p>1</a:p>"), /text "text"/],
  ["another element in rdf:RDF", "<a:p/>", /a:p in rdf:RDF/],
  ["syntax in an array", described("<a:p><rdf:Bag><rdf:ID>1</rdf:ID></rdf:Bag></a:p>"), /rdf:ID as a property/],
  ["two values", described("<a:p><rdf:Bag/><rdf:Bag/></a:p>"), /2 elements/],
  ["a literal", described('<a:p rdf:parseType="Literal">1</a:p>'), /parseType "Literal"/],
  ["attributes beside text", described('<a:p b:q="1">2</a:p>'), /attributes of a:p/],
  ["a name without a namespace", described("<p>1</p>"), /p without a namespace/],
  ["an attribute without a namespace", '<rdf:Description p="1"/>', /p without a namespace/],
  ["RDF as a property", described("<rdf:li>1</rdf:li>"), /rdf:li as a property/],
  ["a prefix that is not declared", described("<c:p>1</c:p>"), /prefix/],
  ["a tag that is not closed", "<rdf:Description>", /unexpected close tag|unclosed|mismatch/i],
  ["too deep", described("<a:p><a:q>".repeat(150) + "</a:q></a:p>".repeat(150)), /deeply/],
])("refused: %s", (_, content, message) => {
  expect(() => read(content)).toThrow(message);
});

test("document type declarations are refused, and with them entities that grow", () => {
  const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>';
  expect(() => parseXml(bomb, new Bounds())).toThrow("document type declaration");
  expect(() => parseXml("<x>&b;</x>", new Bounds())).toThrow(/entity/);
});
