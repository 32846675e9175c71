import { z } from "zod";
import { assert } from "../../../../kernel/assert.ts";
import { Failure } from "../../../../kernel/failure.ts";
import { fields } from "../../../../kernel/fields/fields.ts";
import { DELIVERY_STATES, type WebhookDelivery } from "../../../store/webhook-store.ts";
import { newWebhookSecret, sealSecret, unsealSecret } from "../../../webhooks/secrets.ts";
import { type Resource, resource, type Services } from "../../resource/resource.ts";
import { ref } from "../json.ts";
import { pageAndOne, pageCursor, pageLimit, pageOf } from "../paging.ts";
import { deliveryObject, secretsObject } from "./webhook-object.ts";
import { disabledEndpoint, existing, graceSeconds } from "./webhooks.ts";

/* The webhook deliveries that have been made, and the secrets that sign those to URLs of requests (contract §6). */

const common = { tag: "webhooks", scopes: ["account"] } as const;

const statusFilter = () =>
  fields.optionalChoice({ values: DELIVERY_STATES }).describe("Only deliveries in this state.");

const listDeliveries = resource({
  ...common,
  method: "GET",
  path: "/api/v1/webhooks/:id/deliveries",
  operationId: "list_webhook_deliveries",
  summary: "List the deliveries of an endpoint",
  description: "Deliveries of the last 30 days, newest first.",
  query: z.object({ status: statusFilter(), limit: pageLimit(), cursor: pageCursor() }),
  answers: { 200: { description: "A page of deliveries.", schema: ref("WebhookDeliveryPage") } },
  errors: [404],
  async handle({ caller, path: { id = "" }, query: { status: state, limit, cursor } }, { store: { webhooks } }) {
    const accountId = caller.account.id;
    await existing(webhooks.find({ accountId, id }));
    const page = { accountId, endpointId: id, state, limit: pageAndOne(limit), before: cursor };
    return pageWith(await webhooks.deliveries(page), limit);
  },
});

const listAllDeliveries = resource({
  ...common,
  method: "GET",
  path: "/api/v1/webhooks/deliveries",
  operationId: "list_all_webhook_deliveries",
  summary: "List all deliveries: to endpoints, and to the `webhook_url` of requests",
  description: "Deliveries of the last 30 days, newest first.",
  query: z.object({
    job_id: fields.optionalText({ maxLength: 64 }).describe("Only deliveries about this job."),
    status: statusFilter(),
    limit: pageLimit(),
    cursor: pageCursor(),
  }),
  answers: { 200: { description: "A page of deliveries.", schema: ref("WebhookDeliveryPage") } },
  async handle({ caller, query: { job_id: jobId, status: state, limit, cursor } }, { store }) {
    const page = { accountId: caller.account.id, jobId, state, limit: pageAndOne(limit), before: cursor };
    return pageWith(await store.webhooks.deliveries(page), limit);
  },
});

const pageWith = (found: readonly WebhookDelivery[], limit: number) =>
  ({
    kind: "json",
    status: 200,
    value: pageOf(found, { limit, item: deliveryObject, cursor: ({ id }) => id }),
  }) as const;

const redeliver = resource({
  ...common,
  method: "POST",
  path: "/api/v1/webhooks/:id/deliveries/:delivery_id/redeliver",
  operationId: "redeliver_webhook",
  summary: "Send a delivery again",
  description: "It is sent at once, then by the schedule from its start, with the same `webhook-id`.",
  answers: { 202: { description: "It is being sent.", schema: ref("WebhookDelivery") } },
  errors: [404],
  async handle({ caller, path: { id = "", delivery_id: deliveryId } }, services) {
    await existing(services.store.webhooks.find({ accountId: caller.account.id, id }));
    return sendAgain({ accountId: caller.account.id, deliveryId, endpointId: id }, services);
  },
});

const redeliverToUrl = resource({
  ...common,
  method: "POST",
  path: "/api/v1/webhooks/deliveries/:delivery_id/redeliver",
  operationId: "redeliver_any_webhook",
  summary: "Send a delivery again, also one to the `webhook_url` of a request",
  description: "It is sent at once, then by the schedule from its start, with the same `webhook-id`.",
  answers: { 202: { description: "It is being sent.", schema: ref("WebhookDelivery") } },
  errors: [404],
  handle({ caller, path: { delivery_id: deliveryId } }, services) {
    return sendAgain({ accountId: caller.account.id, deliveryId }, services);
  },
});

interface Wanted {
  readonly accountId: string;
  readonly deliveryId: string | undefined;
  /** The endpoint of the delivery; absent: any. */
  readonly endpointId?: string;
}

/**
 * Sends a delivery again.
 * @throws Failure `not_found`, also for one that is not to the endpoint; InvalidRequest when its endpoint is gone or
 * disabled
 */
async function sendAgain({ accountId, deliveryId: id = "", endpointId }: Wanted, services: Services) {
  const { webhooks } = services.store;
  const delivery = await webhooks.findDelivery({ accountId, id });
  if (delivery === undefined || (endpointId !== undefined && delivery.endpointId !== endpointId)) {
    throw new Failure("not_found", "There is no such delivery.");
  }
  const again = await webhooks.redeliver({ accountId, id, now: services.now() });
  if (again === undefined) {
    throw disabledEndpoint();
  }
  return { kind: "json", status: 202, value: deliveryObject(again) } as const;
}

const getSecret = resource({
  ...common,
  method: "GET",
  path: "/api/v1/webhooks/secret",
  operationId: "get_webhook_secret",
  summary: "The secret that signs events for `webhook_url`",
  answers: { 200: { description: "The account's secret.", schema: ref("WebhookSecret") } },
  async handle({ caller }, services) {
    const { pepper } = services;
    const wanted = { accountId: caller.account.id, sealed: sealSecret(newWebhookSecret(), pepper) };
    const kept = await services.store.webhooks.accountSecrets({ ...wanted, now: services.now() });
    const secrets = kept.map((one) => {
      const secret = unsealSecret(one.sealed, pepper);
      assert(secret !== undefined, "this service's pepper opens its secrets");
      return { secret, expiresAt: one.expiresAt };
    });
    return { kind: "json", status: 200, value: secretsObject(secrets), isSecret: true };
  },
});

const rotateSecret = resource({
  ...common,
  method: "POST",
  path: "/api/v1/webhooks/secret/rotate",
  operationId: "rotate_account_webhook_secret",
  summary: "Replace the secret that signs events for `webhook_url`",
  description: "For `grace_seconds` events are signed with the old secret too.",
  body: z.object({ grace_seconds: graceSeconds() }),
  answers: { 200: { description: "The new secret.", schema: ref("WebhookSecret") } },
  async handle({ caller, body }, services) {
    const now = services.now();
    const secret = newWebhookSecret();
    const oldExpireAt = now + body.grace_seconds * 1000;
    const sealed = sealSecret(secret, services.pepper);
    await services.store.webhooks.rotateAccountSecret({ accountId: caller.account.id, sealed, oldExpireAt, now });
    return { kind: "json", status: 200, value: secretsObject([{ secret, expiresAt: null }]), isSecret: true };
  },
});

export const webhookDeliveryResources: readonly Resource[] = [
  listDeliveries,
  redeliver,
  listAllDeliveries,
  redeliverToUrl,
  getSecret,
  rotateSecret,
];
