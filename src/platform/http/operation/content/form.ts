import type { Warning } from "../../../../kernel/failure.ts";
import { type Fault, valueError } from "../../../../kernel/faults.ts";
import { insteadOf } from "../../../../kernel/fields/field-values.ts";
import { relativePathFrom } from "../../../../kernel/file-name.ts";
import type { ContentOperation } from "../../../../operations/operation.ts";
import { parseParameters } from "../../../execution/parameters.ts";
import { conflictOf, documentedName, resolveNames } from "../../body/field-names.ts";
import {
  type BoundBody,
  fileInTextField,
  isParameter,
  unknownFieldWarnings,
  withoutRepeats,
  wrongCount,
} from "../../body/form.ts";
import { JsonText } from "../../body/json/json-form.ts";
import type { LongText } from "../../body/long-text-sink.ts";
import { textInFileField } from "../../body/no-file.ts";
import { explained } from "../../body/unknown-names.ts";
import type { ReceivedFile } from "../../body/upload.ts";
import { InvalidRequest, itemFor, itemsFrom, type ValidationItem } from "../../body/validation.ts";
import { noSourceAdvice } from "./no-source.ts";

/** The body of a request to an operation that takes content, whether it came as JSON or as a form. */
export interface ReceivedContent {
  readonly isJson: boolean;
  /** The values by name: those of JSON, or the texts of a form. */
  readonly values: ReadonlyMap<string, unknown>;
  readonly longTexts: ReadonlyMap<string, LongText>;
  readonly files: readonly ReceivedFile[];
  /** The fields that held a file, whose content was discarded. */
  readonly otherFileFields: ReadonlySet<string>;
  readonly sizeBytes: number;
}

/** The content as it arrived. */
export interface GivenContent {
  /** The documented name of its field. */
  readonly source: string;
  /** The field's name as the client spelt it. */
  readonly sent: string;
  readonly given:
    | { readonly kind: "text"; readonly text: string }
    | { readonly kind: "long text"; readonly text: LongText }
    | { readonly kind: "file"; readonly file: ReceivedFile };
}

interface GivenAsset {
  readonly name: string;
  readonly file: ReceivedFile;
}

export interface BoundContent extends BoundBody {
  readonly kind: "content";
  readonly operation: ContentOperation;
  /** The content; undefined when a parameter names it. */
  readonly content: GivenContent | undefined;
  readonly assets: readonly GivenAsset[];
}

/**
 * Binds a body to an operation that takes content, as `bindForm` does for files: step 7 of the order of checks
 * (contract §2). Parameters and content are checked, and all faults are reported at once.
 * @throws InvalidRequest when there are faults
 */
export function bindContent(
  operation: ContentOperation,
  received: ReceivedContent,
  found: readonly ValidationItem[] = [],
): BoundContent {
  const arrivals = arrivalsOf(operation, received);
  const parameterValues = presentValues(received)
    .filter(([sent]) => contentSourceOf(operation, sent) === undefined)
    .map(([sent, value]) => [sent, value instanceof JsonText ? JSON.parse(value.text) : value] as const);
  const names = resolveNames(operation, new Map(parameterValues), { emptyIsAbsent: false });
  const fields = Object.fromEntries(names.values);
  const parsed = parseParameters(operation, fields);
  const { assets, ...others } = assetsOf(operation, received);
  const items = [
    ...found,
    ...arrivals.flatMap((arrival) => arrivalItems(operation, arrival)),
    ...sourceItems(operation, arrivals, { parameters: names.values, received }),
    ...others.items,
    ...names.conflicts,
    ...(parsed.success ? [] : itemsFrom(parsed.error, names)),
  ];
  const warnings = [...unknownFields(operation, received), ...others.warnings];
  if (!parsed.success || items.length > 0) {
    throw new InvalidRequest(explained(withoutRepeats(items), warnings), warnings);
  }
  return {
    kind: "content",
    operation,
    parameters: parsed.data,
    fields,
    content: arrivals.map(givenContent).at(0),
    assets,
    warnings,
    sizeBytes: received.sizeBytes,
  };
}

/** Returns the values that are present: an empty text of a form is absent, and so is JSON's null (contract §1.4). */
const presentValues = ({ isJson, values }: ReceivedContent) =>
  [...values].filter(([, value]) => value !== (isJson ? null : ""));

