import type { ContentOperation } from "../../../../operations/operation.ts";
import { unknownFieldWarnings } from "../../body/form.ts";
import type { ReceivedFile } from "../../body/upload.ts";

/* What to do about a body that has no content. */

interface BodyWithoutContent {
  readonly isJson: boolean;
  readonly values: ReadonlyMap<string, unknown>;
  readonly files: readonly ReceivedFile[];
}

/** Returns what to do about a body without content, where it shows what was meant. */
export function noSourceAdvice(
  operation: ContentOperation,
  { isJson, values, files }: BodyWithoutContent,
): string | undefined {
  const [source = ""] = Object.keys(operation.content.sources);
  const [file] = files;
  if (file !== undefined && Object.hasOwn(operation.content.sources, "file")) {
    return `The file in \`${file.field}\` was taken for an asset: send the document itself as \`file\`, with curl: -F file=@index.html.`;
  }
  if (isJson && values.size === 0) {
    return `The body has no members; send ${JSON.stringify({ [source]: "…" })}.`;
  }
  if (operation.content.sources[source]?.kind !== "json") {
    return undefined;
  }
  const names = namesOfNothing(operation, values).slice(0, MAX_NAMED);
  const members = names.map((name) => `${JSON.stringify(name.slice(0, MAX_NAMED_CHARACTERS))}: …`).join(", ") || "…";
  if (isJson) {
    return `Put the data into it: {"${source}": {${members}}}.`;
  }
  return names.length === 0 ? undefined : `Put the data into it, as JSON: -F '${source}={${members}}'.`;
}

/** The members that a message names, and how much of each name. */
const MAX_NAMED = 3;
const MAX_NAMED_CHARACTERS = 40;

/** Returns the names of a body that neither the operation nor the service has. */
const namesOfNothing = (operation: ContentOperation, values: ReadonlyMap<string, unknown>): readonly string[] =>
  unknownFieldWarnings(operation, [...values.keys()]).map(({ parameters }) => parameters?.["name"] ?? "");
