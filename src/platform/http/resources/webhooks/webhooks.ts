import { z } from "zod";
import { Failure } from "../../../../kernel/failure.ts";
import { fields } from "../../../../kernel/fields/fields.ts";
import { newId } from "../../../store/ids.ts";
import type { WebhookEndpoint } from "../../../store/webhook-store.ts";
import { newWebhookSecret, sealSecret } from "../../../webhooks/secrets.ts";
import { type Resource, resource } from "../../resource/resource.ts";
import { invalidValue } from "../faults.ts";
import { ref, timeOf } from "../json.ts";
import { pageAndOne, pageCursor, pageLimit, pageOf } from "../paging.ts";
import {
  checkReachable,
  optionalDescription,
  optionalWebhookEvents,
  optionalWebhookFlag,
  optionalWebhookSecret,
  optionalWebhookUrl,
  webhookEvents,
  webhookUrl,
} from "./webhook-fields.ts";
import { deliveryObject, endpointObject } from "./webhook-object.ts";

/* The endpoints of an account, which are notified of what happens in it (contract §6). */

/** The number of webhook endpoints that an account may have. */
export const MAX_ENDPOINTS = 20;
const DAY_SECONDS = 86_400;

const common = { tag: "webhooks", scopes: ["account"] } as const;

const createWebhook = resource({
  ...common,
  method: "POST",
  path: "/api/v1/webhooks",
  operationId: "create_webhook",
  summary: "Create an endpoint for events",
  description: `The answer has the secret that signs the events, which is shown only once. An account has at most ${MAX_ENDPOINTS} endpoints.`,
  body: z.object({
    url: webhookUrl().describe("Where events are sent: http or https, not a private address."),
    events: webhookEvents().describe("Events that are sent. Absent: all of them."),
    description: optionalDescription().describe("Description of the endpoint."),
    secret: optionalWebhookSecret().describe(
      "Secret that signs the events: `whsec_` and base64 of 24 to 64 bytes. Absent: a new one is made.",
    ),
  }),
  example: { url: "https://hooks.example/quire", events: ["job.complete", "job.failed"] },
  answers: { 201: { description: "The new endpoint.", schema: ref("NewWebhookEndpoint") } },
  async handle({ caller, body, baseUrl, origin }, services) {
    const { url, events, description = "", secret = newWebhookSecret() } = body;
    checkReachable(url, services.judgeUrl);
    const created = await services.store.webhooks.create({
      id: newId.webhook(),
      accountId: caller.account.id,
      url,
      events,
      description,
      sealed: sealSecret(secret, services.pepper),
      maxEndpoints: MAX_ENDPOINTS,
      origin,
      now: services.now(),
    });
    if (created.kind === "too_many") {
      throw new Failure(
        "too_many_webhooks",
        `The account has ${MAX_ENDPOINTS} webhook endpoints, the most that are allowed; delete one first.`,
      );
    }
    return {
      kind: "json",
      status: 201,
      value: { ...endpointObject(created.endpoint), secret },
      headers: { location: `${baseUrl}/api/v1/webhooks/${created.endpoint.id}` },
      isSecret: true,
    };
  },
});

const listWebhooks = resource({
  ...common,
  method: "GET",
  path: "/api/v1/webhooks",
  operationId: "list_webhooks",
  summary: "List the endpoints of the account",
  description: "Attempts, oldest first.",
  query: z.object({ limit: pageLimit(), cursor: pageCursor() }),
  answers: { 200: { description: "A page of endpoints.", schema: ref("WebhookEndpointPage") } },
  async handle({ caller, query: { limit, cursor } }, { store }) {
    const page = { accountId: caller.account.id, limit: pageAndOne(limit), after: cursor };
    const found = await store.webhooks.list(page);
    return { kind: "json", status: 200, value: pageOf(found, { limit, item: endpointObject, cursor: ({ id }) => id }) };
  },
});

const getWebhook = resource({
  ...common,
  method: "GET",
  path: "/api/v1/webhooks/:id",
  operationId: "get_webhook",
  summary: "One endpoint",
  answers: { 200: { description: "The endpoint.", schema: ref("WebhookEndpoint") } },
  errors: [404],
  async handle({ caller, path: { id = "" } }, { store }) {
    return answerWith(await store.webhooks.find({ accountId: caller.account.id, id }));
  },
});

