import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished } from "vitest";
import { as, call, type List } from "./accounts.ts";
import type { JobObject } from "./jobs.ts";
import type { Service } from "./service.ts";

/* What tests of webhooks share. */

/** Settings that allow the tests' receivers, which are on the loopback interface. */
export const ALLOWED = { QUIRE_OUTBOUND_ALLOW: "127.0.0.1" } as const;

export interface Endpoint {
  readonly endpoint_id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string;
  readonly enabled: boolean;
  readonly disabled_reason: string | null;
  readonly secret?: string;
}

export interface Delivery {
  readonly delivery_id: string;
  readonly endpoint_id: string | null;
  readonly url: string;
  readonly event: string;
  readonly job_id: string | null;
  readonly status: "pending" | "delivering" | "delivered" | "failed";
  readonly reason: string | null;
  readonly next_attempt_at: string | null;
  readonly attempts: readonly {
    readonly at: string;
    readonly status: number | null;
    readonly error: string | null;
    readonly response: string | null;
  }[];
}

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: { readonly type: string; readonly timestamp: string; readonly data: JobObject };
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
}

/** Listens until the test has ended; answers 204 unless `answer` does otherwise. */
export async function receiver(
  answer: (response: ServerResponse, index: number) => void = (response) => void response.writeHead(204).end(),
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      received.push({ headers: request.headers, text, body: JSON.parse(text) });
      answer(response, received.length - 1);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received };
}

export const WEBHOOKS = "/api/v1/webhooks";

export const newEndpoint = async (
  service: Service,
  key: string,
  value: Readonly<Record<string, unknown>>,
): Promise<Endpoint & { readonly secret: string }> => as(await call(service, "POST", WEBHOOKS, { key, value }), 201);

export const endpointOf = async (service: Service, key: string, id: string): Promise<Endpoint> =>
  as(await call(service, "GET", `${WEBHOOKS}/${id}`, { key }));

export const deliveriesAt = async (service: Service, key: string, path: string): Promise<readonly Delivery[]> =>
  as<List<Delivery>>(await call(service, "GET", `${WEBHOOKS}${path}`, { key })).items;

/** Returns the secret that signs what is sent to the URLs of requests. */
export const accountSecret = async (service: Service, key: string): Promise<string> =>
  as<{ readonly secret: string }>(await call(service, "GET", `${WEBHOOKS}/secret`, { key })).secret;

export async function untilReceived({ received }: Receiver, count: number): Promise<readonly Received[]> {
  await expect.poll(() => received.length, { timeout: 60_000 }).toBe(count);
  return received;
}
