import type { components } from "../api/schema.d.ts";

/** What a key may be used for. */
export type Scope = components["schemas"]["Limits"]["key_scopes"][number];

/** What each scope opens. */
export const OPENS: Readonly<Record<Scope, string>> = {
  "*": "everything except administration",
  convert: "converting to PDF and from PDF",
  pdf: "changing, joining and splitting PDFs",
  extract: "extracting text, tables and images",
  ocr: "text recognition",
  vision: "text recognition by a model",
  "templates:read": "reading templates and printing with them",
  "templates:write": "making and changing templates",
  jobs: "all jobs of the account; without it those that the key submitted",
  account: "balance, usage, keys and webhooks of the account",
  admin: "all accounts and their keys, the system and the audit log",
};
