import type { ReactNode } from "react";
import { Link } from "wouter";
import { EngineTable } from "../system/engine-table.tsx";
import { QueueTable } from "../system/queue-table.tsx";
import type { System } from "../system/use-system.ts";

/** The engines of the machine, and what waits for them. */
export const Machine = ({ system }: { readonly system: System }): ReactNode => (
  <>
    <EngineTable engines={system.engines} />
    <QueueTable system={system} />
    <p>
      <Link href="/settings/system">Versions, isolation and settings</Link>
    </p>
  </>
);
