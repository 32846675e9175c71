export { ACCESSIBILITY_FLAVOURS, type AccessibilityFlavour, FLAVOURS, type Flavour } from "./flavours.ts";
export type { Place } from "./place.ts";
export type { AccessibilityReport, Claim, Coverage, Finding, HumanCheck, Report } from "./report.ts";
export type { Conversion } from "./rules/conversion.ts";
export type { Fix } from "./rules/fix.ts";
export type { RuleId } from "./rules/rule-id.ts";
export { type ValidateOptions, validate } from "./runner/validate.ts";
