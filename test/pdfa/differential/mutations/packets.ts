import { CosString, Stream } from "@quire/cos";
import type { Dice } from "../../../fuzz/dice.ts";
import { type PlainFile } from "../plain-file.ts";
import { type Mutation, someDictionary } from "./mutation.ts";

type Change = readonly [string, (text: string, dice: Dice) => string];

const PROPERTIES = [
  '<dc:title xmlns:dc="http://purl.org/dc/elements/1.1/">plain</dc:title>',
  '<dc:title xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Alt><rdf:li xml:lang="x-default">a</rdf:li></rdf:Alt></dc:title>',
  '<dc:title xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Alt><rdf:li>a</rdf:li></rdf:Alt></dc:title>',
  '<dc:creator xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Seq><rdf:li>a</rdf:li><rdf:li>b</rdf:li></rdf:Seq></dc:creator>',
  '<dc:creator xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Bag><rdf:li>a</rdf:li></rdf:Bag></dc:creator>',
  '<dc:creator xmlns:dc="http://purl.org/dc/elements/1.1/">a</dc:creator>',
  '<dc:date xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Seq><rdf:li>2020-13-01</rdf:li></rdf:Seq></dc:date>',
  '<dc:format xmlns:dc="http://purl.org/dc/elements/1.1/">application/pdf</dc:format>',
  '<dc:unknown xmlns:dc="http://purl.org/dc/elements/1.1/">a</dc:unknown>',
  '<dc:subject xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Bag/></dc:subject>',
  '<xmp:CreateDate xmlns:xmp="http://ns.adobe.com/xap/1.0/">2020-01-01T00:00:00Z</xmp:CreateDate>',
  '<xmp:CreateDate xmlns:xmp="http://ns.adobe.com/xap/1.0/">yesterday</xmp:CreateDate>',
  '<xmp:ModifyDate xmlns:xmp="http://ns.adobe.com/xap/1.0/">2020</xmp:ModifyDate>',
  '<xmp:Rating xmlns:xmp="http://ns.adobe.com/xap/1.0/">3</xmp:Rating>',
  '<xmp:Rating xmlns:xmp="http://ns.adobe.com/xap/1.0/">three</xmp:Rating>',
  '<xmp:Label xmlns:xmp="http://ns.adobe.com/xap/1.0/">a</xmp:Label>',
  '<xmp:Thumbnails xmlns:xmp="http://ns.adobe.com/xap/1.0/"><rdf:Alt><rdf:li rdf:parseType="Resource"><g:width xmlns:g="http://ns.adobe.com/xap/1.0/g/img/">1</g:width></rdf:li></rdf:Alt></xmp:Thumbnails>',
  '<xmpMM:DocumentID xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/">uuid:1</xmpMM:DocumentID>',
  '<xmpMM:History xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"><rdf:Seq><rdf:li rdf:parseType="Resource"><e:action xmlns:e="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#">saved</e:action></rdf:li></rdf:Seq></xmpMM:History>',
  '<xmpMM:History xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"><rdf:Seq><rdf:li rdf:parseType="Resource"><e:other xmlns:e="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#">saved</e:other></rdf:li></rdf:Seq></xmpMM:History>',
  '<xmpRights:Marked xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/">True</xmpRights:Marked>',
  '<xmpRights:Marked xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/">yes</xmpRights:Marked>',
  '<xmpTPg:NPages xmlns:xmpTPg="http://ns.adobe.com/xap/1.0/t/pg/">1</xmpTPg:NPages>',
  '<pdf:Producer xmlns:pdf="http://ns.adobe.com/pdf/1.3/">x</pdf:Producer>',
  '<pdf:Keywords xmlns:pdf="http://ns.adobe.com/pdf/1.3/">x</pdf:Keywords>',
  '<pdf:Trapped xmlns:pdf="http://ns.adobe.com/pdf/1.3/">True</pdf:Trapped>',
  '<pdf:PDFVersion xmlns:pdf="http://ns.adobe.com/pdf/1.3/">1.4</pdf:PDFVersion>',
  '<photoshop:Urgency xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/">9</photoshop:Urgency>',
  '<tiff:Orientation xmlns:tiff="http://ns.adobe.com/tiff/1.0/">1</tiff:Orientation>',
  '<tiff:Orientation xmlns:tiff="http://ns.adobe.com/tiff/1.0/">11</tiff:Orientation>',
  '<exif:FNumber xmlns:exif="http://ns.adobe.com/exif/1.0/">8/1</exif:FNumber>',
  '<exif:FNumber xmlns:exif="http://ns.adobe.com/exif/1.0/">eight</exif:FNumber>',
  '<own:thing xmlns:own="http://example.com/own/">x</own:thing>',
  '<pdfaid:amd xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">2005</pdfaid:amd>',
  '<pdfaid:corr xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">1</pdfaid:corr>',
  '<pdfaid:other xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">1</pdfaid:other>',
  '<pdfuaid:part xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">1</pdfuaid:part>',
] as const;

