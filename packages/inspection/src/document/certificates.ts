import { CosString, type Dict, resolve } from "@quire/cos";
import { type BerElement, BerIdentifier, elementsIn } from "@quire/pdfa/ber";

/**
 * Returns the common name of the certificate that a signature is said to be made with (RFC 5652, 5; RFC 5280, 4.1.2.6);
 * undefined where it has none that can be read. Nothing is verified.
 */
export function signingName(signature: Dict): string | undefined {
  const certificate = givenCertificate(signature) ?? signedCertificate(signature.bytes("Contents"));
  return certificate && commonName(subjectOf(certificate));
}

/** In the format adbe.x509.rsa_sha1 the certificates are an entry of the dictionary (ISO 32000-2, table 255). */
function givenCertificate(signature: Dict): BerElement | undefined {
  const cert = signature.get("Cert");
  const first = Array.isArray(cert) ? resolve(cert[0]) : cert;
  return first instanceof CosString ? elementsIn(first.bytes, 1)[0] : undefined;
}

/** Returns the certificate whose serial number the signer names, or else the first one. */
function signedCertificate(contents: Uint8Array | undefined): BerElement | undefined {
  const [contentInfo] = elementsIn(contents ?? new Uint8Array(0), 1);
  const [, explicit] = partsOf(contentInfo);
  const [signedData] = partsOf(explicit);
  const fields = partsOf(signedData).slice(3);
  const certificates = partsOf(fields.find(({ identifier }) => identifier === BerIdentifier.context0));
  const [signer] = partsOf(fields.findLast(({ identifier }) => identifier === BerIdentifier.set));
  const [, issuerAndSerial] = partsOf(signer);
  const [, serial] = partsOf(issuerAndSerial);
  return certificates.find((certificate) => isSame(serialOf(certificate), serial)) ?? certificates[0];
}

const partsOf = (element: BerElement | undefined): readonly BerElement[] =>
  element === undefined ? [] : elementsIn(element.contents);

/** Returns the fields of a certificate after its version, which is optional: serial number, algorithm, issuer … */
function fieldsOf(certificate: BerElement): readonly BerElement[] {
  const [body] = partsOf(certificate);
  const fields = partsOf(body);
  return fields[0]?.identifier === BerIdentifier.context0 ? fields.slice(1) : fields;
}

const serialOf = (certificate: BerElement): BerElement | undefined => fieldsOf(certificate)[0];
const subjectOf = (certificate: BerElement): BerElement | undefined => fieldsOf(certificate)[4];

const isSame = (one: BerElement | undefined, other: BerElement | undefined): boolean =>
  one !== undefined && other !== undefined && Buffer.compare(one.contents, other.contents) === 0;

/** The object identifier of commonName, 2.5.4.3. */
const COMMON_NAME = "550403";
/** The identifier of BMPString: two bytes for each character. */
const BMP_STRING = 0x1e;

function commonName(name: BerElement | undefined): string | undefined {
  for (const set of partsOf(name)) {
    for (const attribute of partsOf(set)) {
      const [type, value] = partsOf(attribute);
      if (type !== undefined && value !== undefined && Buffer.from(type.contents).toString("hex") === COMMON_NAME) {
        return new TextDecoder(value.identifier === BMP_STRING ? "utf-16be" : "utf-8").decode(value.contents);
      }
    }
  }
  return undefined;
}