/** One way in which content was given. */
interface Arrival {
  readonly source: string;
  readonly sent: string;
  readonly given: GivenContent["given"] | { readonly kind: "no text"; readonly value: unknown };
}

/** Returns the kind of the source that a field is, when it carries content itself. */
function contentSourceOf(operation: ContentOperation, sent: string): "text" | "json" | "file" | undefined {
  const name = documentedName(operation, sent);
  const { sources } = operation.content;
  const kind = Object.hasOwn(sources, name) ? sources[name]?.kind : undefined;
  return kind === "parameter" ? undefined : kind;
}

/** Returns whether files of this field are content, or belong to it. */
export const wantsFile = (operation: ContentOperation, field: string): boolean =>
  contentSourceOf(operation, field) !== undefined ||
  (operation.content.takesAssets === true && !isParameter(operation, field));

/** Returns whether the text of this field is content, which may be as long as the body. */
export const mayBeLong = (operation: ContentOperation, field: string): boolean =>
  contentSourceOf(operation, field) === "text" || keepsJson(operation, field);

/** Returns whether an object or array of this field is content. */
export const keepsJson = (operation: ContentOperation, field: string): boolean =>
  contentSourceOf(operation, field) === "json";

function arrivalsOf(operation: ContentOperation, received: ReceivedContent): Arrival[] {
  const { longTexts, files } = received;
  const texts = presentValues(received).map(([sent, value]) => ({
    sent,
    given: givenText(value, { isJson: keepsJson(operation, sent) }),
  }));
  const long = [...longTexts].map(([sent, text]) => ({ sent, given: { kind: "long text", text } as const }));
  return [...texts, ...long, ...files.map((file) => ({ sent: file.field, given: { kind: "file", file } as const }))]
    .filter(({ sent }) => contentSourceOf(operation, sent) !== undefined)
    .map((arrival) => ({ ...arrival, source: documentedName(operation, arrival.sent) }));
}

/** Returns a value as given content; JSON content is its text, in whichever way it was sent. */
function givenText(value: unknown, { isJson }: { readonly isJson: boolean }): Arrival["given"] {
  if (typeof value === "string") {
    return { kind: "text", text: value };
  }
  return isJson && value instanceof JsonText ? { kind: "text", text: value.text } : { kind: "no text", value };
}

function givenContent({ source, sent, given }: Arrival): GivenContent {
  if (given.kind === "no text") {
    throw new InvalidRequest([itemFor(noText(given.value), ["body", source])]);
  }
  return { source, sent, given };
}

const NO_JSON: Fault = {
  type: "model_attributes_type",
  message: "Input should be an object, an array, or a string that holds JSON",
};
const noText = (value: unknown): Fault => ({
  type: "string_type",
  message: "Input should be a valid string",
  takes: `a text${insteadOf(value)}`,
});
const EMPTY_TEXT_FAULT: Fault = {
  type: "string_too_short",
  message: "String should have at least 1 character",
  context: { min_length: 1 },
  takes: "a text of at least 1 character",
};

/** Returns the faults of one arrival of content by itself. */
function arrivalItems(operation: ContentOperation, { sent, given }: Arrival): ValidationItem[] {
  const loc = ["body", sent];
  if (given.kind !== "file" && contentSourceOf(operation, sent) === "file") {
    return [itemFor(textInFileField(sent, given.kind === "text" ? given.text : undefined), loc)];
  }
  if (given.kind === "no text") {
    return [itemFor(keepsJson(operation, sent) ? NO_JSON : noText(given.value), loc, given.value)];
  }
  if (given.kind === "text" && given.text === "") {
    return [itemFor(EMPTY_TEXT_FAULT, loc)];
  }
  return given.kind === "text" && isPdfAsHtml(operation, sent, given.text) ? [itemFor(PDF_AS_HTML, loc)] : [];
}

/** Returns whether a PDF was sent as the text of HTML: as HTML it is noise. */
function isPdfAsHtml(operation: ContentOperation, sent: string, text: string): boolean {
  const source = operation.content.sources[documentedName(operation, sent)];
  return source?.kind === "text" && source.mediaType === "text/html" && /^\ufeff?%PDF-\d/.test(text);
}

const PDF_AS_HTML: Fault = valueError("expected HTML and received a PDF", {
  advice: "A PDF needs no conversion; the operations below /api/v1/pdf/ and /api/v1/convert/pdf-to- take it as `file`.",
});