const SCHEMA =
  '<pdfaExtension:schemas xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#" xmlns:pdfaType="http://www.aiim.org/pdfa/ns/type#" xmlns:pdfaField="http://www.aiim.org/pdfa/ns/field#"><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Own</pdfaSchema:schema><pdfaSchema:namespaceURI>http://example.com/own/</pdfaSchema:namespaceURI><pdfaSchema:prefix>own</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>thing</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category><pdfaProperty:description>A thing</pdfaProperty:description></rdf:li></rdf:Seq></pdfaSchema:property><pdfaSchema:valueType><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaType:type>OwnType</pdfaType:type><pdfaType:namespaceURI>http://example.com/type/</pdfaType:namespaceURI><pdfaType:prefix>ot</pdfaType:prefix><pdfaType:description>A type</pdfaType:description><pdfaType:field><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaField:name>f</pdfaField:name><pdfaField:valueType>Text</pdfaField:valueType><pdfaField:description>A field</pdfaField:description></rdf:li></rdf:Seq></pdfaType:field></rdf:li></rdf:Seq></pdfaSchema:valueType></rdf:li></rdf:Bag></pdfaExtension:schemas><own:thing xmlns:own="http://example.com/own/">x</own:thing>';

const SCHEMA_CHANGES: readonly Change[] = [
  ["as it is", (text) => text],
  [
    "another type",
    (text, dice) =>
      text.replace(
        "valueType>Text<",
        `valueType>${dice.pick(["Integer", "Unknown", "bag Text", "Bag Text", "seq OwnType", "OwnType", "Lang Alt", "Boolean", "closed Choice of Text", "Open Choice", "Date", "URI", "MIMEType", "XPath", "Rational", "ProperName", "Dimensions", ""])}<`,
      ),
  ],
  [
    "another category",
    (text, dice) => text.replace(">internal<", `>${dice.pick(["external", "Internal", "other", ""])}<`),
  ],
  [
    "an element missing",
    (text, dice) =>
      text.replace(
        dice.pick([
          /<pdfaSchema:schema>.*?<\/pdfaSchema:schema>/,
          /<pdfaSchema:prefix>.*?<\/pdfaSchema:prefix>/,
          /<pdfaSchema:namespaceURI>.*?<\/pdfaSchema:namespaceURI>/,
          /<pdfaProperty:name>.*?<\/pdfaProperty:name>/,
          /<pdfaProperty:valueType>.*?<\/pdfaProperty:valueType>/,
          /<pdfaProperty:category>.*?<\/pdfaProperty:category>/,
          /<pdfaProperty:description>.*?<\/pdfaProperty:description>/,
          /<pdfaType:type>.*?<\/pdfaType:type>/,
          /<pdfaType:description>.*?<\/pdfaType:description>/,
          /<pdfaField:name>.*?<\/pdfaField:name>/,
          /<pdfaField:valueType>.*?<\/pdfaField:valueType>/,
          /<pdfaField:description>.*?<\/pdfaField:description>/,
          /<pdfaType:namespaceURI>.*?<\/pdfaType:namespaceURI>/,
          /<pdfaType:prefix>.*?<\/pdfaType:prefix>/,
        ]),
        "",
      ),
  ],
  [
    "another prefix",
    (text, dice) => {
      const prefix = dice.pick(["pdfaSchema", "pdfaProperty", "pdfaType", "pdfaField", "pdfaExtension"]);
      return text.replaceAll(`${prefix}:`, "other:").replaceAll(`xmlns:${prefix}=`, "xmlns:other=");
    },
  ],
  ["Seq for Bag", (text) => text.replaceAll("rdf:Bag", "rdf:Seq")],
  ["Bag for Seq", (text) => text.replaceAll("rdf:Seq", "rdf:Bag")],
  [
    "an element more",
    (text, dice) =>
      text.replace(
        dice.pick(["<pdfaSchema:prefix>", "<pdfaProperty:name>", "<pdfaType:prefix>", "<pdfaField:name>"]),
        "<pdfaSchema:more>x</pdfaSchema:more>$&",
      ),
  ],
  ["another value", (text) => text.replace(">x</own:thing>", "><rdf:Bag><rdf:li>x</rdf:li></rdf:Bag></own:thing>")],
  ["another property", (text) => text.replaceAll("own:thing", "own:other")],
  ["another namespace", (text) => text.replace(">http://example.com/own/<", ">http://example.com/Own<")],
  [
    "plain text in place of a structure",
    (text) =>
      text.replace(
        /<pdfaSchema:valueType>.*<\/pdfaSchema:valueType>/,
        "<pdfaSchema:valueType>x</pdfaSchema:valueType>",
      ),
  ],
];

