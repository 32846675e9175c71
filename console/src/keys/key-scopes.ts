import type { components } from "../api/schema.d.ts";

export type Scope = components["schemas"]["Key"]["scopes"][number];

/** Every scope, with what it is for, in the order in which people need them. */
export const SCOPES: readonly { readonly id: Scope; readonly hint: string }[] = [
  { id: "*", hint: "everything except admin" },
  { id: "convert", hint: "operations that convert documents" },
  { id: "pdf", hint: "operations that change or check PDFs" },
  { id: "extract", hint: "operations that extract files from PDFs" },
  { id: "ocr", hint: "OCR by the service's own engines" },
  { id: "vision", hint: "OCR by a model provider" },
  { id: "jobs", hint: "all jobs of the account; without it a key sees the jobs that it submitted" },
  { id: "templates:read", hint: "reading templates" },
  { id: "templates:write", hint: "changing templates" },
  { id: "account", hint: "balance, usage, webhooks and keys of the account" },
  { id: "admin", hint: "all accounts and their keys" },
];

/** Returns whether a key that has `held` may make one with `scope`: no key gives more than it has, but an admin's. */
export const mayGive = (held: readonly Scope[], scope: Scope): boolean =>
  held.includes("admin") || held.includes(scope) || (held.includes("*") && scope !== "admin");
