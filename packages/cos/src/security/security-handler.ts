import { randomBytes } from "node:crypto";
import { CosError } from "../cos-error.ts";
import { type Dict, isName } from "../objects.ts";
import { AesKey } from "./aes.ts";
import { type CipherMethod, cipherOfStream } from "./crypt-filters.ts";
import { type EncryptionParameters, type FileKey, type Opened, readEncryption } from "./encryption-dictionary.ts";
import { openAs, openWith } from "./file-key.ts";
import { type NewProtection, protect, type RandomBytes } from "./new-protection.ts";
import { objectKey } from "./object-key.ts";
import { passwordForms } from "./passwords.ts";
import { rc4 } from "./rc4.ts";

export type { NewProtection, ProtectionAlgorithm, RandomBytes } from "./new-protection.ts";

/**
 * The standard security handler (ISO 32000-2, 7.6.4): decrypts and encrypts the strings and streams of one document.
 * The strings of the encryption dictionary, everything inside of object streams (they are encrypted as a whole), and
 * the ID of the trailer are never encrypted; the caller must not pass them.
 */
export class SecurityHandler {
  /** The encryption dictionary, as it was read or as it is to be written. */
  readonly encrypt: Dict;
  /** The version, /V; `revision` is /R. */
  readonly version: number;
  readonly revision: number;
  /** The permissions, /P, as a signed number of 32 bits. */
  readonly permissions: number;
  readonly encryptsMetadata: boolean;

  readonly #parameters: EncryptionParameters;
  readonly #opened: Opened;
  #unwrapped: FileKey | undefined;
  /** Whether each object has a separate key; version 5 encrypts everything with the file's key (7.6.3.3). */
  readonly #hasObjectKeys: boolean;
  readonly #random: RandomBytes;
  /** The password that opened the document; undefined when the protection was made here. */
  readonly #password: Uint8Array | undefined;
  // Both cost as much as opening does, which is slow on purpose in revision 6.
  #isOwners: boolean | undefined;
  #opensWithoutPassword: boolean | undefined;
  // Asking for 16 random bytes takes as long as asking for thousands.
  #randomPool: Uint8Array = new Uint8Array(0);
  #randomUsed = 0;
  // The strings of an object, and its stream, come one after the other.
  #keys: ObjectKeys = { number: -1, generation: -1, rc4: undefined, aes: undefined };

  private constructor(parameters: EncryptionParameters, opened: Opened, options: HandlerOptions) {
    this.encrypt = parameters.encrypt;
    this.version = parameters.version;
    this.revision = parameters.revision;
    this.permissions = parameters.permissions;
    this.encryptsMetadata = parameters.encryptsMetadata;
    this.#parameters = parameters;
    this.#opened = opened;
    this.#hasObjectKeys = parameters.version < 5;
    this.#random = options.randomBytes ?? randomBytes;
    this.#password = options.password;
  }

  /**
   * Opens the protection that `encrypt` describes. `password` is tried as the owner's and the user's, in every form it
   * may have been stored in; when it is undefined, the empty one is tried. `firstId` is the first string of the
   * trailer's /ID, empty when there is none.
   * @throws CosError `password_needed`, `wrong_password` or `unsupported_encryption`
   */
  static open(encrypt: Dict, firstId: Uint8Array, password: string | Uint8Array | undefined): SecurityHandler {
    const parameters = readEncryption(encrypt, firstId);
    for (const form of passwordForms(password ?? "", parameters.revision)) {
      const opened = openWith(parameters, form);
      if (opened !== undefined) {
        return new SecurityHandler(parameters, opened, { password: form });
      }
    }
    throw password === undefined
      ? new CosError("password_needed", "The document opens only with a password.")
      : new CosError("wrong_password", "The password is neither the user's nor the owner's.");
  }

  /** Makes a new protection. Its `encrypt` belongs into a trailer whose /ID has `firstId` as its first string. */
  static create(options: NewProtection): SecurityHandler {
    const { encrypt, key } = protect(options);
    const opened: Opened = { openedAs: "owner", fileKey: () => ({ key, permissionsMatch: true }) };
    return new SecurityHandler(readEncryption(encrypt, options.firstId), opened, {
      randomBytes: options.randomBytes,
    });
  }

