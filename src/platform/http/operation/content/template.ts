import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Content } from "../../../../operations/operation.ts";
import { findTemplate, type TemplateOwner } from "../../../templates/template-library.ts";
import { snapshotOf } from "../../../templates/template-snapshots.ts";
import { unknownTemplate } from "../../resources/templates/template-object.ts";
import type { BoundContent } from "./form.ts";

// The name is the template's alone: content has another name, and files that were uploaded have numbers.
const TEMPLATE_FILE = "template";

/**
 * Writes the stored template that a request names, as it is now, to a file of `directory`: step 9 of the order of
 * checks (contract §2). Returns undefined for operations without a template.
 * @throws Failure `not_found`, `template_error`
 */
export async function templateOf(
  { operation, parameters }: Pick<BoundContent, "operation" | "parameters">,
  owner: TemplateOwner,
  directory: string,
): Promise<Content["template"]> {
  const names = operation.content.template;
  if (names === undefined) {
    return undefined;
  }
  const version = parameters[names.version];
  const template = await findTemplate(
    owner,
    String(parameters[names.slug]),
    typeof version === "number" ? version : undefined,
  );
  if (template === undefined) {
    throw await unknownTemplate(
      owner,
      String(parameters[names.slug]),
      typeof version === "number" ? version : undefined,
    );
  }
  const snapshot = await snapshotOf(template, async (slug) => (await findTemplate(owner, slug))?.content);
  const path = join(directory, TEMPLATE_FILE);
  await writeFile(path, JSON.stringify(snapshot), { flag: "wx", mode: 0o600 });
  return { slug: template.slug, path };
}
