import { Bounds, type CosDocument, CosError, decodeStream, type Stream } from "@quire/cos";
import { decodePacket } from "@quire/pdfa/xmp";
import {
  ACCESSIBILITY_SCHEMA,
  accessibilityClaim,
  bagProperty,
  descriptionText,
  metadataStream,
  packetText,
  readPacket,
  simpleProperty,
  type WrittenProperty,
  XMP_NAMESPACES,
  type XmpPacket,
  type XmpProperty,
} from "@quire/xmp";
import { FIELD_PLACES, namespaceOf, PDFX_NAMESPACE } from "./field-places.ts";
import type { DocumentMetadata, MetadataChanges } from "./options.ts";
import { storable, storedValue } from "./stored-values.ts";

/** What is kept of the claims, and what a packet that is written anew has to say. */
export interface PacketChange {
  readonly changes: MetadataChanges;
  /** The metadata before the change; a packet that is written anew says all of it. */
  readonly before: DocumentMetadata;
  /** Whether the claim of PDF/UA is taken out. */
  readonly dropsAccessibility: boolean;
  /** Whether PDF/A-1 to -3 is claimed: its packets have no properties that they do not describe (ISO 19005-2, 6.6.2.3). */
  readonly knowsOnlyDescribed: boolean;
}

/**
 * Changes the packet of the document, or writes one where there is none; all else of it stays as it is written. Returns
 * whether a packet that cannot be edited had to be replaced: only the fields and claims are kept of it.
 */
export function changePacket(document: CosDocument, change: PacketChange): { readonly isReplaced: boolean } {
  const { catalog, bounds } = document;
  const stream = catalog.stream("Metadata");
  const packet = stream && editablePacket(stream, bounds);
  const text = packet === undefined ? newPacket(change) : editedPacket(packet, change);
  catalog.set("Metadata", document.add(metadataStream(text)));
  return { isReplaced: stream !== undefined && packet === undefined };
}

const MAX_BYTES = 8 * 2 ** 20;

/** Returns the packet in UTF-8, whichever encoding it has; undefined for one that is not well-formed. */
function editablePacket(stream: Stream, bounds: Bounds): XmpPacket | undefined {
  try {
    const { bytes, remaining } = decodeStream(stream, new Bounds({ maxStreamBytes: MAX_BYTES }));
    if (remaining.length > 0) {
      return undefined;
    }
    const { text } = decodePacket(bytes);
    // A declaration of another encoding would no longer be true.
    const plain = withoutFinalZeros(text).replace(/^\s*<\?xml [^?]*\?>/u, "");
    return readPacket(Buffer.from(plain), bounds);
  } catch (error) {
    if (error instanceof CosError) {
      return undefined;
    }
    throw error;
  }
}

/** Some writers end packets with zeros. */
function withoutFinalZeros(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0) {
    end -= 1;
  }
  return text.slice(0, end);
}

function editedPacket(packet: XmpPacket, change: PacketChange): string {
  const { changes } = change;
  const named = new Set(
    FIELD_PLACES.filter(({ field }) => changes.fields[field] !== undefined).map(
      (place) => `${namespaceOf(place)} ${place.name}`,
    ),
  );
  const isDropped = ({ namespace, name }: XmpProperty): boolean =>
    named.has(`${namespace} ${name}`) ||
    (namespace === XMP_NAMESPACES.dc && name === "subject" && changes.fields.keywords !== undefined) ||
    (namespace === PDFX_NAMESPACE && changes.custom[name] !== undefined) ||
    (namespace === XMP_NAMESPACES.pdfuaid && change.dropsAccessibility);
  const described = new Set(
    packet.properties.filter(({ namespace }) => namespace === PDFX_NAMESPACE).map(({ name }) => name),
  );
  const added = [...fieldProperties(changes.fields), ...customProperties(change, described)];
  const description = added.length === 0 ? "" : `${descriptionText(added, packet.about, packet.rdf)}\n`;
  return packet.edited(isDropped, description);
}

function newPacket({ changes, before, dropsAccessibility, knowsOnlyDescribed }: PacketChange): string {
  const kept = Object.fromEntries(
    FIELD_PLACES.flatMap(({ field }) => {
      const value = before.fields[field];
      return value === null ? [] : [[field, value]];
    }),
  );
  const custom = Object.fromEntries(before.custom.map(({ name, text }) => [name, text]));
  const change = { changes: { ...changes, custom: { ...custom, ...changes.custom } }, knowsOnlyDescribed };
  return packetText([
    simpleProperty("dc", "format", "application/pdf"),
    ...fieldProperties({ ...kept, ...changes.fields }),
    ...customProperties(change, new Set()),
    ...claimedAgain(before, dropsAccessibility),
  ]);
}

/** Writes the claims of a packet that could not be edited once more. */
function claimedAgain({ claims }: DocumentMetadata, dropsAccessibility: boolean): WrittenProperty[] {
  const [, part, level] = /^PDF\/A-(\d)([a-z]?)/u.exec(claims.pdfa ?? "") ?? [];
  const [, accessible] = /PDF\/UA-([12])/u.exec(claims.pdfua ?? "") ?? [];
  const pdfa =
    part === undefined
      ? []
      : [
          simpleProperty("pdfaid", "part", part),
          ...(part === "4" ? [simpleProperty("pdfaid", "rev", "2020")] : []),
          ...(level ? [simpleProperty("pdfaid", "conformance", level.toUpperCase())] : []),
        ];
  if (accessible === undefined || dropsAccessibility) {
    return pdfa;
  }
  const schema = part === undefined || part === "4" || accessible === "2" ? [] : [ACCESSIBILITY_SCHEMA];
  return [...pdfa, ...accessibilityClaim(accessible === "1" ? 1 : 2), ...schema];
}

function fieldProperties(fields: MetadataChanges["fields"]): WrittenProperty[] {
  return FIELD_PLACES.flatMap((place) => {
    const value = fields[place.field];
    const stored = value === undefined ? undefined : storedValue(place, value);
    if (stored === undefined) {
      return [];
    }
    return place.field === "keywords" ? [stored.property, eachKeyword(value ?? "")] : [stored.property];
  });
}

/** The keywords one by one, which other programs than those for PDF look for. */
const eachKeyword = (keywords: string): WrittenProperty =>
  bagProperty(
    "dc",
    "subject",
    keywords
      .split(/[,;]/u)
      .map((keyword) => storable(keyword))
      .filter((keyword) => keyword !== ""),
  );

/** Matches names that XML elements may have (Namespaces in XML 1.0, NCName), of letters that need no thought. */
const ELEMENT_NAME = /^[A-Za-z_][\w.-]*$/u;

function customProperties(
  { changes, knowsOnlyDescribed }: Pick<PacketChange, "changes" | "knowsOnlyDescribed">,
  described: ReadonlySet<string>,
): WrittenProperty[] {
  return Object.entries(changes.custom).flatMap(([name, value]) => {
    const text = storable(value);
    const isPossible = ELEMENT_NAME.test(name) && (!knowsOnlyDescribed || described.has(name));
    return text === "" || !isPossible ? [] : [simpleProperty("pdfx", name, text)];
  });
}
