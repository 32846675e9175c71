import { shownValue } from "../design/shown.ts";
import type { Field } from "./fields/field-kind.ts";

/** What the user has entered: text as it stands, switches as "true" and "false"; empty text stands for nothing. */
export type Values = Readonly<Record<string, string>>;

/** The files of each file field, in their order. */
export type Files = Readonly<Record<string, readonly File[]>>;

/** What goes into a form: each text and each file, in order. */
export type Part = { readonly name: string; readonly text: string } | { readonly name: string; readonly file: File };

/** Returns the parts of the form: what differs from the default, files last, as a server that streams likes them. */
export function partsOf(fields: readonly Field[], values: Values, files: Files): readonly Part[] {
  const texts = fields.flatMap(({ name, schema, kind, isRequired }): Part[] => {
    const text = values[name] ?? "";
    // A password that is needed may be empty.
    if (text === "" && isRequired && kind === "password") {
      return [{ name, text }];
    }
    return text === "" || text === shownValue(schema.default) ? [] : [{ name, text }];
  });
  const sent = fields.flatMap(({ name }) => (files[name] ?? []).map((file): Part => ({ name, file })));
  return [...texts, ...sent];
}

/** Returns the form as the browser sends it. */
export function formDataOf(parts: readonly Part[]): FormData {
  const form = new FormData();
  for (const part of parts) {
    if ("file" in part) {
      form.append(part.name, part.file, part.file.name);
    } else {
      form.append(part.name, part.text);
    }
  }
  return form;
}

/** Returns the bytes of all files and texts. */
export const sizeOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, part) => sum + ("file" in part ? part.file.size : part.text.length), 0);
