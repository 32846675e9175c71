import { createCipheriv, createDecipheriv, hash } from "node:crypto";
import { decryptBlocks, encryptBlocks } from "./aes.ts";
import type { EncryptionParameters, FileKey, Opened } from "./encryption-dictionary.ts";

const EMPTY = new Uint8Array(0);
const ZERO_IV = new Uint8Array(16);

/**
 * Opens a document of revision 6, or 5 as in Adobe's extension level 3 (ISO 32000-2, algorithm 2.A); undefined when the
 * password is not that one. /O and /U have a hash of 32 bytes, then 8 bytes of salt for that hash, and 8 for the key
 * that decrypts /OE and /UE.
 */
export function openRevision5Or6(
  parameters: EncryptionParameters,
  password: Uint8Array,
  as: "user" | "owner",
): Opened | undefined {
  const { revision, user } = parameters;
  const verifier = as === "user" ? user : parameters.owner;
  const userValue = as === "user" ? EMPTY : user;
  const expected = passwordHash({ revision, password, salt: verifier.subarray(32, 40), userValue });
  if (!Buffer.from(expected).equals(verifier.subarray(0, 32))) {
    return undefined;
  }
  const fileKey = (): FileKey => {
    const wrappingKey = passwordHash({ revision, password, salt: verifier.subarray(40, 48), userValue });
    const key = decryptBlocks(wrappingKey, ZERO_IV, as === "user" ? parameters.userKey : parameters.ownerKey);
    return { key, permissionsMatch: isProved(parameters, key) };
  };
  return { openedAs: as, fileKey };
}

/** The entries of the encryption dictionary that are made from a key, its passwords and permissions. */
export interface Verifiers {
  readonly owner: Uint8Array;
  readonly ownerKey: Uint8Array;
  readonly user: Uint8Array;
  readonly userKey: Uint8Array;
  readonly permissionsProof: Uint8Array;
}

/** Makes the entries for revision 6 (algorithms 8, 9 and 10). */
export function makeVerifiers(options: {
  readonly key: Uint8Array;
  readonly userPassword: Uint8Array;
  readonly ownerPassword: Uint8Array;
  readonly permissions: number;
  readonly encryptsMetadata: boolean;
  readonly randomBytes: (length: number) => Uint8Array;
}): Verifiers {
  const { key, randomBytes } = options;
  const [user, userKey] = wrap(key, options.userPassword, EMPTY, randomBytes(16));
  const [owner, ownerKey] = wrap(key, options.ownerPassword, user, randomBytes(16));
  const proof = new Uint8Array(16);
  const view = new DataView(proof.buffer);
  view.setInt32(0, options.permissions, true);
  view.setUint32(4, 0xffffffff, true);
  proof[8] = options.encryptsMetadata ? T : F;
  proof.set(ADB, 9);
  proof.set(randomBytes(4), 12);
  const cipher = createCipheriv("aes-256-ecb", key, null).setAutoPadding(false);
  return { owner, ownerKey, user, userKey, permissionsProof: new Uint8Array(cipher.update(proof)) };
}

const T = 0x54;
const F = 0x46;
const ADB = [0x61, 0x64, 0x62];

function wrap(
  key: Uint8Array,
  password: Uint8Array,
  userValue: Uint8Array,
  salts: Uint8Array,
): [Uint8Array, Uint8Array] {
  const made = { revision: 6, password, userValue };
  const verifier = new Uint8Array(48);
  verifier.set(passwordHash({ ...made, salt: salts.subarray(0, 8) }));
  verifier.set(salts, 32);
  const wrappingKey = passwordHash({ ...made, salt: salts.subarray(8, 16) });
  return [verifier, encryptBlocks(wrappingKey, ZERO_IV, key)];
}

/** Returns whether /Perms confirms /P and /EncryptMetadata (algorithm 13). */
function isProved(parameters: EncryptionParameters, key: Uint8Array): boolean {
  const decipher = createDecipheriv("aes-256-ecb", key, null).setAutoPadding(false);
  const proof = decipher.update(parameters.permissionsProof);
  return (
    proof.readInt32LE(0) === parameters.permissions &&
    proof[8] === (parameters.encryptsMetadata ? T : F) &&
    ADB.every((byte, index) => proof[9 + index] === byte)
  );
}

interface Hashed {
  readonly revision: number;
  readonly password: Uint8Array;
  readonly salt: Uint8Array;
  /** The value of /U where the owner's password is hashed, else empty. */
  readonly userValue: Uint8Array;
}

/**
 * Hashes a password (algorithm 2.B); revision 5 has its first step alone. There are at most 287 rounds, because no byte
 * is more than 255.
 */
function passwordHash({ revision, password, salt, userValue }: Hashed): Uint8Array {
  let key: Buffer = hash("sha256", Buffer.concat([password, salt, userValue]), "buffer");
  if (revision === 5) {
    return key;
  }
  let lastByte = 0;
  for (let round = 0; round < 64 || lastByte > round - 32; round++) {
    const repeated = Buffer.alloc(
      (password.length + key.length + userValue.length) * 64,
      Buffer.concat([password, key, userValue]),
    );
    const cipher = createCipheriv("aes-128-cbc", key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
    const encrypted = cipher.update(repeated);
    lastByte = encrypted.at(-1) ?? 0;
    key = hash(hashOf(encrypted), encrypted, "buffer");
  }
  return key.subarray(0, 32);
}

/**
 * Chooses the next hash by the remainder of the first 16 bytes, as one number, divided by 3: it equals that of their
 * sum, because 256 leaves 1.
 */
function hashOf(encrypted: Uint8Array): "sha256" | "sha384" | "sha512" {
  let sum = 0;
  for (let index = 0; index < 16; index++) {
    sum += encrypted[index] ?? 0;
  }
  return sum % 3 === 0 ? "sha256" : sum % 3 === 1 ? "sha384" : "sha512";
}
