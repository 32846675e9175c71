import { createHash } from "node:crypto";
import type { Template, TemplateContent } from "../store/template-store.ts";
import { type Starter, starters } from "./starters/starters.ts";

/** A template that comes with the service. */
export type BuiltInTemplate = TemplateContent & Pick<Template, "id" | "slug" | "version">;

/**
 * The built-in templates. Their ids change with their contents, so that a client's copy from an earlier release is
 * recognised as such.
 */
export const builtInTemplates: readonly BuiltInTemplate[] = starters.map(withId);

function withId(starter: Starter): BuiltInTemplate {
  const hash = createHash("sha256").update(JSON.stringify(starter)).digest("hex");
  return { ...starter, id: `builtin_${hash.slice(0, 16)}`, version: 1 };
}
