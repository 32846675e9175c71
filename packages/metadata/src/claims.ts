import type { CosDocument, Dict } from "@quire/cos";
import { decodeTextString } from "@quire/cos";
import { accessibilityClaim, documentPacket, readClaim, type XmpPacket } from "@quire/pdfa/xmp";
import type { Claims } from "./options.ts";
import { shownText } from "./shown-text.ts";
import { textsOf } from "./xmp-shown.ts";

const PDFX_ID = "http://www.npes.org/pdfx/ns/id/";
const MAX_CHARACTERS = 100;

/** Returns the claims that a document's metadata make; nothing of them is checked. */
export function claimsOf(document: CosDocument): Claims {
  const packet = documentPacket(document);
  const pdfa = readClaim(document);
  const pdfx = pdfxOf(packet) ?? pdfxOfInformation(document.trailer.dict("Info"));
  return {
    pdfa: pdfa === null ? null : `PDF/A-${pdfa.part}${(pdfa.conformance ?? "").toLowerCase()}`,
    pdfua: accessibilityClaim(packet),
    pdfx: pdfx === undefined ? null : shownText(pdfx, MAX_CHARACTERS),
  };
}

/** Later parts of PDF/X claim in XMP (ISO 15930-7, 6.2.6). */
function pdfxOf(packet: XmpPacket | undefined): string | undefined {
  const property = packet?.properties.find(({ uri, local }) => uri === PDFX_ID && local === "GTS_PDFXVersion");
  return property && textsOf(property.value)[0];
}

/** The first parts of PDF/X claim in the information dictionary (ISO 15930-1, 6.12). */
function pdfxOfInformation(information: Dict | undefined): string | undefined {
  const bytes = information?.bytes("GTS_PDFXConformance") ?? information?.bytes("GTS_PDFXVersion");
  return bytes && decodeTextString(bytes);
}
