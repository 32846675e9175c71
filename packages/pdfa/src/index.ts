export { FLAVOURS, type Flavour } from "./flavours.ts";
export type { Claim, Coverage, Finding, Report } from "./report.ts";
export type { Fix, RuleId } from "./rules/rule.ts";
export { type ValidateOptions, validate } from "./runner/validate.ts";
export type { Place } from "./validation.ts";
