import type { Field } from "./fields/field-kind.ts";
import type { Part } from "./request.ts";
import { typeOfName } from "./results/zip.ts";

/** Something that was sent and can be looked at beside the result: a file, or a document that was typed. */
export interface Source {
  readonly name: string;
  readonly blob: Blob;
  readonly mediaType: string;
  readonly password: string | undefined;
}

/** Returns the sources among the parts of a form, in their order. */
export function sourcesOf(fields: readonly Field[], parts: readonly Part[]): readonly Source[] {
  const password = parts.find((part) => part.name === "password" && "text" in part);
  const shared = password !== undefined && "text" in password ? password.text : undefined;
  return parts.flatMap((part): Source[] => {
    if ("file" in part) {
      const mediaType = part.file.type || typeOfName(part.file.name);
      return [{ name: part.file.name, blob: part.file, mediaType, password: shared }];
    }
    const type = fields.find(({ name }) => name === part.name)?.schema.contentMediaType;
    const isDocument = ["html", "markdown", "text", "json_data"].includes(part.name);
    return isDocument && type !== undefined
      ? [{ name: part.name, blob: new Blob([part.text], { type }), mediaType: type, password: undefined }]
      : [];
  });
}
