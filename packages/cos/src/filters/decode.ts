import type { Bounds } from "../bounds.ts";
import { type CosDirect, type Dict, type Stream } from "../objects.ts";
import { decodeAscii85, decodeAsciiHex } from "./ascii.ts";
import { type Filter, filtersOf } from "./declared-filters.ts";
import type { FilterOutput } from "./decoded-bytes.ts";
import { decodeFlate } from "./flate.ts";
import { decodeLzw } from "./lzw.ts";
import { decodePredictor, type PredictorParameters } from "./predictor.ts";
import { decodeRunLength } from "./run-length.ts";

export interface Decoded {
  readonly bytes: Uint8Array;
  /**
   * The first filter that belongs to an image format, or that is not known, and those after it: `bytes` are their
   * input.
   */
  readonly remaining: readonly Filter[];
  /** The faults of the data or its filters, in sentences; `bytes` is what could be decoded nevertheless. */
  readonly damage?: string | undefined;
  /** Whether a filter found its data only by a guess: after white-space, or without a sound header. */
  readonly isGuessed?: true | undefined;
}

/**
 * Decodes a stream by its filters (ISO 32000-2, 7.4), up to one that belongs to an image format. Without filters the
 * result is the stream's bytes themselves; callers must not change it in any case.
 * @throws CosError `too_complex` when there are too many filters or decoded bytes.
 */
export function decodeStream(stream: Stream, bounds: Bounds): Decoded {
  const { filters, damage } = filtersOf(stream.dict, bounds);
  return decodeFilters(stream.bytes.encoded(), filters, bounds, damage);
}

/**
 * Decodes data by the filters of its dictionary, that of a stream or of an inline image (8.9.7); otherwise the same as
 * `decodeStream`.
 * @throws CosError `too_complex` when there are too many filters or decoded bytes.
 */
export function decodeData(bytes: Uint8Array, dict: Dict, bounds: Bounds): Decoded {
  const { filters, damage } = filtersOf(dict, bounds);
  return decodeFilters(bytes, filters, bounds, damage);
}

/**
 * Decodes up to a filter that is not decoded here, and reports damage. Damaged data is decoded as far as possible.
 * @throws CosError `too_complex` when there are too many decoded bytes.
 */
function decodeFilters(encoded: Uint8Array, filters: readonly Filter[], bounds: Bounds, firstDamage?: string): Decoded {
  let bytes = encoded;
  let damage = firstDamage;
  let isGuessed: true | undefined;
  for (const [index, { filter, parameters }] of filters.entries()) {
    bounds.look();
    const output = decodeFilter(bytes, filter, parameters, Math.max(0, bounds.decodableBytes));
    if (output === undefined) {
      const unknown = IMAGE_FILTERS.has(filter) ? undefined : `The filter ${filter.slice(0, 40)} is not known.`;
      return { bytes, remaining: filters.slice(index), damage: joined(damage, unknown), isGuessed };
    }
    if (output.bytes !== bytes) {
      bounds.spendBytes(output.bytes.length);
    }
    bytes = output.bytes;
    damage = joined(damage, output.damage);
    isGuessed = output.isGuessed === true ? true : isGuessed;
  }
  return { bytes, remaining: [], damage, isGuessed };
}

const IMAGE_FILTERS: ReadonlySet<string> = new Set(["DCTDecode", "JPXDecode", "CCITTFaxDecode", "JBIG2Decode"]);

const joined = (first: string | undefined, second: string | undefined): string | undefined =>
  first === undefined || second === undefined ? (first ?? second) : `${first} ${second}`;

/** Returns the output of one filter; undefined for one that is not decoded here. */
function decodeFilter(
  bytes: Uint8Array,
  filter: string,
  parameters: Dict | undefined,
  maxBytes: number,
): FilterOutput | undefined {
  switch (filter) {
    case "FlateDecode":
      return unpredicted(decodeFlate(bytes, maxBytes), parameters);
    case "LZWDecode": {
      const earlyChange = parameters?.get("EarlyChange") !== 0;
      return unpredicted(decodeLzw(bytes, earlyChange, maxBytes), parameters);
    }
    case "ASCIIHexDecode":
      return decodeAsciiHex(bytes, maxBytes);
    case "ASCII85Decode":
      return decodeAscii85(bytes, maxBytes);
    case "RunLengthDecode":
      return decodeRunLength(bytes, maxBytes);
    // 7.4.10: what this filter says was done where the bytes of the stream were decrypted.
    case "Crypt":
      return { bytes };
    default:
      return undefined;
  }
}

function unpredicted(output: FilterOutput, parameters: Dict | undefined): FilterOutput {
  const predictor = parameters?.get("Predictor") ?? 1;
  if (parameters === undefined || predictor === 1) {
    return output;
  }
  const predicted: PredictorParameters = {
    predictor: whole(predictor),
    colors: whole(parameters.get("Colors") ?? 1),
    bitsPerComponent: whole(parameters.get("BitsPerComponent") ?? 8),
    columns: whole(parameters.get("Columns") ?? 1),
  };
  const { bytes, damage } = decodePredictor(output.bytes, predicted);
  return { bytes, damage: joined(output.damage, damage), isGuessed: output.isGuessed };
}

/** Returns the number when it is an integer, otherwise NaN, which is in no range. */
const whole = (value: CosDirect): number => (Number.isSafeInteger(value) ? Number(value) : Number.NaN);
