import { WEBHOOK_EVENTS } from "../../store/webhook-store.ts";
import { integer, objectSchema, ref, text, time } from "../resources/json.ts";
import type { JsonObject } from "./json.ts";

/* The messages that the service sends by itself (OpenAPI 3.1, `webhooks`): one POST for each event. */

const dataOf: Readonly<Record<(typeof WEBHOOK_EVENTS)[number], JsonObject>> = {
  "job.complete": ref("Job"),
  "job.failed": ref("Job"),
  "job.cancelled": ref("Job"),
  "credits.low": ref("LowCredits"),
  "key.expiring": ref("ExpiringKey"),
};

const SUMMARIES: Readonly<Record<(typeof WEBHOOK_EVENTS)[number], string>> = {
  "job.complete": "A job is complete",
  "job.failed": "A job has failed",
  "job.cancelled": "A job has been cancelled",
  "credits.low": "The account's balance has fallen below a threshold",
  "key.expiring": "A key expires in 14 days, or in one day",
};

const header = (name: string, description: string): JsonObject => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});

const HEADERS = [
  header("webhook-id", "Identifier of the delivery, the same in each attempt."),
  header("webhook-timestamp", "Time of the attempt, in Unix seconds."),
  header(
    "webhook-signature",
    "Signatures by Standard Webhooks 1.0, separated by spaces: `v1,` and base64 of HMAC-SHA256 over id, timestamp " +
      "and body.",
  ),
];

export const openApiWebhooks: JsonObject = Object.fromEntries(
  WEBHOOK_EVENTS.map((event) => [
    event,
    {
      post: {
        operationId: `on_${event.replace(".", "_")}`,
        tags: ["webhooks"],
        summary: SUMMARIES[event],
        security: [],
        parameters: HEADERS,
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["type", "timestamp", "data"],
                properties: {
                  type: { const: event },
                  timestamp: time("Time of the event."),
                  data: dataOf[event],
                },
              },
            },
          },
        },
        responses: {
          "2XX": {
            description:
              "The event has been received. Answer within 15 s; after anything else the event is sent again.",
          },
          410: { description: "The address wants no more events: the service disables its endpoint." },
        },
      },
    },
  ]),
);

export const webhookEventSchemas: JsonObject = {
  ...objectSchema("LowCredits", {
    account_id: text("Identifier of the account."),
    balance: integer("Balance of the account, in credits."),
    threshold: integer("Threshold that the balance has fallen below, in credits."),
  }),
  ...objectSchema("ExpiringKey", {
    key_id: text("Identifier of the key; not the key itself."),
    name: text("Name of the key."),
    display: text("First and last characters of the key."),
    expires_at: time("Time from which the key no longer works."),
  }),
};