const CHANGES: readonly Change[] = [
  ["a property added", (text, dice) => withProperty(text, dice.pick(PROPERTIES))],
  ["a property added", (text, dice) => withProperty(text, dice.pick(PROPERTIES))],
  ["a property added", (text, dice) => withProperty(text, dice.pick(PROPERTIES))],
  [
    "a property's name changed",
    (text, dice) =>
      changedAt(text, dice, /<(\w+:\w+)>([^<]*)<\/\1>/g, (_, name, value) => `<${name}X>${value}</${name}X>`),
  ],
  ["a property removed", (text, dice) => changedAt(text, dice, /<(\w+:\w+)>([^<]*)<\/\1>/g, () => "")],
  ["a property twice", (text, dice) => changedAt(text, dice, /<(\w+:\w+)>([^<]*)<\/\1>/g, (all) => `${all}${all}`)],
  [
    "a value changed",
    (text, dice) =>
      changedAt(
        text,
        dice,
        /<(\w+:\w+)>([^<]*)<\/\1>/g,
        (_, name) => `<${name}>${dice.pick(["", "other", "9", "2020-01-01", " 2 ", "B", "true"])}</${name}>`,
      ),
  ],
  [
    "a value in a bag",
    (text, dice) =>
      changedAt(
        text,
        dice,
        /<(\w+:\w+)>([^<]*)<\/\1>/g,
        (_, name, value) => `<${name}><rdf:Bag><rdf:li>${value}</rdf:li></rdf:Bag></${name}>`,
      ),
  ],
  [
    "a prefix changed",
    (text, dice) => {
      const prefix = dice.pick(["pdfaid", "dc", "xmp", "pdf", "xmpMM", "rdf"]);
      return text.replaceAll(new RegExp(`\\b${prefix}:`, "g"), "other:");
    },
  ],
  [
    "a namespace changed",
    (text, dice) => changedAt(text, dice, /xmlns:\w+="([^"]*)"/g, (all) => all.replace(/.$/, 'x"')),
  ],
  [
    "Bag, Seq or Alt changed",
    (text, dice) => {
      const [from, to] = dice.pick([
        ["Bag", "Seq"],
        ["Seq", "Bag"],
        ["Alt", "Bag"],
        ["Alt", "Seq"],
      ] as const);
      return text.replaceAll(`rdf:${from}`, `rdf:${to}`);
    },
  ],
  [
    "a language changed",
    (text, dice) => text.replace(/xml:lang="[^"]*"/, dice.pick(["", 'xml:lang="de"', 'xml:lang="x y"'])),
  ],
  [
    "an attribute of the header",
    (text, dice) =>
      text.replace(/<\?xpacket begin[^>]*\?>/, (all) =>
        all.replace("?>", dice.pick([' bytes="100"?>', ' encoding="UTF-8"?>', " ?>", ' x="y"?>'])),
      ),
  ],
  ["no header", (text) => text.replace(/<\?xpacket begin[^>]*\?>/, "")],
  ["no end", (text) => text.replace(/<\?xpacket end[^>]*\?>/, "")],
  ["another wrapper", (text) => text.replaceAll("x:xmpmeta", "x:xapmeta")],
  ["no wrapper", (text) => text.replaceAll(/<\/?x:xmpmeta[^>]*>/g, "")],
  [
    "malformed XML",
    (text, dice) =>
      dice.pick([
        text.replace("</rdf:RDF>", ""),
        text.replace("<rdf:RDF", "<rdf:RDF a"),
        text.replace("</rdf:Description>", "&</rdf:Description>"),
        text.replace("rdf:about", "about"),
      ]),
  ],
  ["trailing NUL", (text) => `${text}\0\0`],
  ["leading space", (text) => `  ${text}`],
  [
    "UTF-16",
    (text) =>
      Buffer.from(`\ufeff${Buffer.from(text, "latin1").toString("utf8")}`, "utf16le")
        .swap16()
        .toString("latin1"),
  ],
  ["bytes that are no UTF-8", (text) => text.replace(/<\/rdf:Description>/, "<!-- \xff\xfe --></rdf:Description>")],
  ["a comment", (text) => text.replace("<rdf:Description", "<!-- x --><rdf:Description")],
  ["about changed", (text, dice) => text.replace(/rdf:about="[^"]*"/, dice.pick(['rdf:about="x"', "", 'about=""']))],
  [
    "a second description",
    (text) =>
      text.replace(
        "</rdf:RDF>",
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="x" dc:other="y"/></rdf:RDF>',
      ),
  ],
  [
    "a nil byte in a value",
    (text, dice) =>
      changedAt(text, dice, /<(\w+:\w+)>([^<]*)<\/\1>/g, (_, name, value) => `<${name}>${value}&#0;</${name}>`),
  ],
];

