import { documentPages } from "../../document/pages.ts";
import type { Part } from "../../flavours.ts";
import {
  documentOutputIntents,
  isSameObject,
  outputIntentsOf,
  PDFA_OUTPUT_INTENT,
} from "../../graphics/output-intents.ts";
import type { OutputIntent } from "../../graphics/subjects.ts";
import { ICC_COMPONENTS, type IccHeader, type IccProfile } from "../../icc/profile.ts";
import type { Emit, Validation } from "../../validation.ts";
import { type AnyRule, rule } from "../rule.ts";
import type { RuleGroup } from "../rule-group.ts";

/** The latest major version of profiles: 2 in ISO 19005-1, 6.2.2; 2 or 4 in the later parts. */
const LATEST_ICC_VERSION: Readonly<Record<Part, number>> = { 1: 2, 2: 4, 3: 4, 4: 4 };
const PDFX_OUTPUT_INTENT = "GTS_PDFX";
const OUTPUT_CLASSES: ReadonlySet<string> = new Set(["prtr", "mntr"]);
const OUTPUT_SPACES: ReadonlySet<string> = new Set(["RGB ", "CMYK", "GRAY"]);

/** The rules of ISO 19005-1, 6.2.2; -2, -3 and -4, 6.2.3. */
const OUTPUT_INTENT_RULES: readonly AnyRule[] = [
  rule({
    key: "output-intent-profile",
    on: "output-intent",
    ids: { "1": "6.2.2-1", "2": "6.2.3-1", "3": "6.2.3-1", "4": "6.2.3-1" },
    requirement:
      "The profile of an output intent is an ICC profile of an output or display device for gray, RGB or CMYK, of a " +
      "version that the part permits.",
    message: "The profile of the output intent is not a valid output profile",
    hint: "Embed an ICC profile of class prtr or mntr whose colour space is GRAY, RGB or CMYK, of version 2 (part 1) or up to 4: sRGB for office documents, that of the press for print.",
    fix: "colour",
    conversion: "mends",
    test: (intent, { part }) => profileOutcome(intent, part),
  }),
  rule({
    key: "output-intent-components",
    on: "output-intent",
    ids: { "1": "6.2.3.2-2" },
    requirement: "N of the profile of an output intent is the number of components of the profile's colour space.",
    message: "N of the profile of an output intent differs from the profile",
    hint: "Set N of the profile's stream to the number of its components: 1 for gray, 3 for RGB, 4 for CMYK.",
    fix: "dictionary",
    conversion: "mends",
    test: ({ profile }, { part }) => profile === undefined || componentsOutcome(profile, part),
  }),
  rule({
    key: "output-intents-share-profile",
    on: "output-intents",
    ids: { "1": "6.2.2-2", "2": "6.2.3-2", "3": "6.2.3-2", "4": "6.2.3-2" },
    requirement: "The DestOutputProfile of all output intents that have one is the same object.",
    message: "Output intents have different profiles",
    hint: "Let the DestOutputProfile of all output intents refer to one object: a document that is PDF/X as well needs the same profile for both.",
    fix: "colour",
    test: ({ intents }) => {
      const [first, ...others] = intents.list.filter(({ dict }) => dict.has("DestOutputProfile"));
      return (
        others.every(({ rawProfile }) => isSameObject(rawProfile, first?.rawProfile)) || {
          broken: `${others.length + 1} output intents with a profile`,
        }
      );
    },
  }),
  rule({
    key: "output-intent-profile-reference",
    on: "output-intent",
    ids: { "2": "6.2.3-3", "3": "6.2.3-3", "4": "6.2.3-3" },
    requirement:
      "An output intent has no DestOutputProfileRef; in parts 2 and 3 this applies only to output intents of PDF/X.",
    message: "An output intent refers to a profile outside the file",
    hint: "Embed the profile as DestOutputProfile, and remove DestOutputProfileRef: PDF/X-4p and -5pg refer to profiles elsewhere, choose PDF/X-4.",
    fix: "colour",
    test: ({ dict, subtype }, { part }) =>
      !dict.has("DestOutputProfileRef") ||
      (part !== 4 && subtype !== PDFX_OUTPUT_INTENT) || { broken: `Output intent ${subtype ?? "without S"}` },
  }),
  rule({
    key: "single-pdfa-output-intent",
    on: "output-intents",
    ids: { "4": "6.2.3-4" },
    requirement: "OutputIntents of a document or page has at most one PDF/A output intent.",
    message: "There are several PDF/A output intents",
    hint: "Keep only one output intent with S GTS_PDFA1: remove the others, which mostly come from merged documents.",
    fix: "colour",
    test: ({ intents }) => {
      const count = intents.list.filter(({ subtype }) => subtype === PDFA_OUTPUT_INTENT).length;
      return count <= 1 || { broken: `${count} of them` };
    },
  }),
];

