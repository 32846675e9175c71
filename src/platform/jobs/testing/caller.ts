import type { Limits } from "../../../kernel/limits.ts";
import type { Caller } from "../../auth/callers.ts";
import { accountBoundsOf } from "../../config/account-bounds.ts";
import { readConfig } from "../../config/config.ts";
import { newId } from "../../store/ids.ts";
import type { Store } from "../../store/store.ts";

/** Limits so high that nothing in these tests meets them by accident. */
export const TEST_LIMITS: Limits = {
  uploadBytes: 1e6,
  jsonBytes: 1e6,
  files: 10,
  fields: 10,
  fieldBytes: 1000,
  pagesPerDocument: 100,
  ocrPagesPerDocument: 100,
  visionPagesPerDocument: 100,
  imagePixels: 1e6,
  archiveBytes: 1e6,
  syncTimeoutMs: 1000,
  engineTimeMs: 1000,
};

/** Creates an account with `credits` and a key of it. */
export async function makeCaller(store: Store, credits: number, now: number): Promise<Caller> {
  const account = await store.accounts.create({ id: newId.account(), name: "test", credits, by: null, now });
  const made = await store.keys.create({
    id: newId.key(),
    accountId: account.id,
    name: "test",
    mode: "live",
    scopes: ["*"],
    createdBy: null,
    now,
    rateLimit: null,
    allowedAddresses: null,
    concurrency: null,
    expiresAt: null,
    secret: { hash: new Uint8Array(32), display: "test" },
  });
  if (made.kind !== "created") {
    throw new Error(`The key could not be made: ${made.kind}.`);
  }
  const accountBounds = accountBoundsOf(readConfig({}));
  const bounds = { rateLimit: 100, readRateLimit: 100, concurrency: 8, accountBounds, uploadBytes: 1e6 };
  return { key: made.key, account, ...bounds, may: () => true };
}
