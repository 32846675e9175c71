import type { Bounds, CosDocument } from "@quire/cos";
import type { AccessibilityFlavour } from "../flavours.ts";
import { alternatives } from "../rules/accessibility/alternatives.ts";
import { accessibleAnnotations } from "../rules/accessibility/annotations.ts";
import { elements } from "../rules/accessibility/elements.ts";
import { structureTypes } from "../rules/accessibility/structure-types.ts";
import { tables } from "../rules/accessibility/tables.ts";
import { checkFlavour } from "./check-flavour.ts";

/** The groups of rules on the structure tree and on annotations, which need no content and no fonts. */
const STRUCTURE_GROUPS = [structureTypes, elements, tables, alternatives, accessibleAnnotations];

/**
 * Checks the structure of a document that is being made, and returns the numbers of the rules of `flavour` that it breaks;
 * undefined where not everything could be checked. It costs a tenth of a validation: its content and fonts, and what the
 * catalog says, are not looked at.
 */
export function brokenStructureRules(
  document: CosDocument,
  flavour: AccessibilityFlavour,
  bounds: Bounds,
): readonly string[] | undefined {
  const { findings, inconclusive } = checkFlavour(document, flavour, {
    bounds,
    groups: STRUCTURE_GROUPS,
    validateEmbedded: () => undefined,
  });
  return inconclusive.length > 0 ? undefined : findings.map(({ id }) => id);
}
