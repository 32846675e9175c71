import { expect, test } from "vitest";
import type { Flavour } from "../flavours.ts";
import { brokenRules, buildPdf } from "../testing/pdf-builder.ts";
import { xmpExtensions } from "./xmp-extensions.ts";

const PREFIXES = { Extension: "extension/", Schema: "schema#", Property: "property#", Type: "type#", Field: "field#" };
const DECLARATIONS = Object.entries(PREFIXES)
  .map(([name, end]) => `xmlns:pdfa${name}="http://www.aiim.org/pdfa/ns/${end}"`)
  .join(" ");

const GOOD = `
<pdfaExtension:schemas ${DECLARATIONS}><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Machines</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://example.org/machines/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>m</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
  <pdfaProperty:name>Number</pdfaProperty:name>
  <pdfaProperty:valueType>Bag ArticleNumber</pdfaProperty:valueType>
  <pdfaProperty:category>external</pdfaProperty:category>
  <pdfaProperty:description>Its numbers</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
<pdfaSchema:valueType><rdf:Seq><rdf:li rdf:parseType="Resource">
  <pdfaType:type>ArticleNumber</pdfaType:type>
  <pdfaType:namespaceURI>http://example.org/number/</pdfaType:namespaceURI>
  <pdfaType:prefix>n</pdfaType:prefix>
  <pdfaType:description>A number</pdfaType:description>
  <pdfaType:field><rdf:Seq><rdf:li rdf:parseType="Resource">
    <pdfaField:name>Text</pdfaField:name>
    <pdfaField:valueType>Text</pdfaField:valueType>
    <pdfaField:description>As text</pdfaField:description>
  </rdf:li></rdf:Seq></pdfaType:field>
</rdf:li></rdf:Seq></pdfaSchema:valueType>
</rdf:li></rdf:Bag></pdfaExtension:schemas>`;

const broken = (xmpProperties: string, flavour: Flavour = "2b") =>
  brokenRules(buildPdf({}, { flavour, xmpProperties }), { flavour, groups: [xmpExtensions] });

/** Removes the element of that name with its contents. */
const without = (name: string) => GOOD.replace(new RegExp(`<${name}>[^]*</${name}>`), "");

test("a description that is complete", () => {
  expect(broken(GOOD)).toEqual([]);
  expect(broken(GOOD, "1b")).toEqual([]);
  expect(broken("")).toEqual([]);
});

test.each([
  ["pdfaSchema:schema", "extension-schema-schema"],
  ["pdfaSchema:namespaceURI", "extension-schema-namespace-uri"],
  ["pdfaSchema:prefix", "extension-schema-prefix"],
  ["pdfaProperty:name", "extension-property-name"],
  ["pdfaProperty:valueType", "extension-property-value-type"],
  ["pdfaProperty:category", "extension-property-category"],
  ["pdfaProperty:description", "extension-property-description"],
  ["pdfaType:namespaceURI", "extension-value-type-namespace-uri"],
  ["pdfaType:prefix", "extension-value-type-prefix"],
  ["pdfaType:description", "extension-value-type-description"],
  ["pdfaField:name", "extension-field-name"],
  ["pdfaField:valueType", "extension-field-value-type"],
  ["pdfaField:description", "extension-field-description"],
])("without %s", (name, key) => {
  expect(broken(without(name), "1b")).toContain(key);
  expect(broken(without(name))).toContain(key);
});

test("the name of a type that nothing else describes", () => {
  expect(broken(without("pdfaType:type"))).toEqual(["extension-property-value-type", "extension-value-type-type"]);
});

test("what may be left out differs between the parts", () => {
  expect(broken(without("pdfaSchema:property"), "1b")).toEqual([]);
  expect(broken(without("pdfaSchema:property"))).toEqual([]);
  expect(broken(without("pdfaType:field"), "1b")).toEqual([]);
  expect(broken(without("pdfaType:field"))).toEqual(["extension-value-type-field"]);
  const plain = without("pdfaSchema:valueType").replace("Bag ArticleNumber", "Text");
  expect(broken(plain, "1b")).toEqual([]);
  expect(broken(plain)).toEqual([]);
});

test.each<[what: string, properties: string, keys: readonly string[]]>([
  [
    "a container in a Seq",
    GOOD.replace("<rdf:Bag>", "<rdf:Seq>").replace("</rdf:Bag>", "</rdf:Seq>"),
    ["extension-container"],
  ],
  ["a container with another prefix", GOOD.replaceAll("pdfaExtension", "extension"), ["extension-container"]],
  [
    "a field that is not defined",
    GOOD.replace("<pdfaType:type>", "<pdfaType:note>a</pdfaType:note><pdfaType:type>"),
    ["extension-unknown-field"],
  ],
  ["another category", GOOD.replace(">external<", ">other<"), ["extension-property-category"]],
  ["a type that nothing defines", GOOD.replace("Bag ArticleNumber", "Serial"), ["extension-property-value-type"]],
  [
    "another prefix of fields",
    GOOD.replaceAll("pdfaField:", "f:").replace("xmlns:pdfaField", "xmlns:f"),
    ["extension-field-description", "extension-field-name", "extension-field-value-type"],
  ],
  [
    "properties in a Bag",
    GOOD.replace("<pdfaSchema:property><rdf:Seq>", "<pdfaSchema:property><rdf:Bag>").replace(
      "</rdf:Seq></pdfaSchema:property>",
      "</rdf:Bag></pdfaSchema:property>",
    ),
    ["extension-schema-property"],
  ],
  [
    "another prefix of the value types",
    GOOD.replace(DECLARATIONS, `${DECLARATIONS} xmlns:s="http://www.aiim.org/pdfa/ns/schema#"`).replaceAll(
      "pdfaSchema:valueType",
      "s:valueType",
    ),
    ["extension-schema-value-type"],
  ],
])("%s", (_, properties, keys) => {
  expect(broken(properties)).toEqual(keys);
});

test("the numbers go on from rule to rule", () => {
  expect(xmpExtensions.rules.map(({ ids }) => ids["1"])).toEqual(
    Array.from({ length: 19 }, (_, index) => `6.7.8-${index + 1}`),
  );
  expect(xmpExtensions.rules.at(-1)?.ids["3"]).toBe("6.6.2.3.3-18");
});
