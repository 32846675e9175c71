import { CosError } from "../cos-error.ts";
import { asDict, type CosDirect, type Dict, isName, resolve } from "../objects.ts";

/** The cipher that encrypts bytes. The key's length gives the number of bits for AES. */
export type CipherMethod = "Identity" | "RC4" | "AES";

/** The ciphers for each kind of data, by the crypt filters (ISO 32000-2, 7.6.6). */
export interface CryptFilters {
  readonly strings: CipherMethod;
  readonly streams: CipherMethod;
  readonly embeddedFiles: CipherMethod;
  /** The ciphers of the crypt filters by name, for streams that choose a filter themselves. */
  readonly named: ReadonlyMap<string, CipherMethod>;
}

/** The filters of versions before 4, in which everything is encrypted with RC4. */
const RC4_ONLY: CryptFilters = { strings: "RC4", streams: "RC4", embeddedFiles: "RC4", named: new Map() };

/**
 * Reads the crypt filters of an encryption dictionary.
 * @throws CosError `unsupported_encryption` when one that is needed has a method that is not defined.
 */
export function readCryptFilters(encrypt: Dict, version: number): CryptFilters {
  if (version < 4) {
    return RC4_ONLY;
  }
  const named = new Map<string, CipherMethod>();
  const unknown = new Map<string, string>();
  const filters = encrypt.dict("CF");
  for (const name of filters?.keys() ?? []) {
    const filter = filters?.dict(name);
    // 7.3.7: an entry that leads to nothing is equal to an absent one.
    if (filter === undefined) {
      continue;
    }
    const method = filter.name("CFM") ?? "None";
    const cipher = METHODS.get(method);
    if (cipher === undefined) {
      unknown.set(name, method);
    } else {
      named.set(name, cipher);
    }
  }
  // 7.6.6.1: this name always means that nothing is encrypted, also when there is another filter of that name.
  named.set("Identity", "Identity");
  const chosen = (name: string): CipherMethod => {
    const method = unknown.get(name);
    if (method !== undefined && name !== "Identity") {
      throw new CosError("unsupported_encryption", `The crypt filter ${name} has the unknown method ${method}.`);
    }
    // As in qpdf, a filter that is not defined is most likely the usual one.
    return named.get(name) ?? "AES";
  };
  const streams = chosen(encrypt.name("StmF") ?? "Identity");
  const embeddedFiles = encrypt.name("EFF");
  return {
    strings: chosen(encrypt.name("StrF") ?? "Identity"),
    streams,
    embeddedFiles: embeddedFiles === undefined ? streams : chosen(embeddedFiles),
    named,
  };
}

const METHODS: ReadonlyMap<string, CipherMethod> = new Map([
  ["None", "Identity"],
  ["V2", "RC4"],
  ["AESV2", "AES"],
  ["AESV3", "AES"],
]);

/**
 * Returns the cipher of a stream that is not a cross-reference stream: that of its Crypt filter when it has one, else
 * the one for its content.
 */
export function cipherOfStream(dict: Dict, filters: CryptFilters, encryptsMetadata: boolean): CipherMethod {
  const own = ownCryptFilter(dict);
  const ownMethod = own === undefined ? undefined : filters.named.get(own);
  if (ownMethod !== undefined) {
    return ownMethod;
  }
  const type = dict.get("Type");
  if (!encryptsMetadata && isName(type, "Metadata")) {
    return "Identity";
  }
  return isName(type, "EmbeddedFile") ? filters.embeddedFiles : filters.streams;
}

/** Returns the name in the stream's Crypt filter (7.4.10); undefined when it has no such filter. */
function ownCryptFilter(dict: Dict): string | undefined {
  // It must be the first filter: further down it could not be undone before those above it.
  if (!isName(firstOf(dict.get("Filter")), "Crypt")) {
    return undefined;
  }
  return asDict(firstOf(dict.get("DecodeParms")))?.name("Name") ?? "Identity";
}

const firstOf = (value: CosDirect): CosDirect => (Array.isArray(value) ? resolve(value[0]) : value);
