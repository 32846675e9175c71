import type { Flavour } from "../../../flavours.ts";
import { type BuildOptions, brokenRules, buildPdf, type MadeObject } from "../../../testing/pdf-builder.ts";
import { content } from "../../content.ts";
import type { RuleGroup } from "../../rule-group.ts";

/** Walks contents, and has no rules: the ones under test hear of what it finds. */
const WALKER: RuleGroup = { ...content, rules: [] };

/** What rules of a group are broken, in a document with these contents. */
export const brokenIn =
  (group: RuleGroup) =>
  (flavour: Flavour, options: BuildOptions, objects: Readonly<Record<number, MadeObject>> = {}): readonly string[] =>
    brokenRules(buildPdf(objects, { flavour, ...options }), { flavour, groups: [WALKER, group] });
