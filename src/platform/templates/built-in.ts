import { createHash } from "node:crypto";
import type { Template, TemplateContent } from "../store/template-store.ts";
import { type Starter, starters } from "./starters/starters.ts";

/** A template that comes with the service. */
export type BuiltInTemplate = TemplateContent & Pick<Template, "id" | "slug" | "version">;

/** Their ids change with their contents, so that what a client has of an earlier release is known as that. */
export const builtInTemplates: readonly BuiltInTemplate[] = starters.map(withId);

function withId(starter: Starter): BuiltInTemplate {
  const hash = createHash("sha256").update(JSON.stringify(starter)).digest("hex");
  return { ...starter, id: `builtin_${hash.slice(0, 16)}`, version: 1 };
}
