import type { ContentType } from "../../../kernel/media-type.ts";
import type { ContentOperation, FileOperation } from "../../../operations/operation.ts";
import { mediaTypesOf } from "../operation/content/files.ts";
import type { Resource } from "../resource/resource.ts";
import { exampleValue, fileField, inputSchema, type JsonObject } from "./json.ts";

/*
 * The commands that the API description shows for each operation. They run as they are printed, once the key is filled in
 * and the files lie there: test/docs runs them all.
 */

/** What stands for the reader's key. */
const KEY_PLACEHOLDER = "YOUR_API_KEY";

/** Returns the sample of an operation on files: all files and the fields that are required. */
export function fileSamples(operation: FileOperation, baseUrl: string): JsonObject[] {
  const names = operation.files.max === 1 ? ["document.pdf"] : ["first.pdf", "second.pdf"];
  const { properties, required } = inputSchema(operation.parameters);
  const saves = operation.asFile === undefined && !operation.produces.includes("application/json");
  return [
    sample("curl", `${baseUrl}${operation.path}`, [
      ...names.map((name) => formField(fileField(operation), `@${name}`)),
      ...required.map((name) => formField(name, exampleValue(properties[name]))),
      ...(saves ? [SAVE] : []),
    ]),
  ];
}

/** Returns the samples of an operation on content: with its example as JSON, and with a file where it takes one. */
export function contentSamples(operation: ContentOperation, baseUrl: string): JsonObject[] {
  const url = `${baseUrl}${operation.path}`;
  const tail = operation.produces.includes("application/json") ? [] : [SAVE];
  const file = exampleFile(operation);
  return [
    sample("curl", url, [...jsonOptions(operation.example), ...tail]),
    ...(file === undefined ? [] : [sample("curl, with a file", url, [...formOf(operation, file), ...tail])]),
  ];
}

const jsonOptions = (value: unknown): string[] => [
  "-H 'Content-Type: application/json'",
  `-d ${shellWord(JSON.stringify(value, undefined, 2))}`,
];

/** Returns a sample: a POST, or what else `method` says, with the key and further options of curl. */
export const sample = (label: string, url: string, options: readonly string[], method = "POST"): JsonObject => ({
  lang: "shell",
  label,
  source: [
    `curl ${method === "GET" ? "" : `-X ${method} `}${url}`,
    `-H 'X-API-Key: ${KEY_PLACEHOLDER}'`,
    ...options,
  ].join(" \\\n  "),
});

/** Returns the sample of one of the service's own resources, with its example where it has one. */
export function resourceSamples({ method, path, example }: Resource, baseUrl: string): JsonObject[] {
  const url = `${baseUrl}${path.replaceAll(/:(\w+)/g, (_, name: string) => pathValue(path, name))}`;
  return [sample("curl", url, example === undefined ? [] : jsonOptions(example), method)];
}

/** Returns a value for a parameter of a path: one that every account has, or a word that says what is to be filled in. */
function pathValue(path: string, name: string): string {
  const fixed: Readonly<Record<string, string>> = { slug: EXAMPLE_SLUG, version: "1", delivery_id: "DELIVERY_ID" };
  const [, , , collection = ""] = path.split("/");
  return fixed[name] ?? `${collection.replace(/s$/, "").toUpperCase()}_ID`;
}

/** A template that every account has. */
export const EXAMPLE_SLUG = "receipt-minimal";

/** With this option curl gives the file the name that the service gives it. */
export const SAVE = "-OJ";

/** Returns the option of curl that sends a field of a form; a value that begins with @ is a file's name. */
export const formField = (name: string, value: string): string => `-F ${shellWord(`${name}=${value}`)}`;

/** Returns `text` as one word of a shell: quoted, unless it has only characters that mean themselves. */
const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

interface ExampleFile {
  readonly field: string;
  readonly name: string;
}

/** Returns the form of the example request in which a file has the content. */
function formOf({ content, example }: ContentOperation, { field, name }: ExampleFile): string[] {
  const others = Object.entries(example).filter(([other]) => !Object.hasOwn(content.sources, other));
  return [
    formField(field, `@${name}`),
    ...others.map(([other, value]) => formField(other, typeof value === "string" ? value : JSON.stringify(value))),
  ];
}

/** Returns the field of an example file and the file's name; a field that is meant for files is preferred. */
function exampleFile({ content }: ContentOperation): ExampleFile | undefined {
  const sources = Object.entries(content.sources);
  for (const [field, source] of [...sources.filter(([, { kind }]) => kind === "file"), ...sources]) {
    const [type] = mediaTypesOf(source);
    if (type !== undefined) {
      return { field, name: source.kind === "json" ? `${field}.json` : `document${EXTENSIONS[type]}` };
    }
  }
  return undefined;
}

const EXTENSIONS: Record<ContentType, string> = {
  "text/html": ".html",
  "text/plain": ".txt",
  "text/markdown": ".md",
  "application/json": ".json",
  "application/zip": ".zip",
};
