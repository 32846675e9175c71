import { randomBytes } from "node:crypto";
import { CosString, Dict, Name } from "../objects.ts";
import { storedPassword } from "./passwords.ts";
import { computeKey, computeOwner, computeUser, type KeyValues } from "./revision-2-to-4.ts";
import { makeVerifiers } from "./revision-5-or-6.ts";

export type ProtectionAlgorithm = "RC4-40" | "RC4-128" | "AES-128" | "AES-256";
export type RandomBytes = (length: number) => Uint8Array;

export interface NewProtection {
  readonly algorithm: ProtectionAlgorithm;
  /** The user's password; when it is empty, the document opens without one. */
  readonly userPassword: string | Uint8Array;
  /** The owner's password; when it is empty, the user's takes its place. */
  readonly ownerPassword: string | Uint8Array;
  /** The permissions, as in /P (ISO 32000-2, table 22); the bits that the standard fixes are set by `protect`. */
  readonly permissions: number;
  /** Whether the metadata is encrypted; with RC4 it always is. */
  readonly encryptMetadata: boolean;
  /** The first string of the /ID that the document will have. */
  readonly firstId: Uint8Array;
  /** The source of random bytes; that of node:crypto by default. */
  readonly randomBytes?: RandomBytes | undefined;
}

const ALGORITHMS = {
  "RC4-40": { version: 1, revision: 2, keyLength: 5, method: undefined },
  "RC4-128": { version: 2, revision: 3, keyLength: 16, method: undefined },
  "AES-128": { version: 4, revision: 4, keyLength: 16, method: "AESV2" },
  "AES-256": { version: 5, revision: 6, keyLength: 32, method: "AESV3" },
} as const;

/** Makes a new encryption dictionary (ISO 32000-2, tables 20 and 21), and the key of the file that belongs to it. */
export function protect(options: NewProtection): { readonly encrypt: Dict; readonly key: Uint8Array } {
  const algorithm = ALGORITHMS[options.algorithm];
  const { version, revision } = algorithm;
  const permissions = fixedBits(options.permissions, revision);
  const encryptsMetadata = options.encryptMetadata || algorithm.method === undefined;
  const user = storedPassword(options.userPassword, revision);
  const owner = storedPassword(options.ownerPassword, revision);
  const encrypt = new Dict([
    ["Filter", new Name("Standard")],
    ["V", version],
    ["R", revision],
    ["Length", algorithm.keyLength * 8],
    ["P", permissions],
  ]);
  if (algorithm.method !== undefined) {
    const filter = { CFM: new Name(algorithm.method), AuthEvent: new Name("DocOpen"), Length: algorithm.keyLength };
    encrypt.set("CF", new Dict([["StdCF", new Dict(Object.entries(filter))]]));
    encrypt.set("StmF", new Name("StdCF"));
    encrypt.set("StrF", new Name("StdCF"));
  }
  if (!encryptsMetadata) {
    encrypt.set("EncryptMetadata", false);
  }
  const common = { permissions, encryptsMetadata, user, owner };
  return version === 5
    ? withRandomKey(encrypt, { ...common, randomBytes: options.randomBytes ?? randomBytes })
    : withDerivedKey(encrypt, { ...common, revision, keyLength: algorithm.keyLength, firstId: options.firstId });
}

interface Stored {
  readonly permissions: number;
  readonly encryptsMetadata: boolean;
  /** The bytes of the user's password; `owner` are those of the owner's. */
  readonly user: Uint8Array;
  readonly owner: Uint8Array;
}

function withDerivedKey(encrypt: Dict, stored: Stored & Omit<KeyValues, "owner">): { encrypt: Dict; key: Uint8Array } {
  const owner = computeOwner(stored, { user: stored.user, owner: stored.owner });
  const key = computeKey({ ...stored, owner }, stored.user);
  encrypt.set("O", hexString(owner));
  encrypt.set("U", hexString(computeUser(stored, key)));
  return { encrypt, key };
}

function withRandomKey(
  encrypt: Dict,
  stored: Stored & { randomBytes: RandomBytes },
): { encrypt: Dict; key: Uint8Array } {
  const key = stored.randomBytes(32);
  const verifiers = makeVerifiers({
    ...stored,
    key,
    userPassword: stored.user,
    // An empty password would let anyone in as the owner. Earlier revisions have the user's in its place (algorithm 3).
    ownerPassword: stored.owner.length > 0 ? stored.owner : stored.user,
  });
  encrypt.set("O", hexString(verifiers.owner));
  encrypt.set("OE", hexString(verifiers.ownerKey));
  encrypt.set("U", hexString(verifiers.user));
  encrypt.set("UE", hexString(verifiers.userKey));
  encrypt.set("Perms", hexString(verifiers.permissionsProof));
  return { encrypt, key };
}

const hexString = (bytes: Uint8Array): CosString => new CosString(bytes, true);

/**
 * Returns the permissions with the bits that table 22 fixes: bits 1 and 2 are 0; 7, 8 and 13 to 32 are 1; so is 10,
 * which no longer forbids anything. Revision 2 has no bit after the sixth, and has 1 there.
 */
const fixedBits = (permissions: number, revision: number): number =>
  revision === 2 ? (permissions | ~0x3f) & ~3 : (permissions | ~0xfff | 0x2c0) & ~3;
