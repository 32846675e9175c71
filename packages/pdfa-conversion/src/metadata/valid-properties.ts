import { Bounds, CosError, decodeStream, type Stream } from "@quire/cos";
import { validate } from "@quire/pdfa";
import type { Conversion } from "../conversion.ts";
import type { Target } from "../options.ts";

/*
 * Whether metadata are valid is asked of the validator, which knows all properties and their types: it is given a document
 * that has nothing but them.
 */

/** The clauses of metadata: ISO 19005-1, 6.7; -2 and -3, 6.6; -4, 6.7. */
const METADATA = /^6\.[67]\./;
/** The rules that ask for a claim of conformance, which is written in the end: 6.7.11; 6.6.4; 6.7.3. */
const CLAIM = /^6\.(?:7\.11|6\.4|7\.3)-/;

/** Returns whether the validator finds no fault in a packet, other than what it claims. */
export function isValidText(packet: string, target: Target, bounds: Bounds): boolean {
  bounds.look();
  const { findings } = validate(documentWith(packet), { flavour: target, bounds: new Bounds({ timeoutMs: 2000 }) });
  return !findings.some(({ id }) => METADATA.test(id) && !CLAIM.test(id));
}

const MAX_PACKET_BYTES = 2 ** 20;
/** The number of packets of parts that are looked at; there are documents in which every image has one. */
const MAX_PACKETS = 200;

const VALID = new WeakMap<Conversion, Map<Stream, boolean>>();

/** Returns whether the metadata stream of a part of the document is valid; of more than 200 different ones none is. */
export function isValidPacket(stream: Stream, conversion: Conversion): boolean {
  const known = VALID.get(conversion) ?? new Map<Stream, boolean>();
  VALID.set(conversion, known);
  let isValid = known.get(stream);
  if (isValid === undefined) {
    const text = known.size < MAX_PACKETS ? packetTextOf(stream, conversion.bounds) : undefined;
    isValid = text !== undefined && isValidText(text, conversion.target, conversion.bounds);
    known.set(stream, isValid);
  }
  return isValid;
}

/** Returns the text of a metadata stream; undefined where it is no UTF-8, or too long. */
export function packetTextOf(stream: Stream, bounds: Bounds): string | undefined {
  try {
    const { bytes, remaining } = decodeStream(stream, bounds);
    return remaining.length > 0 || bytes.length > MAX_PACKET_BYTES
      ? undefined
      : new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    // TextDecoder throws a TypeError for what is no UTF-8, and nothing else.
    if (error instanceof TypeError || (error instanceof CosError && error.code !== "too_complex")) {
      return undefined;
    }
    throw error;
  }
}

function documentWith(packet: string): Uint8Array {
  const metadata = Buffer.from(packet, "utf8");
  const head = Buffer.from(
    "%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R /Metadata 3 0 R >>\nendobj\n" +
      "2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n" +
      `3 0 obj\n<< /Type /Metadata /Subtype /XML /Length ${metadata.length} >>\nstream\n`,
    "latin1",
  );
  const tail = Buffer.from("\nendstream\nendobj\n", "latin1");
  const body = Buffer.concat([head, metadata, tail]);
  const offsets = [1, 2, 3].map((number) => body.indexOf(`${number} 0 obj`));
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const table = `xref\n0 4\n0000000000 65535 f \n${entries}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return new Uint8Array(Buffer.concat([body, Buffer.from(table, "latin1")]));
}
