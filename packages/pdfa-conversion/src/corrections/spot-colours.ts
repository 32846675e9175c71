import { type CosArray, type CosValue, Dict, functionOf, isName, Name, resolve, Stream } from "@quire/cos";
import type { Conversion, Correction } from "../conversion.ts";
import type { ChangePlace } from "../options.ts";

/**
 * Describes each spot colour of a DeviceN colour space by a Separation colour space (ISO 19005-2, -3 and -4, 6.2.4.4): that
 * of the same name in the document, or what the tint transformation makes of it alone.
 */
export const spotColours: Correction = {
  array(array, found, conversion) {
    const [family, name] = array;
    const spots = spotsIn(conversion);
    if (isName(resolve(family), "Separation")) {
      const colorant = resolve(name);
      if (colorant instanceof Name && !spots.separations.has(colorant.value)) {
        spots.separations.set(colorant.value, array);
      }
    } else if (isName(resolve(family), "DeviceN") && conversion.part !== 1) {
      spots.spaces.push({ array, found });
    }
  },

  end(conversion) {
    for (const { array, found } of spotsIn(conversion).spaces) {
      conversion.bounds.step();
      describe(array, found, conversion);
    }
  },
};

interface Spots {
  /** The Separation colour spaces by the names of their colorants. */
  readonly separations: Map<string, CosArray>;
  readonly spaces: { readonly array: CosArray; readonly found: ChangePlace }[];
}

const SPOTS = new WeakMap<Conversion, Spots>();

function spotsIn(conversion: Conversion): Spots {
  const spots = SPOTS.get(conversion) ?? { separations: new Map(), spaces: [] };
  SPOTS.set(conversion, spots);
  return spots;
}

/** Colorants that are no spot colours (ISO 32000-2, 8.6.6.5). */
const PROCESS: ReadonlySet<string> = new Set(["Cyan", "Magenta", "Yellow", "Black", "None", "All"]);

function describe(array: CosArray, found: ChangePlace, conversion: Conversion): void {
  const names = namesOf(resolve(array[1]));
  const given = resolve(array[4]);
  const attributes = given instanceof Dict ? given : new Dict();
  const process = new Set(namesOf(attributes.dict("Process")?.get("Components") ?? null));
  const colorants = attributes.dict("Colorants") ?? new Dict();
  const { separations } = spotsIn(conversion);
  for (const [index, name] of names.entries()) {
    if (PROCESS.has(name) || process.has(name) || colorants.has(name)) {
      continue;
    }
    const own = separations.get(name) ?? separationOf({ name, index, array }, conversion);
    if (own !== undefined) {
      separations.set(name, own);
      colorants.set(name, own);
      conversion.changes.note("spot_colours_described", found, name);
    }
  }
  if (colorants.entries.size > 0) {
    attributes.set("Colorants", colorants);
    array[4] = attributes;
  }
}

/** The steps at which a tint transformation is looked at. */
const STEPS = 64;
const LARGEST = 255;

function separationOf(
  { name, index, array }: { readonly name: string; readonly index: number; readonly array: CosArray },
  { bounds }: Conversion,
): CosArray | undefined {
  const transform = functionOf(array[3] ?? null, bounds);
  if (transform === undefined) {
    return undefined;
  }
  const declared = resolve(array[3]);
  const dict = declared instanceof Stream ? declared.dict : declared instanceof Dict ? declared : new Dict();
  const range = Array.from({ length: 2 * transform.outputCount }, (_, at) => {
    const end = resolve(dict.array("Range")?.[at]);
    return typeof end === "number" ? end : at % 2;
  });
  const samples = Buffer.alloc(STEPS * transform.outputCount);
  for (let step = 0; step < STEPS; step++) {
    const inputs = Array.from({ length: transform.inputCount }, (_, at) => (at === index ? step / (STEPS - 1) : 0));
    for (const [output, value] of transform.evaluate(inputs).entries()) {
      const [low = 0, high = 1] = range.slice(2 * output, 2 * output + 2);
      const share = high > low ? (value - low) / (high - low) : 0;
      samples[step * transform.outputCount + output] = Math.round(LARGEST * Math.min(1, Math.max(0, share)));
    }
  }
  const tint = new Stream(
    new Dict([
      ["FunctionType", 0],
      ["Domain", [0, 1]],
      ["Range", range],
      ["Size", [STEPS]],
      ["BitsPerSample", 8],
    ]),
    samples,
  );
  return [new Name("Separation"), new Name(name), array[2] ?? new Name("DeviceGray"), tint];
}

const namesOf = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value.map((raw: CosValue) => {
        const name = resolve(raw);
        return name instanceof Name ? name.value : "";
      })
    : [];
