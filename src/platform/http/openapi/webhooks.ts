import { WEBHOOK_EVENTS } from "../../store/webhook-store.ts";
import { integer, objectSchema, ref, text, time } from "../resources/json.ts";
import type { JsonObject } from "./json.ts";

/*
 * What the service sends of itself (OpenAPI 3.1, `webhooks`): one POST for each event.
 */

const dataOf: Readonly<Record<(typeof WEBHOOK_EVENTS)[number], JsonObject>> = {
  "job.complete": ref("Job"),
  "job.failed": ref("Job"),
  "job.cancelled": ref("Job"),
  "credits.low": ref("LowCredits"),
  "key.expiring": ref("ExpiringKey"),
};

const SUMMARIES: Readonly<Record<(typeof WEBHOOK_EVENTS)[number], string>> = {
  "job.complete": "The result of a job is there",
  "job.failed": "A job has failed",
  "job.cancelled": "A job has been cancelled",
  "credits.low": "The account's balance has come below a threshold",
  "key.expiring": "A key expires in 14 days, or in one",
};

const header = (name: string, description: string): JsonObject => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});

const HEADERS = [
  header("webhook-id", "Names the event to this address; the same in each attempt."),
  header("webhook-timestamp", "Of the attempt, in Unix seconds."),
  header(
    "webhook-signature",
    "Signatures by Standard Webhooks 1.0, separated by spaces: `v1,` and base64 of HMAC-SHA256 over id, timestamp and body.",
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
                  timestamp: time("When it happened."),
                  data: dataOf[event],
                },
              },
            },
          },
        },
        responses: {
          "2XX": { description: "It has arrived. Within 15 s; anything else is tried again." },
          410: { description: "The address wants no more: its endpoint is disabled." },
        },
      },
    },
  ]),
);

export const webhookEventSchemas: JsonObject = {
  ...objectSchema("LowCredits", {
    account_id: text("The account."),
    balance: integer("Its credits."),
    threshold: integer("What they have come below."),
  }),
  ...objectSchema("ExpiringKey", {
    key_id: text("Names the key; it is not the key."),
    name: text("For people."),
    display: text("Its first and last characters."),
    expires_at: time("From then on it does not work."),
  }),
};