  /**
   * The person as whom the password opened the document. A password that is both counts as the owner's, except for the
   * empty one: that anyone may open the document makes no one its owner.
   */
  get openedAs(): "user" | "owner" {
    const password = this.#password;
    this.#isOwners ??=
      this.#opened.openedAs === "owner" ||
      (password !== undefined && password.length > 0 && openAs(this.#parameters, password, "owner") !== undefined);
    return this.#isOwners ? "owner" : "user";
  }

  /** Whether the empty password opens the document. */
  get opensWithoutPassword(): boolean {
    // There is one user's password: when another one opened the document, the empty one is not it.
    this.#opensWithoutPassword ??=
      this.#password?.length === 0 ||
      (this.#opened.openedAs === "owner" && openAs(this.#parameters, new Uint8Array(0), "user") !== undefined);
    return this.#opensWithoutPassword;
  }

  /**
   * Whether /P and /EncryptMetadata are those that /Perms confirms (revisions 5 and 6); true in older ones, whose key
   * depends on them.
   */
  get permissionsMatch(): boolean {
    return this.#file.permissionsMatch;
  }

  decryptString(bytes: Uint8Array, number: number, generation: number): Uint8Array {
    return this.#decrypt(bytes, this.#parameters.filters.strings, number, generation);
  }

  encryptString(bytes: Uint8Array, number: number, generation: number): Uint8Array {
    return this.#encrypt(bytes, this.#parameters.filters.strings, number, generation);
  }

  /** Decrypts the bytes of a stream; its other filters remain. `dict` names the stream's crypt filter, if any. */
  decryptStream(bytes: Uint8Array, dict: Dict, number: number, generation: number): Uint8Array {
    return this.#decrypt(bytes, this.#methodOf(dict), number, generation);
  }

  /** Encrypts the bytes of a stream after its other filters. By `dict` some streams stay as they are. */
  encryptStream(bytes: Uint8Array, dict: Dict, number: number, generation: number): Uint8Array {
    return this.#encrypt(bytes, this.#methodOf(dict), number, generation);
  }

  #methodOf(dict: Dict): CipherMethod {
    // 7.5.8.2: a cross-reference stream is never encrypted, nor are the strings of its dictionary.
    if (isName(dict.get("Type"), "XRef")) {
      return "Identity";
    }
    return cipherOfStream(dict, this.#parameters.filters, this.encryptsMetadata);
  }

  #decrypt(bytes: Uint8Array, method: CipherMethod, number: number, generation: number): Uint8Array {
    switch (method) {
      case "Identity":
        return bytes;
      case "RC4":
        return rc4(this.#rc4Key(number, generation), bytes);
      case "AES":
        return this.#aesKey(number, generation).decrypt(bytes);
    }
  }

  #encrypt(bytes: Uint8Array, method: CipherMethod, number: number, generation: number): Uint8Array {
    switch (method) {
      case "Identity":
        return bytes;
      case "RC4":
        return rc4(this.#rc4Key(number, generation), bytes);
      case "AES":
        return this.#aesKey(number, generation).encrypt(bytes, this.#initializationVector());
    }
  }

  get #file(): FileKey {
    this.#unwrapped ??= this.#opened.fileKey();
    return this.#unwrapped;
  }

  #rc4Key(number: number, generation: number): Uint8Array {
    const keys = this.#keysOf(number, generation);
    keys.rc4 ??= this.#hasObjectKeys ? objectKey(this.#file.key, "RC4", number, generation) : this.#file.key;
    return keys.rc4;
  }

  #aesKey(number: number, generation: number): AesKey {
    const keys = this.#keysOf(number, generation);
    keys.aes ??= new AesKey(
      this.#hasObjectKeys ? objectKey(this.#file.key, "AES", number, generation) : this.#file.key,
    );
    return keys.aes;
  }

  #initializationVector(): Uint8Array {
    if (this.#randomUsed === this.#randomPool.length) {
      this.#randomPool = this.#random(256 * 16);
      this.#randomUsed = 0;
    }
    this.#randomUsed += 16;
    return this.#randomPool.subarray(this.#randomUsed - 16, this.#randomUsed);
  }

  #keysOf(number: number, generation: number): ObjectKeys {
    if (this.#hasObjectKeys && (number !== this.#keys.number || generation !== this.#keys.generation)) {
      this.#keys = { number, generation, rc4: undefined, aes: undefined };
    }
    return this.#keys;
  }
}

interface ObjectKeys {
  readonly number: number;
  readonly generation: number;
  rc4: Uint8Array | undefined;
  aes: AesKey | undefined;
}

interface HandlerOptions {
  readonly randomBytes?: RandomBytes | undefined;
  /** The password that opened the document, in the form it is stored in. */
  readonly password?: Uint8Array | undefined;
}
