import { CosError } from "../cos-error.ts";
import { asDict, type CosDirect, type Dict, isName, resolve } from "../objects.ts";

/** How bytes are encrypted. The key tells how many bits AES has. */
export type CipherMethod = "Identity" | "RC4" | "AES";

/** ISO 32000-2, 7.6.6: which of the crypt filters are for what. */
export interface CryptFilters {
  readonly strings: CipherMethod;
  readonly streams: CipherMethod;
  readonly embeddedFiles: CipherMethod;
  /** The crypt filters by their names, for the streams that choose their own. */
  readonly named: ReadonlyMap<string, CipherMethod>;
}

/** Everything is encrypted with RC4 before version 4. */
const RC4_ONLY: CryptFilters = { strings: "RC4", streams: "RC4", embeddedFiles: "RC4", named: new Map() };

/** @throws CosError `unsupported_encryption`, when one that is needed has a method that nobody defined */
export function readCryptFilters(encrypt: Dict, version: number): CryptFilters {
  if (version < 4) {
    return RC4_ONLY;
  }
  const named = new Map<string, CipherMethod>();
  const unknown = new Map<string, string>();
  const filters = encrypt.dict("CF");
  for (const name of filters?.keys() ?? []) {
    const filter = filters?.dict(name);
    // 7.3.7: an entry that leads to nothing is as good as absent.
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
    // As qpdf has it: a filter that is not defined is most likely the usual one.
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

/** The method of a stream that is no cross-reference stream, by its own Crypt filter, or by what it holds. */
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

/** The name that the stream's Crypt filter has (7.4.10); undefined when it has no such filter. */
function ownCryptFilter(dict: Dict): string | undefined {
  // It shall be the first filter: further down it could not be undone before those above it.
  if (!isName(firstOf(dict.get("Filter")), "Crypt")) {
    return undefined;
  }
  return asDict(firstOf(dict.get("DecodeParms")))?.name("Name") ?? "Identity";
}

const firstOf = (value: CosDirect): CosDirect => (Array.isArray(value) ? resolve(value[0]) : value);
