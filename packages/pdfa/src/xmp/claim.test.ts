import { CosDocument } from "@quire/cos";
import { expect, test } from "vitest";
import { buildPdf, xmpPacket } from "../testing/pdf-builder.ts";
import { readClaim } from "./claim.ts";

const claimIn = (xmp: string | Uint8Array | null) => readClaim(CosDocument.open(buildPdf({}, { xmp })));

test.each([
  ["1a", { part: "1", conformance: "A", flavour: "1a" }],
  ["2u", { part: "2", conformance: "U", flavour: "2u" }],
  ["4", { part: "4", conformance: null, flavour: "4" }],
  ["4f", { part: "4", conformance: "F", flavour: "4f" }],
] as const)("a packet of %s", (flavour, expected) => {
  expect(claimIn(xmpPacket(flavour))).toEqual(expected);
});

const packet = xmpPacket("2b");

test.each([
  ["a level in lower case", packet.replace(">B<", ">b<"), { part: "2", conformance: "B", flavour: "2b" }],
  ["no level", packet.replace(/<pdfaid:conformance.*/, ""), { part: "2", conformance: null, flavour: "2b" }],
  ["a level that part 4 lacks", xmpPacket("4", "<pdfaid:conformance>B</pdfaid:conformance>"), { flavour: "4" }],
  ["a part that there is not", packet.replace(">2<", ">7<"), { part: "7", conformance: "B", flavour: null }],
  ["another prefix", packet.replaceAll("pdfaid", "id"), { flavour: "2b" }],
  ["UTF-16", Buffer.from(Buffer.from(packet, "latin1").toString("utf8"), "utf16le"), { flavour: "2b" }],
  ["XML that is not well-formed", packet.replace("</rdf:RDF>", ""), { flavour: "2b" }],
  ["attributes of XML that is not", "<a <pdfaid:part = ' 2'pdfaid:conformance='b'>", { flavour: "2b" }],
])("read all the same: %s", (_, xmp, expected) => {
  expect(claimIn(xmp)).toMatchObject(expected);
});

test.each([
  ["no packet", null],
  ["another namespace", packet.replace("/pdfa/ns/id/", "/pdfa/")],
  ["no part", packet.replace(/<pdfaid:part.*/, "")],
  ["no number", packet.replace(">2<", ">two<")],
  ["no XMP", "not XML"],
  ["faults without end", `${"&".repeat(2000)}<pdfaid:part>2</pdfaid:part>`],
])("nothing is claimed: %s", (_, xmp) => {
  expect(claimIn(xmp)).toBeNull();
});
