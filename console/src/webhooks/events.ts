import type { components } from "../api/schema.d.ts";

/** An endpoint, a delivery to one, and an event that is sent, as the API has them. */
export type Endpoint = components["schemas"]["WebhookEndpoint"];
export type Delivery = components["schemas"]["WebhookDelivery"];
export type EventType = Endpoint["events"][number];

/** The states of a delivery, in their order. */
export const DELIVERY_STATES: readonly Delivery["status"][] = ["pending", "delivering", "delivered", "failed"];

/** The events in the order of the contract, and when each is sent. */
export const EVENTS: readonly (readonly [event: EventType, when: string])[] = [
  ["job.complete", "a job has a result"],
  ["job.failed", "a job has failed"],
  ["job.cancelled", "a job was cancelled"],
  ["credits.low", "few credits are left"],
  ["key.expiring", "a key expires in 14 days, and in one"],
];

/** Why an endpoint is disabled, in words. */
export const DISABLED: Readonly<Record<NonNullable<Endpoint["disabled_reason"]>, string>> = {
  by_request: "Somebody disabled it.",
  gone: "It answered 410, that it is gone for good.",
  failing: "Ten deliveries in a row failed, over five days.",
};

/** Why a delivery failed, in words. */
export const FAILED: Readonly<Record<NonNullable<Delivery["reason"]>, string>> = {
  blocked: "The address may not be reached from the service.",
  gone: "The endpoint answered 410, that it is gone.",
  exhausted: "All attempts failed.",
  endpoint_disabled: "The endpoint was disabled.",
  endpoint_deleted: "The endpoint was deleted.",
};

/** Returns whether more will happen to a delivery by itself. */
export const isUnderWay = ({ status }: Delivery): boolean => status === "pending" || status === "delivering";
