import { hash } from "node:crypto";
import type { EncryptionParameters, Opened } from "./encryption-dictionary.ts";
import { padPassword } from "./passwords.ts";
import { rc4 } from "./rc4.ts";

/** The length of an MD5 digest in bytes. */
const DIGEST = 16;

/**
 * Opens a document of revision 2, 3 or 4 (ISO 32000-2, algorithms 6 and 7); undefined when the password is not that
 * one.
 */
export function openRevision2To4(
  parameters: EncryptionParameters,
  password: Uint8Array,
  as: "user" | "owner",
): Opened | undefined {
  for (const keyLength of parameters.keyLengths) {
    const values = { ...parameters, keyLength };
    for (const userPassword of as === "user" ? [password] : userPasswordsOf(values, password)) {
      const key = computeKey(values, userPassword);
      if (isUsersKey(values, key)) {
        // /P is part of what the key is made of: another one would have made another key.
        return { openedAs: as, fileKey: () => ({ key, permissionsMatch: true }) };
      }
    }
  }
  return undefined;
}

/** The values from which, with the user's password, the key of the file is computed. */
export interface KeyValues {
  readonly revision: number;
  /** The key's length in bytes. */
  readonly keyLength: number;
  readonly owner: Uint8Array;
  readonly permissions: number;
  readonly firstId: Uint8Array;
  readonly encryptsMetadata: boolean;
}

/** Computes the key of the file (algorithm 2). */
export function computeKey(values: KeyValues, userPassword: Uint8Array): Uint8Array {
  const { permissions, keyLength } = values;
  const isMetadataReadable = values.revision >= 4 && !values.encryptsMetadata;
  let digest = md5(
    padPassword(userPassword),
    values.owner,
    Uint8Array.of(permissions, permissions >>> 8, permissions >>> 16, permissions >>> 24),
    values.firstId,
    isMetadataReadable ? Uint8Array.of(255, 255, 255, 255) : new Uint8Array(0),
  );
  if (values.revision >= 3) {
    for (let round = 0; round < 50; round++) {
      digest = md5(digest.subarray(0, keyLength));
    }
  }
  return digest.subarray(0, keyLength);
}

/** Computes /O (algorithm 3), the user's password encrypted with a key made of the owner's. */
export function computeOwner(
  values: OwnersKeyValues,
  passwords: { readonly user: Uint8Array; readonly owner: Uint8Array },
): Uint8Array {
  const key = ownersKey(values, passwords.owner.length > 0 ? passwords.owner : passwords.user);
  return rc4Rounds(key, padPassword(passwords.user), roundsOf(values.revision));
}

/**
 * Computes /U (algorithms 4 and 5), which shows whether a key is right. Only 16 of its bytes count from revision 3 on.
 */
export function computeUser(values: Pick<KeyValues, "revision" | "firstId">, key: Uint8Array): Uint8Array {
  const padding = padPassword(new Uint8Array(0));
  if (values.revision === 2) {
    return rc4(key, padding);
  }
  const user = new Uint8Array(32);
  user.set(rc4Rounds(key, md5(padding, values.firstId), roundsOf(values.revision)));
  return user;
}

function isUsersKey(values: KeyValues & { readonly user: Uint8Array }, key: Uint8Array): boolean {
  const counting = values.revision === 2 ? 32 : 16;
  const expected = Buffer.from(computeUser(values, key)).subarray(0, counting);
  return expected.equals(values.user.subarray(0, counting));
}

/**
 * Decrypts the user's password, padded, from /O (algorithm 7, steps a and b), with the standard's key and with qpdf's.
 */
function userPasswordsOf(values: KeyValues, ownerPassword: Uint8Array): Uint8Array[] {
  const rounds = roundsOf(values.revision).toReversed();
  const hashedLengths = values.revision === 2 || values.keyLength === DIGEST ? [DIGEST] : [DIGEST, values.keyLength];
  return hashedLengths.map((hashedLength) =>
    rc4Rounds(ownersKey({ ...values, hashedLength }, ownerPassword), values.owner, rounds),
  );
}

interface OwnersKeyValues {
  readonly revision: number;
  readonly keyLength: number;
  /**
   * The number of bytes of the digest that are hashed again: all 16 by default, but in some programs only as many as
   * the key has.
   */
  readonly hashedLength?: number;
}

/** Computes the key that encrypts the user's password in /O (algorithm 3, steps a to d). */
function ownersKey(values: OwnersKeyValues, ownerPassword: Uint8Array): Uint8Array {
  let digest = md5(padPassword(ownerPassword));
  if (values.revision >= 3) {
    for (let round = 0; round < 50; round++) {
      digest = md5(digest.subarray(0, values.hashedLength ?? DIGEST));
    }
  }
  return digest.subarray(0, values.keyLength);
}

const roundsOf = (revision: number): number[] => Array.from({ length: revision === 2 ? 1 : 20 }, (_, round) => round);

/** Applies RC4 with the key of each round: the key's bytes, each exclusive-or the number of the round. */
function rc4Rounds(key: Uint8Array, bytes: Uint8Array, rounds: readonly number[]): Uint8Array {
  let result = bytes;
  for (const round of rounds) {
    result = rc4(
      key.map((byte) => byte ^ round),
      result,
    );
  }
  return result;
}

function md5(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(hash("md5", parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts), "buffer"));
}
