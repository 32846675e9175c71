import {
  DELIVERY_STATES,
  type SigningSecret,
  WEBHOOK_EVENTS,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookEndpoint,
} from "../../../store/webhook-store.ts";
import type { JsonObject } from "../../openapi/json.ts";
import { count, integer, listOf, objectSchema, orNull, ref, text, time, timeOf, timeOrNull } from "../json.ts";
import { pageSchema } from "../paging.ts";

/** Returns an endpoint as clients see it, without its secret. */
export const endpointObject = (endpoint: WebhookEndpoint): object => ({
  endpoint_id: endpoint.id,
  url: endpoint.url,
  events: endpoint.events,
  description: endpoint.description,
  enabled: endpoint.enabled,
  disabled_reason: endpoint.disabledReason,
  created_at: timeOf(endpoint.createdAt),
  updated_at: timeOf(endpoint.updatedAt),
});

export const deliveryObject = (delivery: WebhookDelivery): object => ({
  delivery_id: delivery.id,
  endpoint_id: delivery.endpointId,
  url: delivery.url,
  event: delivery.event,
  job_id: delivery.jobId,
  status: delivery.state,
  reason: delivery.reason,
  created_at: timeOf(delivery.createdAt),
  completed_at: timeOrNull(delivery.completedAt),
  next_attempt_at: timeOrNull(delivery.nextAttemptAt),
  attempts: delivery.attempts.map(attemptObject),
});

const attemptObject = (attempt: WebhookAttempt): object => ({
  at: timeOf(attempt.at),
  duration_ms: attempt.durationMs,
  status: attempt.status,
  error: attempt.error,
  response: attempt.response,
});

/** Returns the secrets that sign what is sent to URLs of requests. */
export const secretsObject = (
  secrets: readonly { secret: string; expiresAt: SigningSecret["expiresAt"] }[],
): object => ({
  secret: secrets[0]?.secret,
  older_secrets: secrets.slice(1).map(({ secret, expiresAt }) => ({ secret, expires_at: timeOrNull(expiresAt) })),
});

const EVENT_NAMES = { type: "string", enum: WEBHOOK_EVENTS };

const ENDPOINT = {
  endpoint_id: text("Identifier of the endpoint."),
  url: text("Where events are sent.", { format: "uri" }),
  events: { ...listOf(EVENT_NAMES), description: "Events that are sent." },
  description: text("Description of the endpoint."),
  enabled: { type: "boolean", description: "Whether events are sent to the endpoint." },
  disabled_reason: orNull(
    text(
      "Why the endpoint is disabled: `by_request`, `gone` (it answered 410) or `failing` (ten deliveries in a row " +
        "failed, over five days); null: it is enabled.",
      { enum: ["by_request", "gone", "failing", null] },
    ),
  ),
  created_at: time("Time at which the endpoint was created."),
  updated_at: time("Time of the last change."),
};

const SECRET = text("Secret that signs the events: `whsec_` and base64. It is shown only once.");

const ATTEMPT = {
  at: time("Time of the attempt."),
  duration_ms: count("How long the attempt took, in milliseconds."),
  status: orNull(integer("HTTP status of the answer; null: there was no answer.")),
  error: orNull(text("Why there was no answer; null: there was one.")),
  response: orNull(text("Start of the body of the answer.")),
};

const DELIVERY = {
  delivery_id: text("Identifier of the delivery: the header `webhook-id`, the same in each attempt."),
  endpoint_id: orNull(text("The endpoint; null: the URL came from the `webhook_url` of a request.")),
  url: text("Where the event is sent.", { format: "uri" }),
  event: text("The event.", { enum: [...WEBHOOK_EVENTS, "webhook.test"] }),
  job_id: orNull(text("The job that the event is about.")),
  status: text("State of the delivery.", { enum: [...DELIVERY_STATES] }),
  reason: orNull(
    text("Why the delivery failed.", {
      enum: ["blocked", "gone", "exhausted", "endpoint_disabled", "endpoint_deleted", null],
    }),
  ),
  created_at: time("Time of the event."),
  completed_at: orNull(time("Time at which it was delivered or given up.")),
  next_attempt_at: orNull(time("Time of the next attempt; null: there will be none, or one is being made.")),
  attempts: { ...listOf(ref("WebhookAttempt")), description: "Attempts, oldest first." },
};

export const webhookSchemas: JsonObject = {
  ...objectSchema("WebhookEndpoint", ENDPOINT),
  ...objectSchema("NewWebhookEndpoint", { ...ENDPOINT, secret: SECRET }),
  ...objectSchema("RotatedWebhookEndpoint", {
    ...ENDPOINT,
    secret: SECRET,
    old_secret_expires_at: time("Until this time events are signed with the old secret too."),
  }),
  ...objectSchema("WebhookSecret", {
    secret: text("Secret that signs the events."),
    older_secrets: {
      ...listOf({
        type: "object",
        required: ["secret", "expires_at"],
        properties: {
          secret: text("Older secret, which signs the events too."),
          expires_at: time("Time until which it signs."),
        },
      }),
      description: "Older secrets that still sign, after a rotation.",
    },
  }),
  ...objectSchema("WebhookAttempt", ATTEMPT),
  ...objectSchema("WebhookDelivery", DELIVERY),
  ...pageSchema("WebhookEndpointPage", "WebhookEndpoint"),
  ...pageSchema("WebhookDeliveryPage", "WebhookDelivery"),
};