const changeWebhook = resource({
  ...common,
  method: "PATCH",
  path: "/api/v1/webhooks/:id",
  operationId: "change_webhook",
  summary: "Change an endpoint",
  description:
    "Fields that are absent stay as they are. A new URL also applies to deliveries that are pending; disabling the " +
    "endpoint gives them up.",
  body: z.object({
    url: optionalWebhookUrl().describe("Where events are sent."),
    events: optionalWebhookEvents().describe("Events that are sent."),
    description: optionalDescription().describe("Description of the endpoint."),
    enabled: optionalWebhookFlag().describe("Whether events are sent to the endpoint."),
  }),
  example: { enabled: false },
  answers: { 200: { description: "The endpoint as it is now.", schema: ref("WebhookEndpoint") } },
  errors: [404],
  async handle({ caller, path: { id = "" }, body }, services) {
    checkReachable(body.url, services.judgeUrl);
    const change = { accountId: caller.account.id, id, ...body, now: services.now() };
    return answerWith(await services.store.webhooks.change(change));
  },
});

const removeWebhook = resource({
  ...common,
  method: "DELETE",
  path: "/api/v1/webhooks/:id",
  operationId: "delete_webhook",
  summary: "Delete an endpoint",
  description: "Pending deliveries to it are given up.",
  answers: { 204: { description: "The endpoint has been deleted." } },
  errors: [404],
  async handle({ caller, path: { id = "" } }, services) {
    const removal = { accountId: caller.account.id, id, now: services.now() };
    if (!(await services.store.webhooks.remove(removal))) {
      throw unknownEndpoint();
    }
    return { kind: "nothing" };
  },
});

const rotateWebhook = resource({
  ...common,
  method: "POST",
  path: "/api/v1/webhooks/:id/rotate",
  operationId: "rotate_webhook_secret",
  summary: "Replace the secret of an endpoint",
  description:
    "The answer has the new secret, which is shown only once. For `grace_seconds` events are signed with the old one too.",
  body: z.object({ grace_seconds: graceSeconds() }),
  answers: { 200: { description: "The endpoint, with its new secret.", schema: ref("RotatedWebhookEndpoint") } },
  errors: [404],
  async handle({ caller, path: { id = "" }, body }, services) {
    const secret = newWebhookSecret();
    const now = services.now();
    const oldExpireAt = now + body.grace_seconds * 1000;
    const sealed = sealSecret(secret, services.pepper);
    const rotation = { accountId: caller.account.id, id, sealed, oldExpireAt, now };
    const endpoint = await services.store.webhooks.rotate(rotation);
    if (endpoint === undefined) {
      throw unknownEndpoint();
    }
    return {
      kind: "json",
      status: 200,
      value: { ...endpointObject(endpoint), secret, old_secret_expires_at: timeOf(oldExpireAt) },
      isSecret: true,
    };
  },
});

const testWebhook = resource({
  ...common,
  method: "POST",
  path: "/api/v1/webhooks/:id/test",
  operationId: "test_webhook",
  summary: "Send a test event",
  description:
    "Sends `webhook.test` at once, whichever events the endpoint is for. The list of deliveries shows the outcome.",
  answers: { 202: { description: "It is being sent.", schema: ref("WebhookDelivery") } },
  errors: [404],
  async handle({ caller, path: { id = "" } }, services) {
    const { webhooks } = services.store;
    const delivery = await webhooks.test({ accountId: caller.account.id, endpointId: id, now: services.now() });
    if (delivery === undefined) {
      await existing(webhooks.find({ accountId: caller.account.id, id }));
      throw disabledEndpoint();
    }
    return { kind: "json", status: 202, value: deliveryObject(delivery) };
  },
});

/** Makes the field that says how long an older secret signs, in seconds. */
export function graceSeconds() {
  return fields
    .jsonIntegerOr({ min: 0, max: 30 * DAY_SECONDS, default: DAY_SECONDS })
    .describe("How long the old secret goes on signing, in seconds.");
}

const unknownEndpoint = (): Failure => new Failure("not_found", "There is no such webhook endpoint.");

export const disabledEndpoint = (): Failure =>
  invalidValue(["path", "id"], "the endpoint is disabled; enable it first");

/**
 * Returns the endpoint that was found.
 * @throws Failure `not_found` when there is none
 */
export async function existing(found: Promise<WebhookEndpoint | undefined>): Promise<WebhookEndpoint> {
  const endpoint = await found;
  if (endpoint === undefined) {
    throw unknownEndpoint();
  }
  return endpoint;
}

function answerWith(endpoint: WebhookEndpoint | undefined) {
  if (endpoint === undefined) {
    throw unknownEndpoint();
  }
  return { kind: "json", status: 200, value: endpointObject(endpoint) } as const;
}

export const webhookResources: readonly Resource[] = [
  createWebhook,
  listWebhooks,
  getWebhook,
  changeWebhook,
  removeWebhook,
  rotateWebhook,
  testWebhook,
];
