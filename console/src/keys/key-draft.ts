import type { components } from "../api/schema.d.ts";
import type { Scope } from "./key-scopes.ts";

type CreateKeyBody = components["schemas"]["CreateKeyBody"];

/** A key as it is entered. Empty text stands for what the key in use has. */
export interface KeyDraft {
  readonly name: string;
  readonly mode: "same" | "live" | "test";
  readonly scopes: readonly Scope[];
  readonly rateLimit: string;
  readonly concurrency: string;
  /** The days after which it expires; `never`, or `on` for the day of `expiresOn`. */
  readonly expires: string;
  /** A day of the calendar, such as `2030-12-31`, in the user's time zone. */
  readonly expiresOn: string;
  readonly addresses: string;
}

/** The draft of a key that nothing has been entered for. */
export const NEW_DRAFT: KeyDraft = {
  name: "",
  mode: "same",
  scopes: [],
  rateLimit: "",
  concurrency: "",
  expires: "never",
  expiresOn: "",
  addresses: "",
};

/** The names that the fields of the form have in the body, and in what the service says is wrong with it. */
export const DRAFT_FIELDS = [
  "name",
  "mode",
  "scopes",
  "rate_limit",
  "concurrency",
  "expires_at",
  "allowed_addresses",
] as const;

/** Returns the body that makes the key. */
export function bodyOfDraft(draft: KeyDraft, accountId: string | undefined): CreateKeyBody {
  const addresses = draft.addresses.split(/[\s,]+/).filter((address) => address !== "");
  const expiresAt = expiryOf(draft);
  return {
    name: draft.name.trim(),
    scopes: [...draft.scopes],
    ...(accountId === undefined ? {} : { account_id: accountId }),
    ...(draft.mode === "same" ? {} : { mode: draft.mode }),
    ...(draft.rateLimit === "" ? {} : { rate_limit: Number(draft.rateLimit) }),
    ...(draft.concurrency === "" ? {} : { concurrency: Number(draft.concurrency) }),
    ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
    ...(addresses.length === 0 ? {} : { allowed_addresses: addresses }),
  };
}

const DAY_MS = 86_400_000;

function expiryOf({ expires, expiresOn }: KeyDraft): string | undefined {
  if (expires === "never") {
    return undefined;
  }
  if (expires !== "on") {
    return new Date(Date.now() + Number(expires) * DAY_MS).toISOString();
  }
  // The key works until the day is over where the user is.
  const end = new Date(`${expiresOn}T23:59:59`);
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString();
}

/** Returns whether a draft has all that the service wants. */
export const isWhole = ({ name, scopes, expires, expiresOn }: KeyDraft): boolean =>
  name.trim() !== "" && scopes.length > 0 && (expires !== "on" || expiresOn !== "");
