import type { Bounds } from "../../bounds.ts";
import { decodeStream } from "../../filters/decode.ts";
import { type Dict, resolve, type Stream } from "../../objects.ts";
import { Broken, type FunctionBody, type Interval, interpolated, intervalsOf } from "./function-body.ts";
import { Samples, UNIT } from "./samples.ts";

interface Sides {
  readonly domain: readonly Interval[];
  readonly range: readonly Interval[];
  readonly bounds: Bounds;
}

/**
 * Reads a sampled function, type 0 (ISO 32000-2, 7.10.2); `Broken` with the reason when that fails. Between the samples
 * it is linear, as in other readers, even where a cubic spline is asked for.
 */
export function sampledBody(stream: Stream, { domain, range, bounds }: Sides): FunctionBody | Broken {
  const { dict } = stream;
  if (domain.length > MAX_INPUTS) {
    return new Broken(`A sampled function has ${domain.length} inputs; at most ${MAX_INPUTS} are computed.`);
  }
  const sizes = sizesOf(dict, domain.length);
  const bitsPerSample = dict.integer("BitsPerSample");
  if (!sizes || bitsPerSample === undefined || bitsPerSample < 1 || bitsPerSample > 32) {
    return new Broken("Size or BitsPerSample of a sampled function is missing or wrong.");
  }
  const encode = sidesOf(dict, "Encode", domain.length) ?? sizes.map((size) => ({ low: 0, high: size - 1 }));
  const decode = sidesOf(dict, "Decode", range.length) ?? range;
  const decoded = decodeStream(stream, bounds);
  if (decoded.remaining.length > 0) {
    return new Broken("The samples of a function are encoded as an image.");
  }
  const samples = sizes.reduce((product, size) => product * size, range.length);
  const damage = new Set<string>(decoded.damage === undefined ? [] : [decoded.damage]);
  if (samples * bitsPerSample > decoded.bytes.length * 8) {
    damage.add("A sampled function has fewer samples than it says: those that are missing are 0.");
  }
  return new Sampled({
    domain,
    encode,
    decode,
    sizes,
    damage,
    bounds,
    samples: new Samples(decoded.bytes, bitsPerSample),
  });
}

/** The maximum number of inputs: the number of corners between which a value is interpolated doubles with each. */
const MAX_INPUTS = 12;

function sizesOf(dict: Dict, count: number): number[] | undefined {
  const value = dict.get("Size");
  // A number in place of an array of one is a mistake that other readers accept.
  const sizes = (Array.isArray(value) ? value.slice(0, count) : [value]).map(resolve);
  const isRight = sizes.length === count && sizes.every((size) => Number.isSafeInteger(size) && Number(size) > 0);
  return isRight ? sizes.map(Number) : undefined;
}

/** Reads an array of intervals; undefined, which stands for its default, when it is wrong or has too few of them. */
function sidesOf(dict: Dict, key: "Encode" | "Decode", count: number): readonly Interval[] | undefined {
  const intervals = intervalsOf(dict.get(key));
  return intervals && intervals.length >= count ? intervals : undefined;
}

interface SampledParts {
  readonly domain: readonly Interval[];
  readonly encode: readonly Interval[];
  readonly decode: readonly Interval[];
  readonly sizes: readonly number[];
  readonly damage: ReadonlySet<string>;
  readonly bounds: Bounds;
  readonly samples: Samples;
}

class Sampled implements FunctionBody {
  readonly outputCount: number;
  readonly damage: ReadonlySet<string>;
  readonly #parts: SampledParts;
  /**
   * For each input that lies between two samples, its distance from the lower one, from 0 to 1; `#strides` has how many
   * samples further the upper one is.
   */
  readonly #fractions: Float64Array;
  readonly #strides: Float64Array;

  constructor(parts: SampledParts) {
    this.outputCount = parts.decode.length;
    this.damage = parts.damage;
    this.#parts = parts;
    this.#fractions = new Float64Array(parts.sizes.length);
    this.#strides = new Float64Array(parts.sizes.length);
  }

  evaluate(inputs: Float64Array, outputs: Float64Array): void {
    const { bounds, samples } = this.#parts;
    const { outputCount } = this;
    const fractions = this.#fractions;
    const strides = this.#strides;
    let between = 0;
    let first = 0;
    let stride = outputCount;
    for (let dimension = 0; dimension < inputs.length; dimension++) {
      const size = this.#parts.sizes[dimension] ?? 1;
      const place = this.#place(inputs[dimension] ?? 0, dimension, size);
      const index = Math.floor(place);
      first += index * stride;
      if (place > index) {
        fractions[between] = place - index;
        strides[between++] = stride;
      }
      stride *= size;
    }
    outputs.fill(0, 0, outputCount);
    for (let corner = 0; corner < 1 << between; corner++) {
      bounds.step();
      let weight = 1;
      let sample = first;
      for (let dimension = 0; dimension < between; dimension++) {
        const fraction = fractions[dimension]!;
        if ((corner >> dimension) & 1) {
          weight *= fraction;
          sample += strides[dimension]!;
        } else {
          weight *= 1 - fraction;
        }
      }
      for (let output = 0; output < outputCount; output++) {
        outputs[output] = outputs[output]! + weight * samples.at(sample + output);
      }
    }
    this.#decode(outputs);
  }

  /** Returns the position of an input among the samples of a dimension, from 0 to `size` - 1. */
  #place(input: number, dimension: number, size: number): number {
    const { domain, encode } = this.#parts;
    const place = interpolated(input, domain[dimension] ?? UNIT, encode[dimension] ?? UNIT);
    return Math.min(Math.max(Number.isNaN(place) ? 0 : place, 0), size - 1);
  }

  #decode(outputs: Float64Array): void {
    const all = { low: 0, high: this.#parts.samples.greatest };
    for (let output = 0; output < this.outputCount; output++) {
      outputs[output] = interpolated(outputs[output]!, all, this.#parts.decode[output] ?? UNIT);
    }
  }
}
