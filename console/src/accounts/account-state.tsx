import type { ReactNode } from "react";
import type { components } from "../api/schema.d.ts";
import { Badge } from "../design/badge.tsx";

export type Account = components["schemas"]["Account"];

/** Whether the keys of an account work. */
export const AccountState = ({ state }: Pick<Account, "state">): ReactNode => (
  <Badge kind={state === "active" ? "good" : "bad"}>{state}</Badge>
);
