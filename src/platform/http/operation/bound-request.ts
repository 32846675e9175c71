import { createHash } from "node:crypto";
import type { FileOperation } from "../../../operations/operation.ts";
import { normalizedFields } from "../../idempotency/idempotency.ts";
import type { BoundForm } from "../body/form.ts";
import { normalizedOptions } from "../body/query.ts";
import type { BoundContent, GivenContent } from "./content/form.ts";

/** The body of a request as it is bound to its operation, of either kind. */
export type BoundRequest = BoundForm | BoundContent;

/** Returns how many files the client sent. */
export const fileCountOf = (bound: BoundRequest): number =>
  bound.kind === "files" ? bound.files.length : bound.assets.length + (bound.content?.given.kind === "file" ? 1 : 0);

/**
 * Returns the fields by which requests are compared for an idempotency fingerprint. An empty text of a form is absent,
 * unless the parameter has it as its value.
 */
export function comparedFields({ kind, fields, parameters }: BoundRequest): Record<string, unknown> {
  const values = new Map<string, unknown>(Object.entries(parameters));
  const isPresent = (name: string, value: unknown): boolean =>
    kind === "content" || value !== "" || values.get(name) === "";
  const present = Object.entries(fields).filter(([name, value]) => isPresent(name, value));
  return normalizedOptions(normalizedFields(Object.fromEntries(present), parameters));
}

/**
 * Returns the identity of each file for an idempotency fingerprint: its SHA-256, with its purpose where its place does
 * not show it.
 */
export const digestsOf = (bound: BoundRequest): readonly string[] =>
  bound.kind === "files"
    ? bound.files.map(({ sha256 }) => sha256)
    : [
        ...(bound.content === undefined ? [] : [`${bound.content.source}:${digestOf(bound.content.given)}`]),
        ...bound.assets.map(({ name, file }) => `/${name}:${file.sha256}`),
      ];

function digestOf(given: GivenContent["given"]): string {
  switch (given.kind) {
    case "text":
      return createHash("sha256").update(given.text).digest("hex");
    case "long text":
      return given.text.sha256;
    case "file":
      // The same bytes as text may be another document, since a file may have its own encoding.
      return `file:${given.file.sha256}`;
  }
}

/** Returns why a request is done as a job; undefined when it is answered at once. */
export function reasonForJob(
  { bound, workPages }: { readonly bound: Jobbable; readonly workPages: number },
  { isAsync }: { readonly isAsync: boolean },
): string | undefined {
  const { operation, parameters, sizeBytes } = bound;
  const syncPages = operation.kind === "files" ? syncPagesOf(operation, parameters) : undefined;
  if (syncPages !== undefined && workPages > syncPages) {
    return `${workPages} pages exceed the synchronous limit of ${syncPages}.`;
  }
  if (operation.kind === "content" && operation.syncBodyBytes !== undefined && sizeBytes > operation.syncBodyBytes) {
    return `A request body of ${sizeBytes} bytes exceeds the synchronous limit of ${operation.syncBodyBytes}.`;
  }
  return isAsync ? "The request asked for a job with async=true." : undefined;
}

type Jobbable = Pick<BoundRequest, "operation" | "parameters" | "sizeBytes">;

const syncPagesOf = ({ syncPages }: FileOperation, parameters: BoundRequest["parameters"]): number | undefined =>
  typeof syncPages === "function" ? syncPages(parameters) : syncPages;
