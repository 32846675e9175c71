import type { z } from "zod";
import type { Warning } from "../../kernel/failure.ts";
import type { Fault } from "../../kernel/faults.ts";
import type { FileOperation } from "../../operations/operation.ts";
import type { OperationQuery } from "./query.ts";
import type { ReceivedFile, ReceivedForm } from "./upload.ts";
import { InvalidRequest, itemFor, itemsFrom, type ValidationItem } from "./validation.ts";

export type ReceivedFiles = readonly [ReceivedFile, ...ReceivedFile[]];

/** A form as an operation understands it. */
export interface BoundForm {
  readonly parameters: Record<string, unknown>;
  readonly files: ReceivedFiles;
  readonly warnings: readonly Warning[];
}

type FormOperation = Pick<FileOperation, "files" | "parameters" | "aliases">;

/** The fields that an operation takes files from; the first is the documented one. */
export const fileFieldsOf = ({ files }: Pick<FileOperation, "files">): readonly [string, ...string[]] =>
  files.max === 1 ? ["file"] : ["files", "file", "files[]"];

/**
 * Step 7 of the order of checks (contract §2): parameters and the number of files, all faults at once, with those of
 * the query.
 * @throws InvalidRequest
 */
export function bindForm(operation: FormOperation, form: ReceivedForm, query: OperationQuery): BoundForm {
  const names = resolveNames(operation, form.texts);
  const parsed = operation.parameters.safeParse(Object.fromEntries(names.values));
  const items = [
    ...query.items,
    ...fileItems(operation, form),
    ...names.conflicts,
    ...[...form.otherFileFields].filter((name) => isParameter(operation, name)).map(fileInTextField),
    ...(parsed.success ? [] : itemsFrom(parsed.error, names)),
  ];
  const [first, ...rest] = form.files;
  if (!parsed.success || items.length > 0 || first === undefined) {
    throw new InvalidRequest(withoutRepeats(items));
  }
  return {
    parameters: parsed.data,
    files: [first, ...rest],
    warnings: [...query.warnings, ...unknownFields(operation, form)],
  };
}

/** What the client's spelling of its fields means: aliases become names (contract, "Aliases"). */
function resolveNames({ aliases = {} }: FormOperation, texts: ReadonlyMap<string, string>) {
  const values = new Map<string, string>();
  const sentAs = new Map<string, string>();
  const conflicts: ValidationItem[] = [];
  for (const [sent, text] of texts) {
    const name = Object.hasOwn(aliases, sent) ? (aliases[sent] ?? sent) : sent;
    const earlier = values.get(name);
    // An empty text counts as absent, whichever of the two spellings has it.
    if (earlier === undefined || earlier === "") {
      values.set(name, text);
      sentAs.set(name, sent);
    } else if (text !== "" && text !== earlier) {
      const error = `'${sent}' and '${sentAs.get(name)}' are the same parameter and have different values`;
      const fault: Fault = { type: "extra_conflict", message: `Value error, ${error}`, context: { error } };
      conflicts.push(itemFor(fault, ["body", sent], text));
    }
  }
  return { values, conflicts, nameAsSent: (name: string) => sentAs.get(name) ?? name };
}

function fileItems(operation: FormOperation, { texts, fileCount }: ReceivedForm): ValidationItem[] {
  const { min, max } = operation.files;
  const fields = fileFieldsOf(operation);
  const textFields = fields.filter((name) => (texts.get(name) ?? "") !== "");
  if (textFields.length > 0) {
    return textFields.map((name) => itemFor(textInFileField, ["body", name]));
  }
  const loc = ["body", fields[0]];
  if (fileCount === 0) {
    return [itemFor({ type: "missing", message: "Field required" }, loc)];
  }
  if (fileCount > max) {
    return [itemFor(wrongCount("too_long", { max_length: max, actual_length: fileCount }), loc)];
  }
  return fileCount < min ? [itemFor(wrongCount("too_short", { min_length: min, actual_length: fileCount }), loc)] : [];
}

const textInFileField: Fault = {
  type: "value_error",
  message: "Value error, expected a file and received a text",
  context: { error: "expected a file and received a text" },
};

function wrongCount(
  type: "too_long" | "too_short",
  context: { readonly max_length?: number; readonly min_length?: number; readonly actual_length: number },
): Fault {
  const bound = type === "too_long" ? `at most ${context.max_length}` : `at least ${context.min_length}`;
  const noun = (context.max_length ?? context.min_length) === 1 ? "file" : "files";
  return { type, message: `There should be ${bound} ${noun}, not ${context.actual_length}`, context: { ...context } };
}

const fileInTextField = (name: string): ValidationItem =>
  itemFor({ type: "string_type", message: "Input should be a valid string" }, ["body", name]);

/** A parameter that was sent as a file is no missing parameter besides. */
const withoutRepeats = (items: readonly ValidationItem[]): ValidationItem[] =>
  items.filter(
    (item, index) =>
      item.type !== "missing" || !items.some((other, at) => at < index && other.loc.join() === item.loc.join()),
  );

const isParameter = ({ parameters, aliases = {} }: FormOperation, name: string): boolean =>
  Object.hasOwn(shapeOf(parameters), name) || Object.hasOwn(aliases, name);

const shapeOf = (schema: z.ZodObject): object => schema.shape;

function unknownFields(operation: FormOperation, { texts, otherFileFields }: ReceivedForm): Warning[] {
  const known = fileFieldsOf(operation);
  return [...new Set([...texts.keys(), ...otherFileFields])]
    .filter((name) => !known.includes(name) && !isParameter(operation, name))
    .map((name) => ({ code: "unknown_field", parameters: { name } }));
}
