import type { Validation, ValidationPart } from "../validation.ts";
import type { AnyRule } from "./rule.ts";

/** A part of the validator: its rules, and what finds their subjects in a document. */
export interface RuleGroup {
  /** As in reports of what was checked: `fonts`, `colour`. */
  readonly name: string;
  readonly rules: readonly AnyRule[];
  begin(validation: Validation): ValidationPart;
}
