import type { IccBasedColour } from "../../graphics/subjects.ts";
import { ICC_COMPONENTS } from "../../icc/profile.ts";
import { type AnyRule, type Outcome, rule } from "../rule.ts";
import { componentsOutcome, headerOutcome } from "./output-intents.ts";

const INPUT_CLASSES: ReadonlySet<string> = new Set(["prtr", "mntr", "scnr", "spac"]);
const INPUT_SPACES: ReadonlySet<string> = new Set(ICC_COMPONENTS.keys());

/** The rules of ISO 19005-1, 6.2.3.2; -2, -3 and -4, 6.2.4.2. */
export const ICC_RULES: readonly AnyRule[] = [
  rule({
    key: "icc-based-profile",
    on: "icc-based",
    ids: { "1": "6.2.3.2-1", "2": "6.2.4.2-1", "3": "6.2.4.2-1", "4": "6.2.4.2-1" },
    requirement:
      "The profile of an ICCBased colour space is an ICC profile of class prtr, mntr, scnr or spac, of a version " +
      "that the part permits.",
    message: "The profile of an ICCBased colour space is not valid",
    hint: "Replace the profile by a valid one of version 2 (part 1) or up to 4, for gray, RGB, Lab or CMYK: choose sRGB or the press's standard profile on export.",
    fix: "colour",
    test: ({ space, use }, { part }) => {
      const header = space.profile?.header;
      const spaces = INPUT_SPACES;
      return header === undefined
        ? { broken: `${use}: no ICC header` }
        : headerOutcome(header, { part, classes: INPUT_CLASSES, spaces });
    },
  }),
  rule({
    key: "icc-based-components",
    on: "icc-based",
    // The later parts require of the profile alone that it is valid.
    ids: { "1": "6.2.3.2-2" },
    requirement: "N of an ICC profile stream is the number of components of the profile's colour space.",
    message: "N of an ICC profile stream differs from its profile",
    hint: "Set N to the number of components of the profile: 1 for gray, 3 for RGB and Lab, 4 for CMYK.",
    fix: "dictionary",
    test: ({ space, use }, { part }) => {
      const outcome = componentsOutcome(space.profile, part);
      return outcome === true || { broken: `${use}: ${outcome.broken}` };
    },
  }),
  rule({
    key: "icc-cmyk-overprint-mode",
    on: "icc-overprint",
    ids: { "2": "6.2.4.2-2", "3": "6.2.4.2-2", "4": "6.2.4.2-2" },
    requirement: "The overprint mode is not 1 where an ICCBased CMYK colour is overprinted.",
    message: "An ICCBased CMYK colour is overprinted in overprint mode 1",
    hint: "Set OPM to 0 in the ExtGState, or do not overprint: in Acrobat, Print Production ▸ Convert Colors; in the source, give overprinted objects DeviceCMYK colours.",
    fix: "dictionary",
    conversion: "mends",
    test: ({ overprintMode }) => overprintMode !== 1 || { broken: "OPM 1" },
  }),
  rule({
    key: "icc-cmyk-same-as-output",
    on: "icc-based",
    ids: { "4": "6.2.4.2-3" },
    requirement:
      "The profile of an ICCBased CMYK colour space differs from those of the output intent and of the blending " +
      "colour space.",
    message: "An ICCBased CMYK colour space has the profile of the output",
    hint: "Use DeviceCMYK where the colour is meant for the output's own profile: export with Convert to Destination (Preserve Numbers).",
    fix: "colour",
    test: sameProfileOutcome,
  }),
];

function sameProfileOutcome({ space: { profile }, setting, use }: IccBasedColour): Outcome {
  if (profile?.header?.colourSpace !== "CMYK") {
    return true;
  }
  const { outputProfile, blendingProfile } = setting;
  return (profile.digest !== outputProfile?.digest && profile.digest !== blendingProfile?.digest) || { broken: use };
}
