import { type BerElement, BerIdentifier, elementsIn } from "./ber.ts";

/** The parts of a PKCS#7 (CMS) SignedData object that count (RFC 5652, 5.1). */
export interface SignedData {
  readonly certificates: number;
  readonly signerInfos: number;
}

/** The object identifier of signed-data: 1.2.840.113549.1.7.2. */
const SIGNED_DATA = "2a864886f70d010702";

/**
 * Reads a ContentInfo object of the type signed-data (RFC 5652, 3 and 5.1). Bytes after it, such as the zeros that fill
 * up the string, are ignored.
 * @returns undefined when the bytes hold no such object
 */
export function readSignedData(bytes: Uint8Array): SignedData | undefined {
  const [contentInfo] = elementsIn(bytes, 1);
  const [type, explicit] = contentsOf(contentInfo, BerIdentifier.sequence);
  const isSignedData = type?.identifier === BerIdentifier.objectIdentifier && hex(type.contents) === SIGNED_DATA;
  const [signedData] = isSignedData ? contentsOf(explicit, BerIdentifier.context0) : [];
  const fields = contentsOf(signedData, BerIdentifier.sequence);
  // The fields are version, digest algorithms and contents, then certificates and revocation lists, both optional, and
  // the signers.
  const optional = fields.slice(3);
  const signers = optional.findLast(({ identifier }) => identifier === BerIdentifier.set);
  if (signers === undefined) {
    return undefined;
  }
  const certificates = optional.find(({ identifier }) => identifier === BerIdentifier.context0);
  return {
    certificates: certificates === undefined ? 0 : elementsIn(certificates.contents).length,
    signerInfos: elementsIn(signers.contents).length,
  };
}

const contentsOf = (element: BerElement | undefined, identifier: number): readonly BerElement[] =>
  element?.identifier === identifier ? elementsIn(element.contents) : [];

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
