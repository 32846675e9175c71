import {
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
  endpoint_id: text("Names the endpoint."),
  url: text("Where events are sent.", { format: "uri" }),
  events: { ...listOf(EVENT_NAMES), description: "What it is told of." },
  description: text("For people."),
  enabled: { type: "boolean", description: "Whether it is told of anything." },
  disabled_reason: orNull(
    text(
      "`by_request`, `gone` (it answered 410) or `failing` (ten deliveries in a row failed, over five days); null: it is enabled.",
      { enum: ["by_request", "gone", "failing", null] },
    ),
  ),
  created_at: time("When it was made."),
  updated_at: time("When it was last changed."),
};

const SECRET = text("What signs: `whsec_` and base64. It is shown this once.");

const ATTEMPT = {
  at: time("When it was made."),
  duration_ms: count("How long it took."),
  status: orNull(integer("What was answered; null: there was no answer.")),
  error: orNull(text("Why there was none.")),
  response: orNull(text("How the body of the answer begins.")),
};

const DELIVERY = {
  delivery_id: text("The header `webhook-id`, the same in each attempt."),
  endpoint_id: orNull(text("The endpoint; null: the URL was named by a request.")),
  url: text("Where it is sent.", { format: "uri" }),
  event: text("What happened.", { enum: [...WEBHOOK_EVENTS, "webhook.test"] }),
  job_id: orNull(text("The job that it tells of.")),
  status: text("How far it is.", { enum: ["pending", "delivering", "delivered", "failed"] }),
  reason: orNull(
    text("Why it failed.", {
      enum: ["blocked", "gone", "exhausted", "endpoint_disabled", "endpoint_deleted", null],
    }),
  ),
  created_at: time("When it happened."),
  completed_at: orNull(time("When it was delivered, or given up.")),
  next_attempt_at: orNull(time("When it is tried next; null: it is not waiting.")),
  attempts: { ...listOf(ref("WebhookAttempt")), description: "Oldest first." },
};

export const webhookSchemas: JsonObject = {
  ...objectSchema("WebhookEndpoint", ENDPOINT),
  ...objectSchema("NewWebhookEndpoint", { ...ENDPOINT, secret: SECRET }),
  ...objectSchema("RotatedWebhookEndpoint", {
    ...ENDPOINT,
    secret: SECRET,
    old_secret_expires_at: time("Until then what is sent is signed with the older secret too."),
  }),
  ...objectSchema("WebhookSecret", {
    secret: text("What signs."),
    older_secrets: {
      ...listOf({
        type: "object",
        required: ["secret", "expires_at"],
        properties: { secret: text("It signs too."), expires_at: time("Until then.") },
      }),
      description: "After a rotation.",
    },
  }),
  ...objectSchema("WebhookAttempt", ATTEMPT),
  ...objectSchema("WebhookDelivery", DELIVERY),
  ...pageSchema("WebhookEndpointPage", "WebhookEndpoint"),
  ...pageSchema("WebhookDeliveryPage", "WebhookDelivery"),
};
