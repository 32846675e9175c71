import { type CosDirect, type Dict, isName, Name, type Page, type Stream } from "@quire/cos";
import type {
  ContentContext,
  CurrentColour,
  GraphicsState,
  Paint,
  PaintedForm,
  PaintedImage,
  PaintedShading,
  SetColour,
  WalkedContent,
} from "../content/subjects.ts";
import { jpeg2000Of } from "../jpeg2000/of-stream.ts";
import type { Place } from "../place.ts";
import type { Emit, Validation } from "../validation.ts";
import { colourSettingOf, outputSetting } from "./blending.ts";
import { Collected } from "./collected.ts";
import {
  type ColourSpace,
  colourSpaceOf,
  type DeviceNSpace,
  type DeviceSpaceName,
  type SeparationSpace,
} from "./colour-space.ts";
import type { ColourSetting } from "./subjects.ts";
import { digestOf } from "./value-digest.ts";

/**
 * The circumstances in which a colour space is used: the resources that names refer to, and the meaning of device
 * colours.
 */
interface Use {
  readonly resources: Dict | undefined;
  readonly setting: ColourSetting;
  readonly place: Place;
  /** The kind of use: `fill`, `image`. */
  readonly by: string;
}

/**
 * Breaks the colour spaces that content uses down into the subjects of rules: device colours, ICC profiles, spot
 * colours. Nested spaces count: the base of Indexed, the alternate of Separation and DeviceN.
 */
export class ColourUses {
  readonly #validation: Validation;
  readonly #collected = new Collected();
  /** The first Separation space of each name. */
  readonly #separations = new Map<string, SeparationSpace>();
  readonly #seenSeparations = new Set<SeparationSpace>();
  readonly #seenDeviceN = new Set<DeviceNSpace>();
  /**
   * The uses that were collected: the same space with the same names in the same setting, on the same page, counts
   * once.
   */
  readonly #seen = new Map<ColourSetting, Map<Dict | undefined, Map<ColourSpace, Set<string>>>>();

  /** The last context, and the states seen in it: there is a text event for each string. */
  #context: ContentContext | undefined;
  readonly #states = new Set<GraphicsState>();

  constructor(validation: Validation) {
    this.#validation = validation;
  }

  tell(emit: Emit): void {
    this.#collected.tell(emit);
  }

  paint({ colour, operation, by, state, context }: Paint, place: Place): void {
    this.state(state, context, place);
    if (isPerhapsInitial(colour)) {
      this.#colour(colour, { context, place, by: `${operation} of ${by}` });
    }
    const hasOverprint = operation === "fill" ? state.fillOverprint : state.strokeOverprint;
    // In an uncoloured glyph or pattern, the colour is that of the text or path, which was collected with its own
    // state.
    if (hasOverprint && !context.isUncoloured && this.#isIccCmyk(colour.underlying ?? colour, context)) {
      this.#collected.add("icc-overprint", { overprintMode: state.overprintMode }, place);
    }
  }

  /** Collects a colour that is set; see `state` for the reason. */
  set({ colour, operation, context }: SetColour, place: Place): void {
    this.#colour(colour, { context, place, by: `${operation} colour` });
  }

  /**
   * Collects the current colours of a state. TWG resolution A011 to ISO 19005: colours that were set have to be
   * device-independent even if nothing is painted in them, such as the stroke colour where text is only filled. No
   * operator sets the initial colour, so it counts only where it is painted.
   */
  state(state: GraphicsState, context: ContentContext, place: Place): void {
    if (context !== this.#context) {
      this.#context = context;
      this.#states.clear();
    }
    if (this.#states.has(state)) {
      return;
    }
    this.#states.add(state);
    const { fill, stroke } = state;
    if (!isPerhapsInitial(fill)) {
      this.#colour(fill, { context, place, by: "fill colour" });
    }
    if (!isPerhapsInitial(stroke)) {
      this.#colour(stroke, { context, place, by: "stroke colour" });
    }
  }

