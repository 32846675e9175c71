import { expect } from "vitest";
import { type Fields, PDF_TO_IMAGE, type Request, send, upload } from "./client.ts";
import { emptyPages } from "./documents.ts";
import { expectOk, json, type Reply } from "./reply.ts";
import type { Service } from "./service.ts";

/* What tests of money and keys share: accounts, keys and the price of one credit. */

/** An account as the interface shows it to an administrator. */
export interface AccountObject {
  readonly account_id: string;
  readonly name: string;
  readonly state: "active" | "disabled";
  readonly balance: number;
  readonly held: number;
  readonly available: number;
  readonly created_at: string;
}

/** An API key; `key` is present only in the answer that makes it. */
export interface KeyObject {
  readonly key_id: string;
  readonly key?: string;
  readonly account_id: string;
  readonly name: string;
  readonly mode: "live" | "test";
  readonly scopes: readonly string[];
  readonly rate_limit: number | null;
  readonly concurrency: number | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
  readonly created_at: string;
  readonly created_by: string | null;
  readonly display: string;
}

/** An account and a key of it, as a client has them. */
export interface Client {
  readonly accountId: string;
  readonly keyId: string;
  readonly key: string;
}

export interface List<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

/** Sends `value` as JSON; a GET, a HEAD or a DELETE may go without one. */
export function call(
  service: Service,
  method: string,
  path: string,
  { value, headers, ...rest }: Pick<Request, "key" | "headers"> & { readonly value?: unknown } = {},
): Promise<Reply> {
  return send(service, {
    method,
    path,
    ...rest,
    headers: { ...(value !== undefined && { "content-type": "application/json" }), ...headers },
    ...(value !== undefined && { body: Buffer.from(JSON.stringify(value)) }),
  });
}

/** Checks the status and returns the JSON value as a `T`, which the caller vouches for. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- A JSON value has the type that the contract says.
export function as<T>(reply: Reply, status = 200): T {
  expect(reply.status, reply.body.toString()).toBe(status);
  return json(reply) as T;
}

export const newAccount = async (service: Service, credits: number, name = "Test"): Promise<AccountObject> =>
  as(await call(service, "POST", "/api/v1/accounts", { value: { name, credits } }), 201);

/** Makes an API key with the first account's key, or with the key `by`. */
export async function newKey(
  service: Service,
  value: Readonly<Record<string, unknown>> = {},
  by: string = service.key,
): Promise<KeyObject & { readonly key: string }> {
  return as(await call(service, "POST", "/api/v1/keys", { value: { name: "Test", ...value }, key: by }), 201);
}

/** Makes an account of `credits` and one key of it; `key` holds further members of the key's request. */
export async function newClient(
  service: Service,
  credits: number,
  key: Readonly<Record<string, unknown>> = {},
): Promise<Client> {
  const account = await newAccount(service, credits);
  const made = await newKey(service, { account_id: account.account_id, ...key });
  return { accountId: account.account_id, keyId: made.key_id, key: made.key };
}

export const accountOf = async (service: Service, accountId: string): Promise<AccountObject> =>
  as(await call(service, "GET", `/api/v1/accounts/${accountId}`));

/** Returns the balance, the open holds and what can be spent, as the administrator sees them. */
export async function moneyOf(service: Service, accountId: string): Promise<readonly [number, number, number]> {
  const { balance, held, available } = await accountOf(service, accountId);
  return [balance, held, available];
}

export const grant = (service: Service, accountId: string, amount: unknown, reason = "test"): Promise<Reply> =>
  call(service, "POST", `/api/v1/accounts/${accountId}/credits`, { value: { amount, reason } });

/** Sends a request that costs 1 credit for every ten pages started. */
export const spend = (service: Service, key: string, { pages = 1, headers = {} }: Spending = {}): Promise<Reply> =>
  upload(service, {
    path: PDF_TO_IMAGE,
    file: emptyPages(pages),
    fields: pages === 1 ? { dpi: 72 } : allPages(pages),
    key,
    headers,
  });

export interface Spending {
  readonly pages?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export const allPages = (count: number, dpi = 72): Fields => ({ start_page: 1, end_page: count, dpi });

export const chargedBy = (reply: Reply): number => Number(reply.headers["x-credits-charged"]);
export const remainingBy = (reply: Reply): number => Number(reply.headers["x-credits-remaining"]);

/** Fails unless a plain request of `key` succeeds. */
export async function expectUsable(service: Service, key: string): Promise<void> {
  expectOk(await call(service, "GET", "/api/v1/limits", { key }));
}

/** Ids of the right form that belong to no object. */
export const UNKNOWN = {
  account: "acc_0000000000000000",
  key: "key_0000000000000000",
  job: "job_000000000000",
} as const;

/** Fails unless two answers are the same except for their request id and the id that was asked for. */
export function expectSameRefusal(
  one: { readonly reply: Reply; readonly id: string },
  two: { readonly reply: Reply; readonly id: string },
): void {
  expect(withoutNames(one)).toEqual(withoutNames(two));
}

const withoutNames = ({ reply, id }: { readonly reply: Reply; readonly id: string }) => ({
  status: reply.status,
  body: reply.body.toString().replaceAll(id, "ID").replaceAll(String(reply.headers["x-request-id"]), "REQUEST"),
  type: reply.headers["content-type"],
});
