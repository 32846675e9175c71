import type { ReactNode } from "react";
import { Badge, type BadgeKind } from "../design/badge.tsx";
import type { Delivery } from "./events.ts";

const KINDS: Readonly<Record<Delivery["status"], BadgeKind>> = {
  pending: "warn",
  delivering: "info",
  delivered: "good",
  failed: "bad",
};

/** The state of a delivery in a word, with why it failed. */
export const DeliveryState = ({ delivery: { status, reason } }: { readonly delivery: Delivery }): ReactNode => (
  <Badge kind={KINDS[status]}>{reason === null ? status : `${status}: ${reason}`}</Badge>
);
