import { CosError } from "../cos-error.ts";
import { type Dict, isName } from "../objects.ts";
import { type CryptFilters, readCryptFilters } from "./crypt-filters.ts";

/**
 * The values of the encryption dictionary (ISO 32000-2, tables 20 and 21), completed or corrected where other readers
 * do so.
 */
export interface EncryptionParameters {
  readonly encrypt: Dict;
  readonly version: number;
  readonly revision: number;
  /** The key lengths to try, in bytes: the declared one, then those that are likely when that opens nothing. */
  readonly keyLengths: readonly number[];
  readonly filters: CryptFilters;
  readonly encryptsMetadata: boolean;
  /** The permissions, /P, as a signed number of 32 bits. */
  readonly permissions: number;
  /** The verifier /O, of 32 bytes in revisions up to 4, of 48 in later ones; `user` is /U likewise. */
  readonly owner: Uint8Array;
  readonly user: Uint8Array;
  /** The encrypted keys /OE and /UE, of 32 bytes each, and /Perms, of 16 bytes; used only in revisions 5 and 6. */
  readonly ownerKey: Uint8Array;
  readonly userKey: Uint8Array;
  readonly permissionsProof: Uint8Array;
  readonly firstId: Uint8Array;
}

/** The result of a password that is right: the key of the file, and as whom the password opened it. */
export interface Opened {
  readonly openedAs: "user" | "owner";
  /**
   * Computes the key of the file. Callers do so only when something is decrypted: in revision 6 it takes as long as
   * checking the password.
   */
  fileKey(): FileKey;
}

/** The key of a file. */
export interface FileKey {
  readonly key: Uint8Array;
  /** Whether /P and /EncryptMetadata are those that /Perms confirms. */
  readonly permissionsMatch: boolean;
}

/**
 * Reads the encryption dictionary; `firstId` is the first string of the trailer's /ID.
 * @throws CosError `unsupported_encryption` when the handler, its version or a crypt filter is not known, or a required
 * entry is missing.
 */
export function readEncryption(encrypt: Dict, firstId: Uint8Array): EncryptionParameters {
  if (!isName(encrypt.get("Filter"), "Standard")) {
    throw unsupported(`The security handler ${encrypt.name("Filter") ?? "without a name"} is not the standard one.`);
  }
  const version = encrypt.integer("V") ?? 0;
  const revision = encrypt.integer("R") ?? 0;
  if (!isKnown(version, revision)) {
    throw unsupported(`Version ${version} and revision ${revision} of the standard security handler are not known.`);
  }
  const isAes256 = revision >= 5;
  const verifierLength = isAes256 ? 48 : 32;
  return {
    encrypt,
    version,
    revision,
    keyLengths: keyLengths(encrypt, version, revision),
    filters: readCryptFilters(encrypt, version),
    encryptsMetadata: version < 4 || encrypt.boolean("EncryptMetadata") !== false,
    // Some write it as an unsigned number. Without it, PDFium takes all bits as set.
    permissions: Math.trunc(encrypt.number("P") ?? -1) | 0,
    owner: needed(encrypt, "O", verifierLength),
    user: needed(encrypt, "U", verifierLength),
    ownerKey: isAes256 ? needed(encrypt, "OE", 32) : EMPTY,
    userKey: isAes256 ? needed(encrypt, "UE", 32) : EMPTY,
    permissionsProof: fitted(encrypt.bytes("Perms") ?? EMPTY, 16),
    firstId,
  };
}

const EMPTY = new Uint8Array(0);

const unsupported = (message: string): CosError => new CosError("unsupported_encryption", message);

/**
 * Returns whether the version and revision are known. Version 3 was never published; 5 came with revision 5 (Adobe's
 * extension level 3) and has revision 6 since.
 */
function isKnown(version: number, revision: number): boolean {
  return version === 5
    ? revision === 5 || revision === 6
    : [1, 2, 4].includes(version) && revision >= 2 && revision <= 4;
}

function keyLengths(encrypt: Dict, version: number, revision: number): readonly number[] {
  if (version === 5) {
    return [32];
  }
  if (revision === 2) {
    return [5];
  }
  const standard = encrypt.dict("CF")?.dict(encrypt.name("StmF") ?? "StdCF");
  const declared = [encrypt.number("Length"), version === 4 ? standard?.number("Length") : undefined];
  const usual = version === 1 ? 5 : version === 4 ? 16 : undefined;
  const guesses = [usual, ...declared.map(lengthInBytes), 16, 5];
  return [...new Set(guesses.filter((length) => length !== undefined))];
}

/**
 * Returns the length in bytes; undefined when it is impossible. A length is meant in bits, of which there are at least
 * 40: a smaller number was meant in bytes.
 */
function lengthInBytes(length: number | undefined): number | undefined {
  const bytes = length === undefined ? 0 : length < 40 ? length : length / 8;
  return Number.isInteger(bytes) && bytes >= 5 && bytes <= 16 ? bytes : undefined;
}

/**
 * Returns the string at `key`, cut or padded to `length` bytes. One that is too long is mostly padded (Acrobat writes
 * 127 bytes in version 5), one that is too short was cut at a zero.
 * @throws CosError `unsupported_encryption` when there is none.
 */
function needed(encrypt: Dict, key: string, length: number): Uint8Array {
  const bytes = encrypt.bytes(key);
  if (bytes === undefined) {
    throw unsupported(`The encryption dictionary has no ${key}.`);
  }
  return fitted(bytes, length);
}

function fitted(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length >= length) {
    return bytes.subarray(0, length);
  }
  const padded = new Uint8Array(length);
  padded.set(bytes);
  return padded;
}
