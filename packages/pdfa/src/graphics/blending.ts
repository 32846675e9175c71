import type { CosDirect } from "@quire/cos";
import type { ContentContext } from "../content/subjects.ts";
import type { IccProfile } from "../icc/profile.ts";
import type { Validation } from "../validation.ts";
import { type ColourSpace, colourSpaceOf, type DeviceSpaceName } from "./colour-space.ts";
import { documentOutputIntents, outputIntentsOf } from "./output-intents.ts";
import type { ColourSetting, OutputIntents } from "./subjects.ts";

const settings = new WeakMap<ContentContext, ColourSetting>();

/** Returns the setting that gives device colours their meaning within a content stream. */
export function colourSettingOf(context: ContentContext, validation: Validation): ColourSetting {
  const chain: ContentContext[] = [];
  let setting: ColourSetting | undefined;
  for (let at: ContentContext | undefined = context; at !== undefined; at = at.parent) {
    validation.bounds.step();
    setting = settings.get(at);
    if (setting !== undefined) {
      break;
    }
    chain.push(at);
  }
  for (const inner of chain.toReversed()) {
    const { environment, parent } = inner;
    if (inner.kind === "soft-mask") {
      setting = OPACITY;
    } else if (setting === undefined || environment.blendingSpace !== parent?.environment.blendingSpace) {
      const outer: ColourSetting = setting ?? outputSetting(environment.pageOutputIntents, validation);
      setting = settingWithin(outer, environment.blendingSpace, validation);
    }
    settings.set(inner, setting);
  }
  return setting ?? outputSetting(context.environment.pageOutputIntents, validation);
}

/**
 * The setting within a soft mask. What becomes of the colours in it is opacity: their luminosity, which ISO 32000-1,
 * 11.5.3, defines for device colours without an output device, or none of them (11.5.2).
 */
const OPACITY: ColourSetting = {
  outputProfile: undefined,
  blendingDevice: undefined,
  blendingProfile: undefined,
  isOpacity: true,
};

/** Returns the setting around a page, in which the colour space of its group is used. */
export const outputSetting = (pageOutputIntents: CosDirect, validation: Validation): ColourSetting => ({
  outputProfile: outputIntentsOn(pageOutputIntents, validation).profile,
  blendingDevice: undefined,
  blendingProfile: undefined,
  isOpacity: false,
});

/**
 * Returns the output intents that apply to a page. ISO 19005-4, 6.2.3: those of the page take precedence over those of
 * the document.
 */
export function outputIntentsOn(pageOutputIntents: CosDirect, validation: Validation): OutputIntents {
  const ofPage = validation.part === 4 ? outputIntentsOf(pageOutputIntents, validation) : undefined;
  return ofPage?.profile === undefined ? documentOutputIntents(validation) : ofPage;
}

/**
 * Returns the setting within a group. ISO 32000-2, 11.6.6: a group without a colour space has that of the group it is
 * painted on. ISO 19005-4, 6.2.4.3: a device-dependent one takes its meaning from the groups around it or the output.
 */
function settingWithin(outer: ColourSetting, blendingSpace: CosDirect, validation: Validation): ColourSetting {
  if (blendingSpace === null || outer.isOpacity) {
    return outer;
  }
  const space = colourSpaceOf(blendingSpace, validation.bounds);
  const blendingDevice = deviceOf(space);
  const { outputProfile, isOpacity } = outer;
  if (space.kind !== "device") {
    const blendingProfile = space.kind === "icc" ? space.profile : undefined;
    return { outputProfile, blendingDevice, blendingProfile, isOpacity };
  }
  // It means that of the group around it, or else that of the output, which was tested already.
  return blendingDevice === outer.blendingDevice
    ? outer
    : { outputProfile, blendingDevice: undefined, blendingProfile: undefined, isOpacity };
}

/** Returns the device colour space that a profile characterises; undefined where there is none. */
export const deviceOfProfile = (profile: IccProfile | undefined): DeviceSpaceName | undefined =>
  DEVICES_OF_ICC.get(profile?.header?.colourSpace ?? "");

const DEVICES_OF_ICC: ReadonlyMap<string, DeviceSpaceName> = new Map([
  ["GRAY", "DeviceGray"],
  ["RGB ", "DeviceRGB"],
  ["CMYK", "DeviceCMYK"],
]);

function deviceOf(space: ColourSpace): DeviceSpaceName | undefined {
  switch (space.kind) {
    case "device":
      return space.name;
    case "cie":
      return CIE_DEVICES[space.family];
    case "icc":
      return deviceOfProfile(space.profile);
    case "indexed":
    case "pattern":
    case "separation":
    case "device-n":
    case "unknown":
      return undefined;
  }
}

const CIE_DEVICES = { CalGray: "DeviceGray", CalRGB: "DeviceRGB", Lab: undefined } as const;