/** The mutations of XMP packets, and of the document information beside them. */
export const PACKET_MUTATIONS: readonly Mutation[] = [
  { kind: "XMP", apply: (file, dice) => withPacket(file, dice, dice.pick(CHANGES)) },
  {
    kind: "extension schema",
    apply(file, dice) {
      const [said, change] = dice.pick(SCHEMA_CHANGES);
      const schema = change(SCHEMA, dice);
      return withPacket(file, dice, [`an extension schema, ${said}`, (text) => withProperty(text, schema)]);
    },
  },
  {
    kind: "information",
    apply(file, dice) {
      const dict = file.trailer.dict("Info");
      const keys = [...(dict?.entries.keys() ?? [])];
      if (dict === undefined || keys.length === 0) {
        return undefined;
      }
      const key = dice.pick(keys);
      const text = Buffer.from(dict.bytes(key) ?? []).toString("latin1");
      const [said, other] = dice.pick<readonly [string, string]>([
        ["NUL after it", `${text}\0`],
        ["space after it", `${text} `],
        ["in UTF-16", `\xfe\xff${text.replaceAll(/[^]/g, "\0$&")}`],
        ["another", `${text}x`],
        ["empty", ""],
        ["without its end", text.slice(0, -3)],
        ["with another zone", text.replace(/[Z+-].*$/, "+05'00'")],
        ["in UTF-8", `\xef\xbb\xbf${text}`],
      ]);
      dict.set(key, new CosString(Buffer.from(other, "latin1")));
      return `/${key} of Info ${said}`;
    },
  },
];

function withPacket(file: PlainFile, dice: Dice, [said, change]: Change): string | undefined {
  // The catalog's packet more often than those of pages and images.
  const main = file.catalog.stream("Metadata");
  const found = dice.chance(0.9) ? main : someDictionary(file, dice, ({ role }) => role === "metadata")?.stream;
  const text = found && file.textOf(found);
  if (!(found instanceof Stream) || text === undefined) {
    return undefined;
  }
  const changed = change(text, dice);
  file.setText(found, changed);
  return changed === text ? undefined : said;
}

const withProperty = (text: string, property: string): string =>
  text.replace(/<\/rdf:RDF>/, `<rdf:Description rdf:about="">${property}</rdf:Description></rdf:RDF>`);

function changedAt(text: string, dice: Dice, pattern: RegExp, change: (...groups: string[]) => string): string {
  const matches = [...text.matchAll(pattern)];
  if (matches.length === 0) {
    return text;
  }
  const match = dice.pick(matches);
  return text.slice(0, match.index) + change(...match) + text.slice(match.index + match[0].length);
}
