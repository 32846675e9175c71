import type { Validation, ValidationPart } from "../validation.ts";
import type { AnyRule } from "./rule.ts";

/** A part of the validator: its rules, and the part that finds their subjects in a document. */
export interface RuleGroup {
  /** The name in reports of what was checked: `fonts`, `colour`. */
  readonly name: string;
  readonly rules: readonly AnyRule[];
  begin(validation: Validation): ValidationPart;
}
