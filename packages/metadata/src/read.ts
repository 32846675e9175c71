import { type CosDocument, type Dict, decodeTextString, Name, parseDate } from "@quire/cos";
import { documentPacket, type XmpPacket } from "@quire/pdfa/xmp";
import { claimsOf } from "./claims.ts";
import { rfc3339Of } from "./dates.ts";
import { FIELD_PLACES, type FieldPlace, namespaceOf, PDFX_NAMESPACE, STANDARD_KEYS } from "./field-places.ts";
import { type DocumentMetadata, METADATA_LIMITS, type MetadataField, type NamedText } from "./options.ts";
import { shownText } from "./shown-text.ts";
import { shownPacket, textsOf } from "./xmp-shown.ts";

const { characters, nameCharacters, entries, totalCharacters } = METADATA_LIMITS;

/**
 * Returns what the information dictionary and the document's XMP packet say (ISO 32000-2, 14.3). Where both have a
 * value, that of XMP counts, as the standard has it since PDF 2.0, and it is said that they differ.
 * @throws CosError `too_complex`
 */
export function readDocumentMetadata(document: CosDocument): DocumentMetadata {
  const packet = documentPacket(document);
  const given = document.trailer.dict("Info");
  const information = given === undefined ? [] : textsIn(given, document);
  const values = FIELD_PLACES.map((place) => valueOf(place, given, packet));
  const custom = customOf(information, packet);
  const language = document.catalog.bytes("Lang");
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every field has one place
    fields: Object.fromEntries(values.map(({ field, value }) => [field, value])) as DocumentMetadata["fields"],
    differing: values.filter(({ areDifferent }) => areDifferent).map(({ field }) => field),
    language: language && language.length > 0 ? shownText(decodeTextString(language), nameCharacters) : null,
    custom: listed(custom),
    customTotal: custom.length,
    information: listed(information),
    informationTotal: information.length,
    xmp: packet === undefined ? null : shownPacket(packet, document.catalog.stream("Metadata")?.bytes.lengthBytes ?? 0),
    claims: claimsOf(document),
  };
}

/** Returns the first entries, as far as there is room for them. */
function listed(texts: readonly NamedText[]): NamedText[] {
  const shown: NamedText[] = [];
  let left = totalCharacters;
  for (const named of texts.slice(0, entries)) {
    left -= named.name.length + named.text.length;
    if (left < 0) {
      break;
    }
    shown.push(named);
  }
  return shown;
}

/** The most entries that are read: each of them costs a text. */
const MAX_READ = 5000;

/** Returns the entries that are texts, names or numbers. */
function textsIn(information: Dict, { bounds }: CosDocument): NamedText[] {
  const texts: NamedText[] = [];
  for (const key of information.keys()) {
    bounds.step();
    const value = information.get(key);
    const bytes = information.bytes(key);
    const text =
      bytes === undefined
        ? value instanceof Name || typeof value === "number" || typeof value === "boolean"
          ? String(value instanceof Name ? value.value : value)
          : undefined
        : decodeTextString(bytes);
    if (text !== undefined && texts.length < MAX_READ) {
      texts.push({ name: shownText(key, nameCharacters), text: shownText(text, characters) });
    }
  }
  return texts;
}

interface FieldValue {
  readonly field: MetadataField;
  readonly value: string | null;
  readonly areDifferent: boolean;
}

function valueOf(place: FieldPlace, information: Dict | undefined, packet: XmpPacket | undefined): FieldValue {
  const { field, key, kind } = place;
  const bytes = information?.bytes(key);
  const inDictionary = bytes && shownText(decodeTextString(bytes), characters).trim();
  const inPacket = textsInPacket(place, packet);
  const value = kind === "date" ? firstDate(inPacket[0], inDictionary) : firstText(inPacket, inDictionary);
  const areBoth = inDictionary !== undefined && inDictionary !== "" && inPacket.length > 0;
  return { field, value: value ?? null, areDifferent: areBoth && !isSame(place, inPacket, inDictionary) };
}

function textsInPacket(place: FieldPlace, packet: XmpPacket | undefined): readonly string[] {
  const uri = namespaceOf(place);
  const property = packet?.properties.find((each) => each.uri === uri && each.local === place.name);
  return property === undefined
    ? []
    : textsOf(property.value)
        .map((text) => shownText(text, characters).trim())
        .filter((text) => text !== "");
}

const firstText = (inPacket: readonly string[], inDictionary: string | undefined): string | undefined =>
  inPacket.length > 0 ? shownText(inPacket.join("; "), characters) : inDictionary === "" ? undefined : inDictionary;

const firstDate = (inPacket = "", inDictionary = ""): string | undefined =>
  rfc3339Of(inPacket) ?? rfc3339Of(inDictionary);

/** Authors are one text in the dictionary, and may be several in XMP. */
function isSame({ kind }: FieldPlace, inPacket: readonly string[], inDictionary: string): boolean {
  if (kind === "date") {
    const [one, other] = [parseDate(inPacket[0] ?? ""), parseDate(inDictionary)];
    return one === undefined || other === undefined
      ? one === other
      : Math.trunc(one.instantMs / 1000) === Math.trunc(other.instantMs / 1000);
  }
  return [";", "; ", ",", ", "].some((separator) => plain(inPacket.join(separator)) === plain(inDictionary));
}

const plain = (text: string): string => text.replaceAll(/\s+/gu, " ").trim();

/** Returns the entries of the dictionary that are no standard ones, and those that only XMP has in their place. */
function customOf(information: readonly NamedText[], packet: XmpPacket | undefined): NamedText[] {
  const inPacket = (packet?.properties ?? []).flatMap(({ uri, local, value }): NamedText[] =>
    uri === PDFX_NAMESPACE && value.kind === "simple"
      ? [{ name: shownText(local, nameCharacters), text: shownText(value.text, characters) }]
      : [],
  );
  const own = information.filter(({ name }) => !STANDARD_KEYS.has(name));
  const known = new Map([...own, ...inPacket].map(({ name, text }) => [name, text]));
  return [...known].map(([name, text]) => ({ name, text }));
}