  image({ colorSpace, isStencilMask, stream, context }: PaintedImage, place: Place): void {
    if (isStencilMask) {
      return;
    }
    const use = { context, place, by: "image" };
    if (colorSpace !== null) {
      this.#value(colorSpace, use);
    } else if (stream !== undefined) {
      // ISO 19005-2, 6.2.8.3: without /ColorSpace, the enumerated space 12 is DeviceCMYK.
      const facts = jpeg2000Of(stream, this.#validation.bounds);
      if (facts?.colourSpecifications.some(({ enumerated }) => enumerated === ENUMERATED_CMYK) === true) {
        this.#value(new Name("DeviceCMYK"), use);
      }
    }
  }

  shading({ colorSpace, context }: PaintedShading, place: Place): void {
    this.#value(colorSpace, { context, place, by: "shading" });
  }

  /**
   * Collects the colour space of a form's group, which has to be one that may be painted with (ISO 19005-2, 6.2.10).
   * That of a soft mask is for opacity alone.
   */
  form({ by, group, context }: PaintedForm, place: Place): void {
    if (by === "soft-mask") {
      return;
    }
    const setting = colourSettingOf(context, this.#validation);
    this.#group(group, { context, place, by: `transparency group, ${by}`, setting });
  }

  /** Collects the colour spaces of page groups, which nothing paints. */
  content({ context }: WalkedContent, place: Place): void {
    const { kind, dict, environment } = context;
    if (kind === "page") {
      const setting = outputSetting(environment.pageOutputIntents, this.#validation);
      this.#group(dict.dict("Group"), { context, place, by: "group of the page", setting });
    }
  }

  /** Collects the colour space of a 3D stream (ISO 19005-4, annex B), in the setting of the page's content. */
  artwork(stream: Stream, page: Page, place: Place): void {
    const value = stream.dict.get("ColorSpace");
    if (value !== null) {
      const setting = outputSetting(page.dict.get("OutputIntents"), this.#validation);
      const space = colourSpaceOf(value, this.#validation.bounds);
      this.#space(space, { resources: page.resources, setting, place, by: "3D stream" });
    }
  }

  #group(group: Dict | undefined, { context, place, by, setting }: Where & { setting: ColourSetting }): void {
    const value = group?.name("S") === "Transparency" ? group.get("CS") : null;
    if (value !== null) {
      const space = colourSpaceOf(value, this.#validation.bounds);
      // A value that is no colour space leaves the group without one.
      if (space.kind !== "unknown") {
        this.#space(space, { resources: defaultsOf(context, this.#validation), setting, place, by });
      }
    }
  }

  #colour(colour: CurrentColour, where: Where): void {
    const { space, underlying, resources } = colour;
    if (underlying !== undefined) {
      this.#colour(underlying, where);
      return;
    }
    const { context, place, by } = where;
    const setting = colourSettingOf(context, this.#validation);
    const names = resources === context.resources ? defaultsOf(context, this.#validation) : resources;
    this.#space(colourSpaceOf(space, this.#validation.bounds), { resources: names, setting, place, by });
  }

  #value(value: CosDirect, { context, place, by }: Where): void {
    const setting = colourSettingOf(context, this.#validation);
    const resources = defaultsOf(context, this.#validation);
    this.#space(colourSpaceOf(value, this.#validation.bounds), { resources, setting, place, by });
  }

  #space(space: ColourSpace, use: Use): void {
    if (this.#isNew(space, use)) {
      this.#reportSpace(space, use);
    }
  }

  #reportSpace(space: ColourSpace, use: Use): void {
    switch (space.kind) {
      case "device":
        this.#device(space.name, use);
        break;
      case "icc":
        this.#collected.add("icc-based", { space, setting: use.setting, use: use.by }, use.place);
        break;
      case "indexed":
        this.#space(space.base, { ...use, by: `${use.by}, base of Indexed` });
        break;
      case "pattern":
        break;
      case "separation":
        this.#separation(space, use);
        this.#space(space.alternate, { ...use, by: `${use.by}, alternate of Separation ${space.colorant}` });
        break;
      case "device-n":
        this.#deviceN(space, use);
        break;
      case "cie":
        break;
      // A value that is no colour space leaves the initial one in force (8.6.8), for which no default was set.
      case "unknown":
        this.#device("DeviceGray", { ...use, resources: undefined });
        break;
    }
  }

  /** Collects a device colour space, or the default colour space that replaces it, once (ISO 32000-2, 8.6.5.6). */
  #device(name: DeviceSpaceName, use: Use): void {
    const value = use.resources?.dict("ColorSpace")?.get(DEFAULT_NAMES[name]) ?? null;
    const { setting, by: outer } = use;
    if (value === null) {
      this.#collected.add("device-colour", { name, setting, use: outer }, use.place);
      return;
    }
    const by = `${outer}, ${DEFAULT_NAMES[name]}`;
    const replacement = colourSpaceOf(value, this.#validation.bounds);
    if (replacement.kind === "device") {
      this.#collected.add("device-colour", { name: replacement.name, setting, use: by }, use.place);
    } else {
      this.#space(replacement, { ...use, resources: undefined, by });
    }
  }

  #deviceN(space: DeviceNSpace, use: Use): void {
    if (!this.#seenDeviceN.has(space)) {
      this.#seenDeviceN.add(space);
      this.#collected.add("device-n", space, use.place);
      for (const colorant of space.colorantSpaces.values()) {
        if (colorant.kind === "separation") {
          this.#separation(colorant, use);
        }
      }
    }
    this.#space(space.alternate, { ...use, by: `${use.by}, alternate of DeviceN` });
    for (const [name, colorant] of space.colorantSpaces) {
      if (colorant.kind === "separation") {
        this.#space(colorant.alternate, { ...use, by: `${use.by}, alternate of colorant ${name}` });
      }
    }
    if (space.processSpace !== undefined) {
      this.#space(space.processSpace, { ...use, by: `${use.by}, process colours of DeviceN` });
    }
  }

  /**
   * Compares a Separation space with the first of its name. ISO 19005-2, 6.2.4.4: all of them have the same tint
   * transformation and alternate space. Readers use neither for All and None (ISO 32000-1, 8.6.6.4), so these may
   * differ.
   */
  #separation(space: SeparationSpace, { place }: Use): void {
    if (space.colorant === "All" || space.colorant === "None" || this.#seenSeparations.has(space)) {
      return;
    }
    this.#seenSeparations.add(space);
    const first = this.#separations.get(space.colorant);
    if (first === undefined) {
      this.#separations.set(space.colorant, space);
      return;
    }
    const { bounds } = this.#validation;
    const isSameAlternate = digestOf(first.alternateValue, bounds) === digestOf(space.alternateValue, bounds);
    const isSameTint = digestOf(first.tintTransform, bounds) === digestOf(space.tintTransform, bounds);
    if (!isSameAlternate || !isSameTint) {
      const difference = isSameAlternate ? "tint transformations" : "alternate colour spaces";
      this.#collected.add("separation-variant", { colorant: space.colorant, difference }, place);
    }
  }

  /** Returns whether a colour is in an ICCBased space of four components, be it one by DefaultCMYK. */
  #isIccCmyk({ space, resources }: CurrentColour, context: ContentContext): boolean {
    const { bounds } = this.#validation;
    const read = colourSpaceOf(space, bounds);
    const names = resources === context.resources ? defaultsOf(context, this.#validation) : resources;
    const meant =
      read.kind === "device" && read.name === "DeviceCMYK"
        ? colourSpaceOf(names?.dict("ColorSpace")?.get(DEFAULT_NAMES.DeviceCMYK) ?? null, bounds)
        : read;
    return meant.kind === "icc" && meant.profile?.declaredComponents === 4;
  }

  #isNew(space: ColourSpace, { setting, resources, place, by }: Use): boolean {
    const ofSetting = found(this.#seen, setting, () => new Map<Dict | undefined, Map<ColourSpace, Set<string>>>());
    const ofResources = found(ofSetting, resources, () => new Map<ColourSpace, Set<string>>());
    const keys = found(ofResources, space, () => new Set<string>());
    const key = `${place.page} ${by}`;
    const isNew = !keys.has(key);
    keys.add(key);
    return isNew;
  }
}

/**
 * Returns whether a colour is DeviceGray without a resource name, which may be the initial colour that no operator has
 * set.
 */
const isPerhapsInitial = ({ name, space }: CurrentColour): boolean => name === undefined && isName(space, "DeviceGray");

interface Where {
  readonly context: ContentContext;
  readonly place: Place;
  readonly by: string;
}

/** The EnumCS value of CMYK (ISO/IEC 15444-2, table M.25). */
const ENUMERATED_CMYK = 12;
const DEFAULT_NAMES = { DeviceGray: "DefaultGray", DeviceRGB: "DefaultRGB", DeviceCMYK: "DefaultCMYK" } as const;

/**
 * Returns the resources whose default colour spaces apply. ISO 19005-2, 6.2.2: names that the stream's own resource
 * dictionary lacks are not defined.
 */
const defaultsOf = (context: ContentContext, { part }: Validation): Dict | undefined =>
  context.hasInheritedResources && part > 1 ? undefined : context.resources;

function found<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) {
    return known;
  }
  const made = make();
  map.set(key, made);
  return made;
}