/** Checks that exactly one source gives the content, and gives it once. */
function sourceItems(
  operation: ContentOperation,
  arrivals: readonly Arrival[],
  { parameters, received }: { readonly parameters: ReadonlyMap<string, unknown>; readonly received: ReceivedContent },
): ValidationItem[] {
  const { sources } = operation.content;
  const all = Object.keys(sources);
  const given = all.filter((name) => parameters.has(name) || arrivals.some(({ source }) => source === name));
  const [first, ...more] = given;
  if (first === undefined) {
    const message = all.length === 1 ? "Field required" : `Field required: one of ${all.join(", ")}`;
    return [itemFor({ type: "missing", message, advice: noSourceAdvice(operation, received) }, ["body", all[0] ?? ""])];
  }
  const fault = valueError(`only one of ${all.join(", ")} can be given`, { advice: "Leave out the others." });
  const sentAs = (name: string): string => arrivals.find(({ source }) => source === name)?.sent ?? name;
  return [
    ...more.map((name) => itemFor(fault, ["body", sentAs(name)])),
    ...given.flatMap((name) => repeatItems(arrivals.filter(({ source }) => source === name))),
  ];
}

function repeatItems([first, ...more]: readonly Arrival[]): ValidationItem[] {
  const [other] = more;
  if (first === undefined || other === undefined) {
    return [];
  }
  if (first.given.kind === "file" && other.given.kind === "file") {
    return [itemFor(wrongCount("too_long", { max_length: 1, actual_length: more.length + 1 }), ["body", other.sent])];
  }
  return isSameText(first, other) ? [] : [itemFor(conflictOf(other.sent, first.sent), ["body", other.sent])];
}

function isSameText({ given: one }: Arrival, { given: other }: Arrival): boolean {
  if (one.kind === "long text" && other.kind === "long text") {
    return one.text.sha256 === other.text.sha256;
  }
  return one.kind === "text" && other.kind === "text" && one.text === other.text;
}

/** Returns the files that are not content: assets, where the operation takes them. */
function assetsOf(
  operation: ContentOperation,
  { files, otherFileFields }: ReceivedContent,
): { assets: readonly GivenAsset[]; items: readonly ValidationItem[]; warnings: readonly Warning[] } {
  const others = files.filter(({ field }) => contentSourceOf(operation, field) === undefined);
  const fields = [...others.map(({ field }) => field), ...otherFileFields];
  const inTextFields = [...new Set(fields)].filter((field) => isParameter(operation, field));
  const items = inTextFields.map(fileInTextField);
  if (operation.content.takesAssets !== true) {
    const known = Object.keys(operation.content.sources);
    return { assets: [], items, warnings: unknownFieldWarnings(operation, fields, { known }) };
  }
  // The last of a name wins, as with texts.
  const assets = new Map<string, GivenAsset>();
  for (const file of others) {
    const name = nameOfAsset(file);
    if (name === undefined) {
      items.push(itemFor(BAD_PATH, ["body", file.field]));
    } else {
      assets.set(name, { name, file });
    }
  }
  return { assets: [...assets.values()], items, warnings: [] };
}

/** Returns the path of an asset; a file without a file name goes by the name of its field. */
function nameOfAsset({ field, given }: ReceivedFile): string | undefined {
  const isNamed = (given.plain ?? "") !== "" || given.extended !== undefined;
  return relativePathFrom(isNamed ? given : { plain: field });
}

const BAD_PATH: Fault = {
  type: "value_error",
  message: "Value error, the file name should be a relative path below the document",
  context: { error: "the file name should be a relative path below the document" },
};

function unknownFields(operation: ContentOperation, { values }: ReceivedContent): Warning[] {
  const known = Object.keys(operation.content.sources);
  const names = [...values.keys()].filter((name) => contentSourceOf(operation, name) === undefined);
  const warnings = unknownFieldWarnings(operation, names, { known });
  const [data] = operation.content.template === undefined ? [] : known;
  return data === undefined ? warnings : warnings.map((warning) => asVariable(warning, data));
}

/** Returns the warning of a name that nothing is near to, which is taken for a variable of a template. */
const asVariable = ({ code, parameters = {} }: Warning, data: string): Warning => ({
  code,
  parameters: { ...parameters, suggestion: parameters["suggestion"] ?? `${data}.${parameters["name"]}` },
});
