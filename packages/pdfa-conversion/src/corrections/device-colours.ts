import { type Bounds, type CosValue, decodeStream, Dict, isName, Name, type Ref, resolve, Stream } from "@quire/cos";
import { srgbProfile } from "@quire/printed/colour";
import { cmykProfile } from "../colour/cmyk-profile.ts";
import type { Conversion, Correction, Found } from "../conversion.ts";
import type { ChangePlace } from "../options.ts";

/**
 * Gives DeviceCMYK, and DeviceRGB, a profile in all resources of a document that uses it, unless the output intent is for
 * such colours (ISO 19005-1, 6.2.3.3; -2, -3 and -4, 6.2.4.3): the default colour spaces of ISO 32000-2, 8.6.5.6.
 */
export const deviceColours: Correction = {
  dictionary(dict, found, conversion) {
    const uses = usesIn(conversion);
    if (found.key === "Resources" || found.key === "DR") {
      uses.resources.add(dict);
    }
    if (uses.place === undefined && namesCmyk([...dict.entries.values()], conversion.bounds)) {
      uses.place = found;
    }
    if (dict.get("OPM") === 1) {
      uses.overprinting.add(dict);
    }
    if (dict.has("ShadingType") && isName(dict.get("ColorSpace"), "DeviceCMYK")) {
      uses.shadings.add(dict);
    }
    if (dict.name("S") === "Transparency" && isName(dict.get("CS"), "DeviceCMYK")) {
      uses.groups.add(dict);
    }
  },

  stream(stream, found, conversion) {
    const uses = usesIn(conversion);
    if (uses.place === undefined && isContent(stream, found) && paintsCmyk(stream, conversion)) {
      uses.place = found;
    }
    return stream;
  },

  array([family, profile], _found, conversion) {
    const stream = resolve(profile);
    if (isName(resolve(family), "ICCBased") && stream instanceof Stream && stream.dict.integer("N") === 4) {
      usesIn(conversion).hasProfile = true;
    }
  },

  end(conversion) {
    const { place, resources, groups, shadings, overprinting, hasProfile } = usesIn(conversion);
    const components = intentComponents(conversion);
    if (components !== 3) {
      const ref = profileSpace(3, srgbProfile(conversion.part === 1 ? 2 : 4), conversion);
      for (const dict of resources) {
        setDefault(dict, "DefaultRGB", ref);
      }
    }
    const needsProfile = place !== undefined && components !== 4;
    if (needsProfile || hasProfile) {
      for (const state of overprinting) {
        // ISO 19005-2, 6.2.4.2: colours with a profile are not overprinted in mode 1.
        state.set("OPM", 0);
        conversion.changes.note("printing_instructions_dropped", {}, "OPM");
      }
    }
    if (!needsProfile) {
      return;
    }
    const ref = profileSpace(4, cmykProfile(), conversion);
    for (const dict of resources) {
      setDefault(dict, "DefaultCMYK", ref);
    }
    for (const shading of shadings) {
      // Not all programs apply the default colour space to the shading of a pattern.
      shading.set("ColorSpace", ref);
    }
    for (const group of groups) {
      // A blending space has to lead both ways, and viewers blend in the colours of the screen.
      group.set("CS", new Name("DeviceRGB"));
    }
    conversion.changes.note("cmyk_described", place);
  },
};

interface Uses {
  /** Where DeviceCMYK is used first. */
  place: ChangePlace | undefined;
  readonly resources: Set<Dict>;
  /** Whether any colour space of CMYK has a profile. */
  hasProfile: boolean;
  /** The graphics states that overprint in mode 1. */
  readonly overprinting: Set<Dict>;
  /** The transparency groups that blend in it. */
  readonly groups: Set<Dict>;
  /** The shadings whose colours are in it. */
  readonly shadings: Set<Dict>;
}

const USES = new WeakMap<Conversion, Uses>();

function usesIn(conversion: Conversion): Uses {
  const uses: Uses = USES.get(conversion) ?? {
    place: undefined,
    resources: new Set<Dict>(),
    hasProfile: false,
    overprinting: new Set<Dict>(),
    groups: new Set<Dict>(),
    shadings: new Set<Dict>(),
  };
  USES.set(conversion, uses);
  return uses;
}

const MAX_DEPTH = 4;

/** Returns whether DeviceCMYK is among the values, or in arrays among them: colour spaces are nested in these. */
function namesCmyk(values: readonly CosValue[], bounds: Bounds, depth = 0): boolean {
  return values.some((value) => {
    bounds.step();
    if (Array.isArray(value)) {
      return depth < MAX_DEPTH && value.length <= MAX_SPACE_LENGTH && namesCmyk(value.map(resolve), bounds, depth + 1);
    }
    return isName(resolve(value), "DeviceCMYK");
  });
}

/** The length of the longest array that is taken for a colour space. */
const MAX_SPACE_LENGTH = 64;

/** Returns whether a stream has content that paints: of a page, form, pattern or glyph. */
const isContent = ({ dict }: Stream, { key, parentKey }: Found): boolean =>
  key === "Contents" || parentKey === "CharProcs" || dict.name("Subtype") === "Form" || dict.has("PatternType");

/** Matches the operators k and K and the names of the colour space, also in inline images, wherever they may stand. */
const CMYK_TOKENS = /(?:^|[\s\])>])[kK](?:[\s[(</]|$)|CMYK/;

/** Returns whether content may paint in DeviceCMYK. What is found in a string is no harm: the profile is then not used. */
function paintsCmyk(stream: Stream, { bounds }: Conversion): boolean {
  const { bytes, remaining } = decodeStream(stream, bounds);
  return (
    remaining.length === 0 &&
    CMYK_TOKENS.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1"))
  );
}

/** Returns the number of components of the output intent's profile; undefined where it has none. */
function intentComponents({ catalog }: Conversion): number | undefined {
  const intent = resolve(catalog.array("OutputIntents")?.[0]);
  return intent instanceof Dict ? intent.stream("DestOutputProfile")?.dict.integer("N") : undefined;
}

function profileSpace(components: number, profile: Uint8Array, { document }: Conversion): Ref {
  const stream = new Stream(new Dict([["N", components]]), profile);
  return document.add([new Name("ICCBased"), document.add(stream)]);
}

function setDefault(resources: Dict, name: "DefaultRGB" | "DefaultCMYK", space: Ref): void {
  const spaces = resources.dict("ColorSpace");
  const [family] = spaces?.array(name) ?? [];
  // One without a profile gives no colour a meaning.
  if (!isName(resolve(family), "ICCBased") && !isName(resolve(family), "CalRGB")) {
    resources.set("ColorSpace", (spaces?.copy() ?? new Dict()).set(name, space));
  }
}
