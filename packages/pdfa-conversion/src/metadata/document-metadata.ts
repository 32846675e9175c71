import { Dict, isName } from "@quire/cos";
import {
  ACCESSIBILITY_SCHEMA,
  accessibilityClaim,
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
import type { Conversion } from "../conversion.ts";
import { INFORMATION_KEYS, type InformationValue, informationValue } from "./information.ts";
import { isValidText, packetTextOf } from "./valid-properties.ts";

/**
 * Writes the document's metadata: what is valid of its packet, what only the information dictionary says, and the claim
 * of conformance (ISO 19005-1, 6.7; -2 and -3, 6.6; -4, 6.7). Returns the information dictionary, which says the same;
 * undefined where there is none. Part 4 has none.
 */
export function convertedInformation(conversion: Conversion): Dict | undefined {
  const { document, catalog, part, changes } = conversion;
  const information = new Dict();
  const given = document.trailer.dict("Info") ?? new Dict();
  const values = new Map<string, InformationValue>();
  for (const entry of INFORMATION_KEYS) {
    const value = informationValue(given, entry);
    if (value !== undefined) {
      values.set(`${entry.prefix}:${entry.name}`, value);
      information.set(entry.key, value.string);
    } else if (given.has(entry.key) && given.bytes(entry.key)?.length !== 0) {
      changes.note("information_dropped", {}, entry.key);
    }
  }
  copyOthers(given, information, conversion);
  catalog.set("Metadata", document.add(metadataStream(packetOf(values, conversion))));
  changes.note("metadata_written");
  return part === 4 || information.entries.size === 0 ? undefined : information;
}

/** Entries of a document's own (14.3.3) stay, if they are texts or names. */
function copyOthers(given: Dict, information: Dict, { bounds }: Conversion): void {
  const known = new Set(INFORMATION_KEYS.map(({ key }) => key));
  for (const [key] of given.entries) {
    bounds.step();
    const bytes = given.bytes(key);
    const isText = bytes !== undefined && bytes.length <= MAX_STRING_BYTES;
    if (!known.has(key) && (isText || (key === "Trapped" && isTrapped(given)))) {
      information.set(key, given.get(key));
    }
  }
}

/** The longest string of parts 2 and 3 (ISO 19005-2, 6.1.13); that of part 1 is longer. */
const MAX_STRING_BYTES = 32_767;
const isTrapped = (given: Dict): boolean =>
  ["True", "False", "Unknown"].some((name) => isName(given.get("Trapped"), name));

function packetOf(values: ReadonlyMap<string, InformationValue>, conversion: Conversion): string {
  const { catalog, changes, target, bounds } = conversion;
  const stream = catalog.stream("Metadata");
  const text = stream && withoutFinalZeros(packetTextOf(stream, bounds));
  const packet = text === undefined ? undefined : readPacket(Buffer.from(text), bounds);
  const kept = packet && keptPacket(packet, values, conversion);
  if (kept !== undefined && isValidText(kept, target, bounds)) {
    return kept;
  }
  if (catalog.has("Metadata")) {
    changes.note("metadata_dropped", {}, "packet of the document");
  }
  return packetText([simpleProperty("dc", "format", "application/pdf"), ...propertiesOf(values), ...claim(conversion)]);
}

/** Some writers end packets with zeros. */
function withoutFinalZeros(text: string | undefined): string | undefined {
  let end = text?.length ?? 0;
  while (end > 0 && text?.charCodeAt(end - 1) === 0) {
    end -= 1;
  }
  return text?.slice(0, end);
}

const propertiesOf = (values: ReadonlyMap<string, InformationValue>): WrittenProperty[] =>
  [...values.values()].map(({ property }) => property);

function claim({ target, part }: Conversion): WrittenProperty[] {
  const level = target.slice(1).toUpperCase();
  return [
    simpleProperty("pdfaid", "part", String(part)),
    ...(level === "" ? [simpleProperty("pdfaid", "rev", "2020")] : [simpleProperty("pdfaid", "conformance", level)]),
  ];
}

/** Returns the packet with its valid properties, those of the information dictionary, and the claim. */
function keptPacket(
  packet: XmpPacket,
  values: ReadonlyMap<string, InformationValue>,
  conversion: Conversion,
): string | undefined {
  const { part, changes } = conversion;
  const prefixes = new Map(Object.entries(XMP_NAMESPACES).map(([prefix, uri]) => [uri as string, prefix]));
  const nameOf = ({ namespace, name }: XmpProperty): string => `${prefixes.get(namespace) ?? namespace}:${name}`;
  const isValid = validProperties(packet, conversion);
  const isOfPart1 = packet.properties.some(
    (each) => isAccessibility(each) && each.name === "part" && each.text === "1",
  );
  // PDF/UA-1 is about PDF 1 (ISO 14289-1, 6.1), and part 4 of PDF/A about PDF 2.
  const isFalse = (property: XmpProperty): boolean => part === 4 && isOfPart1 && isAccessibility(property);
  // The other parts want its property described: what only lacks that is written anew.
  const isWrittenAnew =
    part !== 4 &&
    isOfPart1 &&
    !packet.properties.some((each) => isValid(each) && (isSchema(each) || isAccessibility(each)));
  // In part 1 both say the same; later the packet counts (ISO 32000-2, 14.3.3).
  const isKept = (property: XmpProperty): boolean =>
    !isClaim(property) &&
    isValid(property) &&
    !isFalse(property) &&
    !(part === 1 && INFORMATION_KEYS.some(({ prefix, name }) => `${prefix}:${name}` === nameOf(property)));
  const keptNames = new Set(packet.properties.filter(isKept).map(nameOf));
  for (const property of packet.properties) {
    if ((!isValid(property) || isFalse(property)) && !(isWrittenAnew && isAccessibility(property))) {
      changes.note("metadata_dropped", {}, nameOf(property));
    }
  }
  const added = [...values].filter(([name]) => !keptNames.has(name)).map(([, { property }]) => property);
  const accessibility = isWrittenAnew ? [...accessibilityClaim(1), ACCESSIBILITY_SCHEMA] : [];
  const description = descriptionText([...added, ...accessibility, ...claim(conversion)], packet.about, packet.rdf);
  return withPlainHeader(packet.edited((property) => !isKept(property), description));
}

/** Takes the deprecated attributes out of the header of the packet (ISO 19005-1, 6.7.5; -2 and -3, 6.6.2.1). */
const withPlainHeader = (text: string): string =>
  text.replace(/<\?xpacket begin=[^?]*\?>/, '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>');

/** The number of properties that are looked at one by one; a packet of more than these is taken or left as a whole. */
const MAX_PROPERTIES = 150;
const EXTENSIONS = "http://www.aiim.org/pdfa/ns/extension/";

const isClaim = ({ namespace }: XmpProperty): boolean => namespace === XMP_NAMESPACES.pdfaid;
const isAccessibility = ({ namespace }: XmpProperty): boolean => namespace === XMP_NAMESPACES.pdfuaid;
const isSchema = ({ namespace }: XmpProperty): boolean => namespace === EXTENSIONS;

/** Returns which properties the validator finds no fault with, together with the schemas that describe them. */
function validProperties(packet: XmpPacket, { target, bounds }: Conversion): (property: XmpProperty) => boolean {
  const { properties } = packet;
  const alone = (kept: (property: XmpProperty) => boolean): boolean =>
    isValidText(withPlainHeader(packet.edited((property) => !kept(property), "")), target, bounds);
  if (alone((property) => !isClaim(property))) {
    return () => true;
  }
  if (properties.length > MAX_PROPERTIES) {
    return () => false;
  }
  const hasSchemas = alone(isSchema);
  const valid = new Set(
    properties.filter((property) =>
      isSchema(property) ? hasSchemas : alone((other) => other === property || (hasSchemas && isSchema(other))),
    ),
  );
  return (property) => isClaim(property) || valid.has(property);
}
