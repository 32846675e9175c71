import type { RuleGroup } from "../rule-group.ts";
import { alternatives } from "./alternatives.ts";
import { accessibleAnnotations } from "./annotations.ts";
import { containment } from "./containment.ts";
import { accessibleDocument } from "./document.ts";
import { elements } from "./elements.ts";
import { accessibleMetadata } from "./metadata.ts";
import { structureTypes } from "./structure-types.ts";
import { tables } from "./tables.ts";
import { taggedContent } from "./tagged-content.ts";

/** The groups whose rules are of accessibility alone: PDF/UA-1, PDF/UA-2 and Well-Tagged PDF. */
export const ACCESSIBILITY_GROUPS: readonly RuleGroup[] = [
  accessibleDocument,
  accessibleMetadata,
  structureTypes,
  elements,
  tables,
  containment,
  alternatives,
  taggedContent,
  accessibleAnnotations,
];