/** Tests the profile of any output intent: those that are not of PDF/A share the same object. */
function profileOutcome({ profile }: OutputIntent, part: Part): true | { readonly broken: string } {
  // Without a profile, as without an output intent, device colours have no meaning; that is another rule's.
  if (profile === undefined) {
    return true;
  }
  if (profile.header === undefined) {
    return { broken: "no ICC header" };
  }
  return headerOutcome(profile.header, { part, classes: OUTPUT_CLASSES, spaces: OUTPUT_SPACES });
}

/** Tests the header of a profile; also used for ICCBased colour spaces. */
export function headerOutcome(
  { majorVersion, minorVersion, deviceClass, colourSpace }: IccHeader,
  {
    part,
    classes,
    spaces,
  }: { readonly part: Part; readonly classes: ReadonlySet<string>; readonly spaces: ReadonlySet<string> },
): true | { readonly broken: string } {
  const isKept = majorVersion <= LATEST_ICC_VERSION[part] && classes.has(deviceClass) && spaces.has(colourSpace);
  return (
    isKept || {
      broken: `class ${deviceClass}, colour space ${colourSpace.trim()}, version ${majorVersion}.${minorVersion}`,
    }
  );
}

/**
 * Tests N of a profile stream (ISO 32000-2, 8.6.5.5, table 65); also used for ICCBased colour spaces. Part 1 has a
 * separate test for it, which a colour space that PDF has no profiles for breaks as well.
 */
export function componentsOutcome(profile: IccProfile | undefined, part: Part): true | { readonly broken: string } {
  const expected = ICC_COMPONENTS.get(profile?.header?.colourSpace ?? "");
  const declared = profile?.declaredComponents;
  const isUntested = expected === undefined && part !== 1;
  return (
    isUntested ||
    (expected !== undefined && declared === expected) || {
      broken: `N ${declared ?? "missing"}, the profile has ${expected ?? "an unknown number"}`,
    }
  );
}

export const outputIntents: RuleGroup = {
  name: "output-intents",
  rules: OUTPUT_INTENT_RULES,
  begin: (validation) => ({ walk: (emit) => walk(validation, emit) }),
};

function walk(validation: Validation, emit: Emit): void {
  const intents = documentOutputIntents(validation);
  emit("output-intents", { intents, isOfPage: false }, { at: "OutputIntents" });
  for (const [index, intent] of intents.list.entries()) {
    emit("output-intent", intent, { at: `OutputIntents[${index}]` });
  }
  if (validation.part !== 4) {
    return;
  }
  // ISO 19005-4, 6.2.3: pages may have output intents as well.
  for (const { dict, index, ref } of validation.shared(documentPages)) {
    validation.bounds.step();
    const ofPage = outputIntentsOf(dict.get("OutputIntents"), validation);
    const place = { page: index + 1, object: ref?.number };
    if (ofPage.list.length > 0) {
      emit("output-intents", { intents: ofPage, isOfPage: true }, { ...place, at: "OutputIntents" });
    }
    for (const [position, intent] of ofPage.list.entries()) {
      emit("output-intent", intent, { ...place, at: `OutputIntents[${position}]` });
    }
  }
}
