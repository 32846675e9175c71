import type { Flavour } from "../../../flavours.ts";
import { type BuildOptions, brokenRules, buildPdf, type MadeObject } from "../../../testing/pdf-builder.ts";
import { content } from "../../content.ts";
import type { RuleGroup } from "../../rule-group.ts";

/** A group without rules that walks contents; the rules under test get the subjects that it finds. */
const WALKER: RuleGroup = { ...content, rules: [] };

/** Returns the rules of a group that a document with these contents breaks. */
export const brokenIn =
  (group: RuleGroup) =>
  (flavour: Flavour, options: BuildOptions, objects: Readonly<Record<number, MadeObject>> = {}): readonly string[] =>
    brokenRules(buildPdf(objects, { flavour, ...options }), { flavour, groups: [WALKER, group] });
