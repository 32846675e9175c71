import { isAccessibility, type RuleFlavour } from "../flavours.ts";
import { ACCESSIBILITY_GROUPS } from "./accessibility/groups.ts";
import { actions } from "./actions.ts";
import { annotations } from "./annotations.ts";
import { content } from "./content.ts";
import { embeddedFiles } from "./embedded-files.ts";
import { fileStructure } from "./file-structure.ts";
import { fonts } from "./fonts.ts";
import { forms } from "./forms.ts";
import { colour } from "./graphics/colour.ts";
import { graphicsState } from "./graphics/graphics-state.ts";
import { images } from "./graphics/images.ts";
import { outputIntents } from "./graphics/output-intents.ts";
import { transparency } from "./graphics/transparency.ts";
import { xobjects } from "./graphics/xobjects.ts";
import { identification } from "./identification.ts";
import { information } from "./information.ts";
import { optionalContent } from "./optional-content.ts";
import { presentations } from "./presentations.ts";
import { idIn } from "./rule.ts";
import type { RuleGroup } from "./rule-group.ts";
import { signatures } from "./signatures.ts";
import { structure } from "./structure.ts";
import { xmp } from "./xmp.ts";
import { xmpExtensions } from "./xmp-extensions.ts";

/** All groups of the validator, in the order in which they walk. */
export const GROUPS: readonly RuleGroup[] = [
  fileStructure,
  actions,
  annotations,
  content,
  embeddedFiles,
  fonts,
  forms,
  optionalContent,
  presentations,
  signatures,
  structure,
  colour,
  graphicsState,
  images,
  outputIntents,
  transparency,
  xobjects,
  identification,
  information,
  xmp,
  xmpExtensions,
  ...ACCESSIBILITY_GROUPS,
];

/**
 * Returns the groups that a flavour needs. Those of PDF/A feed each other, so all of them walk; for accessibility it is
 * those that have rules in the flavour, or that only listen.
 */
export function groupsIn(flavour: RuleFlavour, groups: readonly RuleGroup[] = GROUPS): readonly RuleGroup[] {
  const isNeeded = ({ rules }: RuleGroup): boolean =>
    rules.length === 0 || rules.some((rule) => idIn(rule, flavour) !== undefined);
  return groups.filter((group) => (isAccessibility(flavour) ? isNeeded(group) : !ACCESSIBILITY_GROUPS.includes(group)));
}
