import { encodeFlate } from "../filters/flate.ts";
import { type CosDirect, type CosValue, Dict, isName, Name, resolve, type Stream } from "../objects.ts";
import type { SecurityHandler } from "../security/security-handler.ts";

export interface StreamData {
  /** The dictionary, with the Length of `bytes`. */
  readonly dict: Dict;
  readonly bytes: Uint8Array;
}

export interface StreamDataOptions {
  readonly compress: boolean;
  readonly security: SecurityHandler | undefined;
  readonly number: number;
  readonly generation: number;
}

/**
 * Returns what is written for a stream (7.3.8): its encoded bytes, or deflated ones when it has no filter; encrypted in
 * the end.
 */
export function streamData(stream: Stream, options: StreamDataOptions): StreamData {
  const dict = stream.dict.copy();
  dropCryptFilter(dict, (options.security?.version ?? 0) >= 4);
  const encoded = stream.bytes.encoded();
  const deflated = options.compress && isCompressible(dict, encoded) ? encodeFlate(encoded) : undefined;
  let bytes = encoded;
  if (deflated !== undefined && deflated.length + FILTER_ENTRY_BYTES < encoded.length) {
    bytes = deflated;
    dict.set("Filter", new Name("FlateDecode"));
    // Parameters without a filter would be taken for those of the new one.
    dict.delete("DecodeParms");
    dict.delete("DP");
  }
  if (options.security !== undefined) {
    bytes = options.security.encryptStream(bytes, dict, options.number, options.generation);
  }
  dict.set("Length", bytes.length);
  return { dict, bytes };
}

const FILTER_ENTRY_BYTES = "/Filter/FlateDecode".length;
/**
 * The minimum length that is compressed: shorter content hardly ever gets shorter by more than the entry, and trying
 * costs more than writing it.
 */
const COMPRESSIBLE_BYTES = 64;

function isCompressible(dict: Dict, encoded: Uint8Array): boolean {
  return (
    encoded.length >= COMPRESSIBLE_BYTES &&
    filtersOf(dict).length === 0 &&
    // The data of an external file is not here (7.3.8.2).
    !dict.has("F") &&
    // Metadata stays readable for programs that do not read PDF (14.3.2); ISO 19005-1, 6.7.2 requires it.
    !isName(dict.get("Type"), "Metadata")
  );
}

/**
 * Removes the Crypt filter (7.4.10) of a stream that was decrypted, except for the one by which it stays in the clear
 * among encrypted ones.
 */
function dropCryptFilter(dict: Dict, knowsCryptFilters: boolean): void {
  const filters = filtersOf(dict);
  if (!filters.some((filter) => isName(resolve(filter), "Crypt"))) {
    return;
  }
  const parameters = listOf(dict, "DecodeParms");
  const kept = filters.flatMap((filter, index) => {
    const parameter = resolve(parameters[index]);
    return isName(resolve(filter), "Crypt") && !(knowsCryptFilters && isIdentity(parameter))
      ? []
      : [{ filter, parameter }];
  });
  dict.delete("Filter");
  dict.delete("DecodeParms");
  if (kept.length > 0) {
    dict.set(
      "Filter",
      kept.map(({ filter }) => filter),
    );
    dict.set(
      "DecodeParms",
      kept.map(({ parameter }) => parameter),
    );
  }
}

const isIdentity = (parameters: CosDirect): boolean =>
  !(parameters instanceof Dict) || !parameters.has("Name") || isName(parameters.get("Name"), "Identity");

const filtersOf = (dict: Dict): CosValue[] => listOf(dict, "Filter");

function listOf(dict: Dict, key: string): CosValue[] {
  const value = dict.get(key);
  return value === null ? [] : Array.isArray(value) ? value : [value];
}
