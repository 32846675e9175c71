import { documentWalk } from "../document/walk.ts";
import type { Part } from "../flavours.ts";
import { byteRangeFault } from "../signatures/byte-range.ts";
import { readSignedData } from "../signatures/signed-data.ts";
import { signaturePart } from "../signatures/walk-signatures.ts";
import { rule } from "./rule.ts";
import type { RuleGroup } from "./rule-group.ts";

/** The permitted keys of the permissions dictionary. Those of part 4 are in ISO 32000-2, 12.8.6, which deprecates UR3. */
const PERMISSIONS: Readonly<Record<Part, ReadonlySet<string>>> = {
  1: new Set(),
  2: new Set(["UR3", "DocMDP"]),
  3: new Set(["UR3", "DocMDP"]),
  4: new Set(["UR3", "DocMDP"]),
};

const permissionKeys = rule({
  key: "permission-keys",
  on: "catalog",
  ids: { "2": "6.1.12-1", "3": "6.1.12-1", "4": "6.1.11-1" },
  requirement: "The permissions dictionary has no entries other than DocMDP and UR3.",
  message: "The permissions dictionary has an entry that is not permitted",
  hint: "Remove the other entries from Perms: usage rights (UR3) are set by Acrobat's Reader Extended PDF; save a copy without them.",
  fix: "dictionary",
  conversion: "drops",
  test(catalog, { part }) {
    const others = [...(catalog.dict("Perms")?.keys() ?? [])].filter((key) => !PERMISSIONS[part].has(key));
    return others.length === 0 || { broken: others.join(", ") };
  },
});

const DIGEST_KEYS = ["DigestLocation", "DigestMethod", "DigestValue"] as const;

const signatureReference = rule({
  key: "signature-reference-digest",
  on: "signature-reference",
  ids: { "2": "6.1.12-2", "3": "6.1.12-2" },
  requirement: "Where the permissions dictionary has DocMDP, signature references have no digest of objects.",
  message: "A signature reference has a digest of objects",
  hint: "Sign the document again with a program of today: DigestLocation, DigestMethod and DigestValue are entries of PDF 1.5.",
  fix: "author",
  conversion: "drops",
  test(reference, { document }) {
    const found = DIGEST_KEYS.filter((key) => reference.has(key));
    const isCertified = document.catalog.dict("Perms")?.has("DocMDP") === true;
    return !isCertified || found.length === 0 || { broken: found.join(", ") };
  },
});

const signatureRange = rule({
  key: "signature-byte-range",
  on: "signature",
  ids: { "2": "6.4.3-1", "3": "6.4.3-1" },
  requirement: "A signature covers the whole file, except the signature itself.",
  message: "A signature does not cover the whole file",
  hint: "Sign the document again with a program that covers the whole file, as the last step: what is saved after it is not covered.",
  fix: "author",
  test(signature, { document }) {
    const fault = byteRangeFault(signature, document.bytes);
    return fault === undefined || { broken: fault };
  },
});

const signingCertificate = rule({
  key: "signing-certificate",
  on: "signature",
  ids: { "2": "6.4.3-2", "3": "6.4.3-2" },
  requirement: "Signatures are PKCS#7 objects that contain at least the signing certificate.",
  message: "A signature has no signing certificate",
  hint: "Sign the document again, with the certificates in the signature: in Acrobat and other signing programs, include the certificate chain.",
  fix: "author",
  test(signature) {
    const signedData = readSignedData(signature.bytes("Contents") ?? NOTHING);
    if (signedData === undefined) {
      return { broken: "no PKCS#7 signed data" };
    }
    return signedData.certificates > 0 || { broken: "no certificate" };
  },
});

const singleSigner = rule({
  key: "signature-single-signer",
  on: "signature",
  ids: { "2": "6.4.3-3", "3": "6.4.3-3" },
  requirement: "Signatures have a single signer.",
  message: "A signature does not have a single signer",
  hint: "Use one signature field for each signer, one signature after the other.",
  fix: "author",
  test(signature) {
    const signedData = readSignedData(signature.bytes("Contents") ?? NOTHING);
    return signedData === undefined || signedData.signerInfos === 1 || { broken: `${signedData.signerInfos} signers` };
  },
});

const NOTHING = new Uint8Array();

/** The rules of ISO 19005-2 and -3, 6.1.12 and 6.4.3; ISO 19005-4, 6.1.11. */
export const signatures: RuleGroup = {
  name: "signatures",
  rules: [permissionKeys, signatureReference, signatureRange, signingCertificate, singleSigner],
  begin: (validation) => ({ ...documentWalk(validation), ...signaturePart(validation) }),
};
