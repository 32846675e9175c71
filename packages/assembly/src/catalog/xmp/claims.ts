import type { XmpPacket, XmpProperty } from "@quire/xmp";
import type { Assembly } from "../../assembly.ts";
import type { SourceDocument } from "../../source-document.ts";

const PDFA = "http://www.aiim.org/pdfa/ns/id/";
const PDFX_OF_INFORMATION = "http://ns.adobe.com/pdfx/1.3/";
const CLAIMING_NAMESPACES = new Set([
  PDFA,
  "http://www.aiim.org/pdfua/ns/id/",
  "http://www.aiim.org/pdfe/ns/id/",
  "http://www.npes.org/pdfx/ns/id/",
  "http://www.npes.org/pdfvt/ns/id/",
  "http://pdfa.org/declarations/",
]);

/** Returns whether the property says that the document conforms to PDF/A, PDF/UA, PDF/X or the like. */
export const isClaim = ({ namespace, name }: XmpProperty): boolean =>
  CLAIMING_NAMESPACES.has(namespace) ||
  // These are the claims of the information dictionary of PDF/X-1 to X-3. The rest of that namespace are its other
  // entries.
  (namespace === PDFX_OF_INFORMATION && name.startsWith("GTS_PDFX"));

/**
 * Returns which claims of the first document hold for the new one: those that all documents make, when all are whole.
 * PDF/A also needs the same output intents in all; PDF/A-1 and PDF/X-1 to X-3 do not have object streams, which are
 * written.
 */
export function sharedClaims(
  { excerpts, catalog }: Assembly,
  packetOf: (source: SourceDocument) => XmpPacket | undefined,
): (property: XmpProperty) => boolean {
  if (!excerpts.every(({ isWhole }) => isWhole)) {
    return () => false;
  }
  const packets = excerpts.map(({ source }) => packetOf(source));
  const hasIntents =
    catalog.has("OutputIntents") || !excerpts.some(({ source }) => source.document.catalog.has("OutputIntents"));
  const holds = (namespace: string) => {
    const [claims, ...others] = packets.map((packet) => claimsOf(packet, namespace));
    const isPossible =
      namespace !== PDFX_OF_INFORMATION && (namespace !== PDFA || (hasIntents && !claims?.includes("part=1")));
    return isPossible && others.every((other) => other.join("\n") === claims?.join("\n"));
  };
  const held = new Map<string, boolean>();
  return ({ namespace }) => {
    const known = held.get(namespace) ?? holds(namespace);
    held.set(namespace, known);
    return known;
  };
}

function claimsOf(packet: XmpPacket | undefined, namespace: string): readonly string[] {
  const claims = (packet?.properties ?? []).filter((property) => property.namespace === namespace);
  return claims.map(({ name, content }) => `${name}=${content.trim()}`).toSorted();
}
