import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { WebFetch } from "../../egress/web-fetch.ts";
import { newId } from "../../store/ids.ts";
import { openSqliteStore } from "../../store/sqlite/sqlite-store.ts";
import type { Store } from "../../store/store.ts";
import { WEBHOOK_EVENTS, type WebhookDelivery } from "../../store/webhook-store.ts";
import { createLog } from "../../telemetry/log.ts";
import { type DelivererDeps, WebhookDeliverer } from "../deliverer.ts";
import { newWebhookSecret, sealSecret } from "../secrets.ts";

/* Deliveries on a real store, with a clock that does not move by itself, and receivers that are functions. */

interface Received {
  readonly url: string;
  readonly method: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly at: number;
}

/** Answers a delivery, or throws. */
export type Receiver = (received: Received, signal: AbortSignal) => Response | Promise<Response>;

export interface DeliveryBench {
  readonly store: Store;
  readonly accountId: string;
  readonly clock: { now: number };
  readonly received: Received[];
  /** The receivers by host; any other host answers 204. */
  readonly receivers: Map<string, Receiver>;
  deliverer(changes?: Partial<DelivererDeps>): WebhookDeliverer;
  /** Makes another account; returns its id. */
  otherAccount(): Promise<string>;
  endpoint(url?: string, accountId?: string): Promise<{ readonly id: string; readonly secret: string }>;
  /** Enqueues a test event. */
  test(endpointId: string, accountId?: string): Promise<WebhookDelivery>;
  find(id: string, accountId?: string): Promise<WebhookDelivery | undefined>;
}

const PEPPER = Buffer.alloc(32, 5);
export const START = Date.UTC(2026, 10, 15, 12, 0, 0, 250);

export async function openBench(): Promise<DeliveryBench> {
  const directory = await mkdtemp(join(tmpdir(), "quire-webhooks-"));
  const store = await openSqliteStore({ path: join(directory, "quire.db"), writer: "inline" });
  const deliverers: WebhookDeliverer[] = [];
  onTestFinished(async () => {
    await Promise.all(deliverers.map((one) => one.stop()));
    await store.close();
    await rm(directory, { recursive: true });
  });
  const clock = { now: START };
  const newAccount = () =>
    store.accounts.create({ id: newId.account(), name: "test", credits: 10_000, by: null, now: START });
  const account = await newAccount();
  const received: Received[] = [];
  const receivers = new Map<string, Receiver>();
  const fetch: WebFetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const headers = Object.fromEntries(new Headers(init?.headers));
    const one = {
      url,
      method: init?.method,
      headers,
      body: typeof init?.body === "string" ? init.body : "",
      at: clock.now,
    };
    received.push(one);
    const receiver = receivers.get(new URL(url).hostname);
    return receiver?.(one, init?.signal ?? new AbortController().signal) ?? new Response(null, { status: 204 });
  };
  return {
    store,
    accountId: account.id,
    clock,
    received,
    receivers,
    deliverer(changes = {}) {
      const deliverer = new WebhookDeliverer({
        store,
        fetch,
        pepper: PEPPER,
        instance: newId.instance(),
        version: "9.9.9",
        creditsLow: null,
        describeJob: ({ id, state }, baseUrl) => ({ job_id: id, status: state, status_url: `${baseUrl}/jobs/${id}` }),
        baseUrl: "https://fallback.example",
        log: createLog("silent"),
        now: () => clock.now,
        random: () => 0.5,
        ...changes,
      });
      deliverers.push(deliverer);
      return deliverer;
    },
    otherAccount: async () => (await newAccount()).id,
    async endpoint(url = "https://receiver.example/hook", accountId = account.id) {
      const secret = newWebhookSecret();
      const id = newId.webhook();
      const wanted = { id, accountId, url, events: WEBHOOK_EVENTS, description: "", maxEndpoints: 99 };
      await store.webhooks.create({ ...wanted, sealed: sealSecret(secret, PEPPER), now: clock.now });
      return { id, secret };
    },
    async test(endpointId, accountId = account.id) {
      const delivery = await store.webhooks.test({ accountId, endpointId, now: clock.now });
      if (delivery === undefined) {
        throw new Error("There is no such endpoint.");
      }
      return delivery;
    },
    find: (id, accountId = account.id) => store.webhooks.findDelivery({ accountId, id }),
  };
}

/** Behaves as a receiver that never answers. */
export const hangs: Receiver = (_received, signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
