import { contentPart } from "../content/content-part.ts";
import { inlineImageRules } from "./content/inline-images.ts";
import { limitRules } from "./content/limits.ts";
import { operatorRules } from "./content/operators.ts";
import { resourceRules } from "./content/resources.ts";
import type { RuleGroup } from "./rule-group.ts";

/** The rules on content streams: operators, the names of resources, operands and inline images. */
export const content: RuleGroup = {
  name: "content",
  rules: [...operatorRules, ...resourceRules, ...limitRules, ...inlineImageRules],
  begin: contentPart,
};
