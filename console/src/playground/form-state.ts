import { useMemo, useState } from "react";
import type { OperationForm } from "../api/description.ts";
import { valueFault } from "./fields/check-value.ts";
import { type Field, fieldsOf } from "./fields/field-kind.ts";
import type { Call } from "./history.ts";
import { type Files, type Part, partsOf, type Values } from "./request.ts";
import { typeOfName } from "./results/zip.ts";

/** What has been entered in the form of an operation. */
export interface FormState {
  readonly fields: readonly Field[];
  readonly values: Values;
  readonly files: Files;
  /** The source that is sent, of those of which exactly one is. */
  readonly chosenSource: string | undefined;
  /** What would be sent now. */
  readonly parts: readonly Part[];
  /** What is wrong, by field, in the order of the form. */
  readonly faults: ReadonlyMap<string, string>;
  /** Returns what is to be said of a field now: while it is first entered, nothing but that JSON is not JSON. */
  faultShown(field: Field): string | undefined;
  setValue(name: string, value: string): void;
  setFiles(name: string, files: readonly File[]): void;
  choose(source: string): void;
  leave(name: string): void;
  /** From now on, what is missing is said. */
  checkAll(): void;
  /** Puts files into the field that takes their kind. */
  take(files: readonly File[]): void;
  /** Puts text into the field of the document; returns whether there is one. */
  takeText(text: string): boolean;
}

const MOST_TEXT_BYTES = 5_000_000;
const DOCUMENTS: ReadonlySet<string> = new Set(["html", "markdown", "text", "json_data"]);

/** Holds what is entered in the form of an operation, as it was in a call before where that is opened again. */
export function useFormState(operation: OperationForm, initial: Call | undefined): FormState {
  const fields = useMemo(() => fieldsOf(operation), [operation]);
  const [values, setValues] = useState<Values>(initial?.values ?? {});
  const [files, setFiles] = useState<Files>(initial?.files ?? {});
  const [chosenSource, choose] = useState(initial?.chosenSource ?? fields.find(({ isSource }) => isSource)?.name);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isChecked, setIsChecked] = useState(false);
  const sent = useMemo(
    () => fields.filter(({ isSource, name }) => !isSource || name === chosenSource),
    [fields, chosenSource],
  );
  const parts = useMemo(() => partsOf(sent, values, files), [sent, values, files]);
  const faults = useMemo(
    () =>
      new Map(
        sent.flatMap((field): readonly [string, string][] => {
          const fault = faultOf(field, values[field.name] ?? "", files[field.name] ?? []);
          return fault === undefined ? [] : [[field.name, fault]];
        }),
      ),
    [sent, values, files],
  );
  const setValue = (name: string, value: string): void => setValues((known) => ({ ...known, [name]: value }));
  const takeText = (text: string): boolean => {
    const field = fields.find(({ name }) => DOCUMENTS.has(name));
    if (field !== undefined) {
      setValue(field.name, text);
      if (field.isSource) {
        choose(field.name);
      }
    }
    return field !== undefined;
  };
  return {
    fields,
    values,
    files,
    chosenSource,
    parts,
    faults,
    faultShown: ({ name, kind }) => {
      const isEmpty = (values[name] ?? "") === "";
      return isChecked || (!isEmpty && (kind === "json" || left.has(name))) ? faults.get(name) : undefined;
    },
    setValue,
    setFiles: (name, chosen) => setFiles((known) => ({ ...known, [name]: chosen })),
    choose,
    leave: (name) => setLeft((known) => (known.has(name) ? known : new Set([...known, name]))),
    checkAll: () => setIsChecked(true),
    take: (added) => {
      const field = fieldFor(fields, added);
      if (field === undefined) {
        const [file] = added;
        if (file !== undefined && file.size <= MOST_TEXT_BYTES) {
          void file.text().then(takeText);
        }
        return;
      }
      if (field.isSource) {
        choose(field.name);
      }
      setFiles((known) => ({
        ...known,
        [field.name]: field.kind === "files" ? [...(known[field.name] ?? []), ...added] : added.slice(0, 1),
      }));
    },
    takeText,
  };
}

/** Returns the field of files that takes a kind of file; the first one where none says so. */
function fieldFor(fields: readonly Field[], [file]: readonly File[]): Field | undefined {
  const takers = fields.filter(({ kind }) => kind === "file" || kind === "files");
  const type = file?.type || typeOfName(file?.name ?? "");
  return takers.find(({ accepts }) => accepts.includes(type)) ?? takers[0];
}

function faultOf(field: Field, value: string, files: readonly File[]): string | undefined {
  const isWanted = field.isRequired || field.isSource;
  if (field.kind === "file" || field.kind === "files") {
    const { minItems = 1 } = field.schema;
    return isWanted && files.length < minItems
      ? minItems > 1
        ? `Choose at least ${minItems} files.`
        : "Choose a file."
      : undefined;
  }
  return isWanted && value === "" && field.kind !== "password" && field.schema.default === undefined
    ? "This is needed."
    : valueFault(field, value);
}
