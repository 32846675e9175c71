import type { ReactNode } from "react";
import type { components } from "../api/schema.d.ts";
import { Badge } from "../design/badge.tsx";

export type Key = components["schemas"]["Key"];

/** Returns whether a key works no more: it was revoked, or its time is over. */
export const isDead = (key: Key): boolean => key.revoked_at !== null || hasExpired(key);

const hasExpired = ({ expires_at: time }: Key): boolean => time !== null && Date.parse(time) <= Date.now();

/** Whether a key works. */
export const KeyState = ({ value }: { readonly value: Key }): ReactNode =>
  value.revoked_at !== null ? (
    <Badge kind="bad">revoked</Badge>
  ) : hasExpired(value) ? (
    <Badge kind="warn">expired</Badge>
  ) : (
    <Badge kind="good">active</Badge>
  );
