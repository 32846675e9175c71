import type { z } from "zod";
import type { Warning } from "../../../kernel/failure.ts";
import type { Fault } from "../../../kernel/faults.ts";
import type { FileOperation, Operation } from "../../../operations/operation.ts";
import { fileFieldsOf, resolveNames } from "./field-names.ts";
import { missingFile, textInFileField } from "./no-file.ts";
import { PLATFORM_FIELDS } from "./query.ts";
import { explained, unknownNameWarnings } from "./unknown-names.ts";
import type { ReceivedFile, ReceivedForm } from "./upload.ts";
import { InvalidRequest, itemFor, itemsFrom, type ValidationItem } from "./validation.ts";

type ReceivedFiles = readonly [ReceivedFile, ...ReceivedFile[]];

/** A request's body as its operation understands it. */
export interface BoundBody {
  readonly parameters: Record<string, unknown>;
  /** The parameters as they were sent, by the documented names. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly warnings: readonly Warning[];
  readonly sizeBytes: number;
}

export interface BoundForm extends BoundBody {
  readonly kind: "files";
  readonly operation: FileOperation;
  readonly files: ReceivedFiles;
}

/**
 * Binds a form to its operation: step 7 of the order of checks (contract §2). Parameters and the number of files are
 * checked, and all faults are reported at once, with the `items` that were found elsewhere.
 * @throws InvalidRequest when there are faults
 */
export function bindForm(
  operation: FileOperation,
  form: ReceivedForm,
  found: readonly ValidationItem[] = [],
): BoundForm {
  const names = resolveNames(operation, form.texts, { emptyIsAbsent: true });
  const parsed = operation.parameters.safeParse(Object.fromEntries(names.values));
  const items = [
    ...found,
    ...fileItems(operation, form),
    ...names.conflicts,
    ...[...form.otherFileFields].filter((name) => isParameter(operation, name)).map(fileInTextField),
    ...(parsed.success ? perFileItems(operation, parsed.data, form, names) : itemsFrom(parsed.error, names)),
  ];
  const warnings = unknownFields(operation, form);
  const [first, ...rest] = form.files;
  if (!parsed.success || items.length > 0 || first === undefined) {
    throw new InvalidRequest(explained(withoutRepeats(items), warnings), warnings);
  }
  return {
    kind: "files",
    operation,
    parameters: parsed.data,
    fields: Object.fromEntries(names.values),
    files: [first, ...rest],
    warnings,
    sizeBytes: form.sizeBytes,
  };
}

function fileItems(operation: FileOperation, { texts, fileCount }: ReceivedForm): ValidationItem[] {
  const { min, max } = operation.files;
  const fields = fileFieldsOf(operation);
  const textFields = fields.filter((name) => (texts.get(name) ?? "") !== "");
  if (textFields.length > 0) {
    return textFields.map((name) => itemFor(textInFileField(name, texts.get(name)), ["body", name]));
  }
  const loc = ["body", fields[0]];
  if (fileCount === 0) {
    const isParameterOf = ([name]: readonly [string, string]): boolean => isParameter(operation, name);
    const others = [...texts].filter((text) => !isParameterOf(text)).map(([, text]) => text);
    return [itemFor(missingFile(fields[0], { isOne: max === 1, texts: others }), loc)];
  }
  if (fileCount > max) {
    return [itemFor(wrongCount("too_long", { max_length: max, actual_length: fileCount }), loc)];
  }
  return fileCount < min ? [itemFor(wrongCount("too_short", { min_length: min, actual_length: fileCount }), loc)] : [];
}

/**
 * Checks that lists with one item for each file have as many items as there are files; where the files are too few or
 * too many, that fault is enough.
 */
function perFileItems(
  { files: { min, max }, perFile = [] }: FileOperation,
  parameters: Readonly<Record<string, unknown>>,
  { fileCount }: ReceivedForm,
  { nameAsSent }: { readonly nameAsSent: (name: string) => string },
): ValidationItem[] {
  return perFile.flatMap((name) => {
    const list = parameters[name];
    if (!Array.isArray(list) || list.length === fileCount || fileCount < min || fileCount > max) {
      return [];
    }
    const error = `the list should have one item for each of the ${fileCount} files, not ${list.length}`;
    const fault: Fault = { type: "value_error", message: `Value error, ${error}`, context: { error } };
    return [itemFor(fault, ["body", nameAsSent(name)])];
  });
}

export function wrongCount(
  type: "too_long" | "too_short",
  context: { readonly max_length?: number; readonly min_length?: number; readonly actual_length: number },
): Fault {
  const bound = type === "too_long" ? `at most ${context.max_length}` : `at least ${context.min_length}`;
  const noun = (context.max_length ?? context.min_length) === 1 ? "file" : "files";
  const advice =
    type === "too_short" ? "Repeat the field for each file, with curl: -F files=@a.pdf -F files=@b.pdf." : undefined;
  const message = `There should be ${bound} ${noun}, not ${context.actual_length}`;
  return { type, message, context: { ...context }, advice };
}

export const fileInTextField = (name: string): ValidationItem =>
  itemFor(
    {
      type: "string_type",
      message: "Input should be a valid string",
      takes: "a text, and a file was sent",
      advice: `With curl leave out the @: -F ${name}=VALUE.`,
    },
    ["body", name],
  );

/** Removes repeated faults: a parameter that was sent as a file is not a missing parameter as well. */
export const withoutRepeats = (items: readonly ValidationItem[]): ValidationItem[] =>
  items.filter(
    (item, index) =>
      item.type !== "missing" || !items.some((other, at) => at < index && other.loc.join() === item.loc.join()),
  );

export const isParameter = (
  { parameters, aliases = {} }: Pick<Operation, "parameters" | "aliases">,
  name: string,
): boolean => Object.hasOwn(shapeOf(parameters), name) || Object.hasOwn(aliases, name);

const shapeOf = (schema: z.ZodObject): object => schema.shape;

function unknownFields(operation: FileOperation, { texts, otherFileFields, fileCount }: ReceivedForm): Warning[] {
  const fileFields = fileFieldsOf(operation);
  const isFileField = (name: string): boolean => fileFields.includes(name);
  const ofTexts = [...texts.keys()].filter((name) => !isFileField(name));
  const ofFiles = [...otherFileFields].filter((name) => !isFileField(name) && !texts.has(name));
  return [
    ...unknownFieldWarnings(operation, ofTexts, { known: fileFields }),
    // A file under an unknown name is most likely the document, when there is no other.
    ...unknownFieldWarnings(operation, ofFiles, {
      known: fileFields,
      fallback: fileCount === 0 ? fileFields[0] : undefined,
    }),
  ];
}

/** Returns a warning for each field that is neither a parameter nor the platform's, and is ignored (contract §1.5). */
export function unknownFieldWarnings(
  operation: Operation,
  names: readonly string[],
  { known = [], fallback }: { readonly known?: readonly string[]; readonly fallback?: string | undefined } = {},
): Warning[] {
  const unknown = names.filter((name) => !PLATFORM_FIELDS.includes(name) && !isParameter(operation, name));
  return unknownNameWarnings(unknown, {
    known: [...known, ...Object.keys(shapeOf(operation.parameters)), ...PLATFORM_FIELDS],
    aliases: operation.aliases,
    fallback,
  });
}
