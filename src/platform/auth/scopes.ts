import type { KeyScope } from "../store/key-store.ts";

/** Every scope that a key can have, with what it permits. */
export const KEY_SCOPES = {
  "*": "everything except `admin`",
  convert: "operations that convert documents",
  pdf: "operations that change or check PDFs",
  extract: "operations that extract files from PDFs",
  ocr: "OCR by the service's own engines",
  vision: "OCR by a model provider",
  "templates:read": "reading templates",
  "templates:write": "changing templates",
  jobs: "all jobs of the account; without it a key sees the jobs that it submitted",
  account: "balance, usage and keys of the account",
  admin: "all accounts and their keys",
} as const satisfies Record<KeyScope, string>;

export const isKeyScope = (text: string): text is KeyScope => Object.hasOwn(KEY_SCOPES, text);

/** Returns whether a key with the scopes `held` may do what requires `wanted`. */
export const grants = (held: readonly KeyScope[], wanted: KeyScope): boolean =>
  held.includes(wanted) || (wanted !== "admin" && held.includes("*"));

/**
 * Returns whether a key with the scopes `held` may make one with `wanted`: only an admin key gives more than it has.
 */
export const mayGive = (held: readonly KeyScope[], wanted: readonly KeyScope[]): boolean =>
  held.includes("admin") || wanted.every((scope) => grants(held, scope));
