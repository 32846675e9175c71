import type { ReactNode } from "react";
import { Badge, type BadgeKind } from "../design/badge.tsx";
import { Table } from "../design/table.tsx";
import styles from "./system.module.css";
import type { System } from "./use-system.ts";

type Engine = System["engines"][number];

const KINDS: Readonly<Record<Engine["state"], BadgeKind>> = {
  ready: "good",
  degraded: "warn",
  unavailable: "bad",
  off: "plain",
};

/** The engines with their states, and why each is in its state. */
export const EngineTable = ({ engines }: { readonly engines: readonly Engine[] }): ReactNode => (
  <Table
    label="Engines"
    columns={[
      { id: "name", label: "Engine" },
      { id: "state", label: "State" },
      { id: "cause", label: "Cause" },
    ]}
    rows={engines}
    keyOf={({ name }) => name}
  >
    {({ name, state, cause }) => ({
      name: <span className={styles["name"]}>{name}</span>,
      state: <Badge kind={KINDS[state]}>{state}</Badge>,
      cause,
    })}
  </Table>
);
