import { isMetadata } from "../../xmp/packet.ts";
import { rule } from "../rule.ts";

export const documentMetadata = rule({
  key: "document-metadata",
  on: "document-metadata",
  ids: { "1": "6.7.2-1", "2": "6.6.2.1-1", "3": "6.6.2.1-1", "4": "6.7.2.1-1" },
  requirement: "The catalog has a metadata stream, of Type Metadata and Subtype XML.",
  message: "The document has no metadata stream",
  hint: "Add an XMP packet with the PDF/A identification as the catalog's Metadata: exports as PDF/A have it, and LaTeX with \\DocumentMetadata{pdfstandard=A-2b}.",
  fix: "metadata",
  conversion: "mends",
  test({ packet }) {
    if (packet === undefined) {
      return { broken: "the catalog has no Metadata stream" };
    }
    const [type, subtype] = [packet.dict.name("Type"), packet.dict.name("Subtype")];
    return isMetadata(packet) || { broken: `Type ${type ?? "missing"}, Subtype ${subtype ?? "missing"}` };
  },
});

export const noMetadataFilter = rule({
  key: "metadata-filter",
  on: "metadata-stream",
  ids: { "1": "6.7.2-2" },
  requirement: "The metadata stream of the document has no filter, so that programs that do not read PDF can find it.",
  message: "The document's metadata stream is compressed",
  hint: "Write the metadata stream without a Filter, so that programs that know no PDF can read it.",
  fix: "metadata",
  conversion: "mends",
  // An empty array is the same as no filter (ISO 32000-1, table 5).
  test: ({ dict, isOfDocument }) =>
    !isOfDocument || !dict.has("Filter") || dict.array("Filter")?.length === 0 || { broken: "Filter" },
});

export const noBytesAttribute = rule({
  key: "xpacket-bytes",
  on: "metadata-stream",
  ids: { "1": "6.7.5-1", "2": "6.6.2.1-2", "3": "6.6.2.1-2", "4": "6.7.2.1-2" },
  requirement: "The header of an XMP packet does not have the deprecated attribute bytes.",
  message: "The header of an XMP packet has the attribute bytes",
  hint: 'Remove the attribute bytes from the xpacket instruction: <?xpacket begin="…" id="W5M0MpCehiHzreSzNTczkc9d"?> is all of it.',
  fix: "metadata",
  conversion: "mends",
  test: ({ header }) => !header.has("bytes") || { broken: `bytes="${header.get("bytes")}"` },
});

export const noEncodingAttribute = rule({
  key: "xpacket-encoding",
  on: "metadata-stream",
  ids: { "1": "6.7.5-2", "2": "6.6.2.1-3", "3": "6.6.2.1-3", "4": "6.7.2.1-3" },
  requirement: "The header of an XMP packet does not have the deprecated attribute encoding.",
  message: "The header of an XMP packet has the attribute encoding",
  hint: 'Remove the attribute encoding from the xpacket instruction: <?xpacket begin="…" id="W5M0MpCehiHzreSzNTczkc9d"?> is all of it.',
  fix: "metadata",
  conversion: "mends",
  test: ({ header }) => !header.has("encoding") || { broken: `encoding="${header.get("encoding")}"` },
});

export const wellFormedPacket = rule({
  key: "xmp-well-formed",
  on: "metadata-stream",
  ids: { "1": "6.7.9-1", "2": "6.6.2.1-4", "3": "6.6.2.1-4", "4": "6.7.2.1-4" },
  requirement: "Metadata streams are well-formed XML, with RDF as the XMP specification requires it.",
  message: "A metadata stream is not well-formed XMP",
  hint: "Rewrite the packet with an XMP library: unescaped & and < in titles are the common mistake, and bytes after the last xpacket instruction.",
  fix: "metadata",
  conversion: "mends",
  test: ({ problem }) => problem === undefined || { broken: problem },
});

export const packetEncoding = rule({
  key: "xmp-encoding",
  on: "metadata-stream",
  ids: { "2": "6.6.2.1-5", "3": "6.6.2.1-5", "4": "6.7.2.1-5" },
  requirement: "XMP packets in PDF files are encoded as UTF-8.",
  message: "An XMP packet is not in UTF-8",
  hint: "Write the packet in UTF-8, which every XMP library does by default.",
  fix: "metadata",
  conversion: "mends",
  // The encoding of data that are no XML is uncertain: bytes that look like UTF-8 may as well be something else.
  test: ({ encoding, problem }) =>
    (encoding === "UTF-8" && problem === undefined) || { broken: problem === undefined ? encoding : "unknown" },
});
