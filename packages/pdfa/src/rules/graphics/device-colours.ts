import { deviceOfProfile } from "../../graphics/blending.ts";
import type { DeviceSpaceName } from "../../graphics/colour-space.ts";
import type { DeviceColour } from "../../graphics/subjects.ts";
import type { Validation } from "../../validation.ts";
import { type AnyRule, type Outcome, rule } from "../rule.ts";

/** Makes the rule on a device colour space (ISO 19005-1, 6.2.3.3; -2, -3 and -4, 6.2.4.3). */
const deviceRule = (name: DeviceSpaceName, tests: { readonly part1: number; readonly later: number }): AnyRule =>
  rule({
    key: `uncalibrated-${name.slice("Device".length).toLowerCase()}`,
    on: "device-colour",
    ids: {
      "1": `6.2.3.3-${tests.part1}`,
      "2": `6.2.4.3-${tests.later}`,
      "3": `6.2.4.3-${tests.later}`,
      "4": `6.2.4.3-${tests.later}`,
    },
    requirement: `${name} is used only where ${MEANINGS[name]} gives it a meaning.`,
    message: `${name} is used without a colorimetric meaning`,
    hint: `${INTENTS[name]}, set Default${name.slice("Device".length)} in the resources, or use an ICCBased colour space instead.`,
    fix: "colour",
    conversion: "mends",
    test: (colour, validation) => colour.name !== name || colour.setting.isOpacity || deviceOutcome(colour, validation),
  });

const INTENTS: Readonly<Record<DeviceSpaceName, string>> = {
  DeviceRGB: "Add a PDF/A output intent for RGB (Word and LibreOffice add sRGB with PDF/A in their export options)",
  DeviceCMYK: "Add a PDF/A output intent with the profile of the press (layout programs add one to PDF/X and PDF/A)",
  DeviceGray: "Add a PDF/A output intent, of any colour space (exports as PDF/A have one)",
};

const MEANINGS: Readonly<Record<DeviceSpaceName, string>> = {
  DeviceGray: "a PDF/A output intent or DefaultGray",
  DeviceRGB: "an output intent with an RGB profile or DefaultRGB",
  DeviceCMYK: "an output intent with a CMYK profile or DefaultCMYK",
};

function deviceOutcome({ name, setting, use }: DeviceColour, { part }: Validation): Outcome {
  const { outputProfile, blendingDevice } = setting;
  const output = deviceOfProfile(outputProfile);
  if (name === "DeviceGray" ? outputProfile !== undefined && !outputProfile.isTooShort : output === name) {
    return true;
  }
  // ISO 19005-4, 6.2.4.3: where a group blends in a colour space of the same kind, that one defines the colour.
  if (part === 4 && name !== "DeviceGray" && blendingDevice === name) {
    return true;
  }
  return { broken: `${use}; ${output === undefined ? "no output profile" : `the output profile is for ${output}`}` };
}

export const DEVICE_COLOUR_RULES: readonly AnyRule[] = [
  deviceRule("DeviceRGB", { part1: 1, later: 2 }),
  deviceRule("DeviceCMYK", { part1: 2, later: 3 }),
  deviceRule("DeviceGray", { part1: 3, later: 4 }),
];
