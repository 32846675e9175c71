import { type Bounds, CosError, type Dict, type Stream } from "@quire/cos";
import { decodeLiterally, hasDefinedFilter } from "../file/decoded.ts";
import { type ExtensionSchemas, NO_EXTENSION_SCHEMAS, readExtensionSchemas } from "./extension-schemas.ts";
import { headerOf } from "./lenient.ts";
import { decodePacket, type PacketText } from "./packet-text.ts";
import { readRdf, type XmpProperty } from "./rdf.ts";
import { parseXml, XmpError } from "./xml.ts";

/** A metadata stream, and the statements of its packet. */
export interface XmpPacket {
  readonly dict: Dict;
  /** The number of the stream's object. */
  readonly object: number | undefined;
  /** Whether it is the catalog's, about the document and not about a part of it. */
  readonly isOfDocument: boolean;
  readonly encoding: PacketText["encoding"];
  /** The names and values in the packet's header (`<?xpacket begin=… ?>`). */
  readonly header: ReadonlyMap<string, string>;
  /** The reason why the stream is no XMP, in a few words; undefined where it is XMP. */
  readonly problem: string | undefined;
  /** The properties; empty where there is a problem. */
  readonly properties: readonly XmpProperty[];
  /** The text of the packet where there is a problem, for lenient readers; otherwise empty. */
  readonly unread: string;
  readonly extensions: ExtensionSchemas;
}

export interface PacketSource {
  readonly stream: Stream;
  readonly object: number | undefined;
  readonly isOfDocument: boolean;
}

/** The number of bytes up to which a packet is read; XMP is small. */
const MAX_BYTES = 32 * 2 ** 20;

/** Reads a metadata stream; a fault becomes its `problem`. */
export function readPacket({ stream, object, isOfDocument }: PacketSource, bounds: Bounds): XmpPacket {
  const { bytes, problem: notDecoded } = decodedBytes(stream, bounds);
  const { encoding, text } = decodePacket(bytes);
  const about = { dict: stream.dict, object, isOfDocument, encoding };
  const header = headerOf(text);
  try {
    if (notDecoded !== undefined) {
      throw new XmpError(notDecoded);
    }
    const root = parseForgiving(withoutPadding(text), bounds);
    const properties = root === undefined ? [] : readRdf(root);
    const extensions = readExtensionSchemas(properties);
    return { ...about, header, properties, problem: undefined, extensions, unread: "" };
  } catch (error) {
    if (!(error instanceof XmpError)) {
      throw error;
    }
    const nothing = { properties: [], extensions: NO_EXTENSION_SCHEMAS };
    return { ...about, header, ...nothing, problem: error.message, unread: text };
  }
}

/**
 * Parses XML; where that fails, with spaces in place of the control characters that XML does not allow, as the XMP
 * toolkit of Adobe reads it, and validators with it.
 * @throws XmpError as `parseXml`
 */
function parseForgiving(text: string, bounds: Bounds): ReturnType<typeof parseXml> {
  try {
    return parseXml(text, bounds);
  } catch (error) {
    const repaired = text.replaceAll(CONTROL, " ").replaceAll(CONTROL_REFERENCE, " ");
    if (!(error instanceof XmpError) || repaired === text) {
      throw error;
    }
    return parseXml(repaired, bounds);
  }
}

// oxlint-disable-next-line no-control-regex -- these are what it finds
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
const CONTROL_REFERENCE = /&#(?:x0{0,2}(?:[0-8bcefBCEF]|1[0-9a-fA-F]|7[fF])|0{0,3}(?:[0-8]|1[124-9]|2\d|3[01]|127));/g;

/** Returns whether the dictionary of a stream says that it is metadata (ISO 32000-2, table 347). */
export const isMetadata = ({ dict }: XmpPacket): boolean =>
  dict.name("Type") === "Metadata" && dict.name("Subtype") === "XML";

export const propertyIn = (packet: XmpPacket | undefined, uri: string, local: string): XmpProperty | undefined =>
  packet?.properties.find((property) => property.uri === uri && property.local === local);

function decodedBytes(stream: Stream, bounds: Bounds): { readonly bytes: Uint8Array; readonly problem?: string } {
  try {
    const { bytes, remaining } = decodeLiterally(stream, bounds);
    // Nor is it read under a filter that PDF does not define.
    if (remaining.length > 0 || !hasDefinedFilter(stream)) {
      return { bytes: new Uint8Array(), problem: "a filter that cannot be decoded" };
    }
    return bytes.length > MAX_BYTES ? { bytes: new Uint8Array(), problem: "more than 32 MiB" } : { bytes };
  } catch (error) {
    // When time is up, the fault is not the stream's, and `look` throws.
    if (error instanceof CosError) {
      bounds.look();
      return { bytes: new Uint8Array(), problem: error.message };
    }
    throw error;
  }
}

/** Removes the white-space and the zeros that writers pad packets with. */
const withoutPadding = (text: string): string => withoutFinalZeros(text.trim()).trim();

/** Removes zeros at the end, which are there where a writer treated a string as one of C. */
export function withoutFinalZeros(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0) {
    end -= 1;
  }
  return text.slice(0, end);
}
