import type { Bounds } from "../../bounds.ts";
import { asDict, type CosValue, type Dict, type ObjectSource, Ref, resolve, Stream } from "../../objects.ts";
import { calculatorBody } from "./calculator.ts";
import { ClippedFunction, FunctionRow } from "./clipped-function.ts";
import { exponentialBody } from "./exponential.ts";
import { Broken, type CosFunction, type FunctionBody, type Interval, intervalsOf } from "./function-body.ts";
import { sampledBody } from "./sampled.ts";
import { stitchingBody } from "./stitching.ts";

export type { CosFunction } from "./function-body.ts";

/** Reads a function; when it is broken, or not a function, returns undefined and passes the reason to `tell`. */
export function functionOf(value: CosValue, bounds: Bounds, tell?: (reason: string) => void): CosFunction | undefined {
  const reading = new FunctionReader(bounds).read(value, 0);
  if (reading instanceof Broken) {
    tell?.(reading.reason);
    return undefined;
  }
  return reading;
}

/**
 * Reads a function, or an array of functions of the same inputs as one function whose outputs are theirs in turn, which
 * shadings and transfer functions allow (8.7.4.5.2). When that fails, returns undefined and passes the reason to
 * `tell`.
 */
export function functionsOf(value: CosValue, bounds: Bounds, tell?: (reason: string) => void): CosFunction | undefined {
  const array = resolve(value);
  if (!Array.isArray(array)) {
    return functionOf(value, bounds, tell);
  }
  const reader = new FunctionReader(bounds);
  const functions: CosFunction[] = [];
  for (const element of array) {
    const reading = reader.read(element, 0);
    if (reading instanceof Broken) {
      tell?.(reading.reason);
      return undefined;
    }
    functions.push(reading);
  }
  const [first] = functions;
  if (!first || functions.some((one) => one.inputCount !== first.inputCount)) {
    tell?.("The functions of an array are none, or have different numbers of inputs.");
    return undefined;
  }
  return new FunctionRow(functions, first.inputCount);
}

/**
 * The maximum number of functions that one function may consist of, however they are nested; smooth gradients have some
 * thousands.
 */
const MAX_FUNCTIONS = 20_000;
/** The maximum number of levels of stitching functions in each other; writers nest two or three. */
const MAX_NESTING = 32;

class FunctionReader {
  readonly #bounds: Bounds;
  readonly #known = new Map<ObjectSource, Map<number, CosFunction | Broken>>();
  #count = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  read(value: CosValue, depth: number): CosFunction | Broken {
    this.#bounds.step();
    if (depth > MAX_NESTING) {
      return new Broken("Functions are nested too deep.");
    }
    if (!(value instanceof Ref)) {
      return this.#readDirect(value, depth);
    }
    const known = this.#knownOf(value.source);
    const before = known.get(value.number);
    if (before) {
      return before;
    }
    known.set(value.number, new Broken("A function is made of itself."));
    const reading = this.#readDirect(value, depth);
    known.set(value.number, reading);
    return reading;
  }

  #readDirect(raw: CosValue, depth: number): CosFunction | Broken {
    this.#count++;
    if (this.#count > MAX_FUNCTIONS) {
      return new Broken("A function is made of too many functions.");
    }
    const value = resolve(raw);
    const dict = asDict(value);
    if (!dict) {
      return new Broken("A function is neither a dictionary nor a stream.");
    }
    const domain = intervalsOf(dict.get("Domain"));
    const range = dict.has("Range") ? intervalsOf(dict.get("Range")) : null;
    if (domain === undefined || range === undefined) {
      return new Broken("The Domain or the Range of a function is missing or no array of numbers.");
    }
    const body = this.#bodyOf(value instanceof Stream ? value : undefined, dict, { domain, range, depth });
    return body instanceof Broken ? body : new ClippedFunction(body, domain, range);
  }

  #bodyOf(
    stream: Stream | undefined,
    dict: Dict,
    { domain, range, depth }: { domain: readonly Interval[]; range: readonly Interval[] | null; depth: number },
  ): FunctionBody | Broken {
    const type = dict.get("FunctionType");
    if (type === 2) {
      return exponentialBody(dict, domain);
    }
    if (type === 3) {
      return stitchingBody(dict, domain, (value) => this.read(value, depth + 1));
    }
    if (type !== 0 && type !== 4) {
      return new Broken("A function has a type that there is not.");
    }
    if (!stream || !range) {
      return new Broken(`A function of type ${type} is no stream, or has no Range.`);
    }
    return type === 0
      ? sampledBody(stream, { domain, range, bounds: this.#bounds })
      : calculatorBody(stream, { inputCount: domain.length, outputCount: range.length, bounds: this.#bounds });
  }

  #knownOf(source: ObjectSource) {
    let known = this.#known.get(source);
    if (!known) {
      known = new Map();
      this.#known.set(source, known);
    }
    return known;
  }
}
