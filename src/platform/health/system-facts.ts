import type { EngineState } from "../../engines/engines.ts";
import type { SettingInForce } from "../config/settings-in-force.ts";

/** One queue of work for engine processes or for the pages of the browser, at one moment. */
export interface QueueState {
  readonly name: string;
  /** The number of processes that run, or of pages that the browser may have. */
  readonly workers: number;
  readonly busy: number;
  readonly waiting: number;
  /** The number that may wait; one more is refused. */
  readonly limit: number;
  /** The number of processes, or browsers, that have replaced another one since the start. */
  readonly restarts: number;
}

/** What an administrator is shown of the service: causes and settings, but no secrets. */
export interface SystemFacts {
  /** Versions of the service and of what it runs on, by name. */
  readonly versions: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, SettingInForce>>;
  readonly engines: readonly EngineState[];
  readonly queues: readonly QueueState[];
  readonly fonts: {
    /** The folder of fonts that the settings name. */
    readonly folder: string | null;
    readonly coverage: string;
  };
  /** How engine processes are kept apart. */
  readonly isolation: { readonly tier: string; readonly walls: readonly string[]; readonly sentence: string };
}
