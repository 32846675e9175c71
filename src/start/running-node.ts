import type { EngineState } from "../engines/engines.ts";

/** How a node is ended: its requests are finished first, or stopped `atOnce`; `reason` is for the log, such as SIGTERM. */
export interface Ending {
  readonly atOnce?: boolean | undefined;
  readonly reason?: string | undefined;
}

/** A node that has started, whatever it does. */
export interface RunningNode {
  /** The base address, such as `http://127.0.0.1:8080`. */
  readonly address: string;
  /** A sentence that says how engine processes are kept apart. */
  readonly isolation: string;
  /** Resolves with a sentence that says how HTML is printed, and what stands around documents. */
  readonly printing: Promise<string>;
  /** The API key, when this start made it. */
  readonly newApiKey: string | undefined;
  /** Resolves, with the reason in one line, when only another process can go on with the data. */
  readonly lost: Promise<string>;
  /** What the start found that the operator should know, in sentences. */
  readonly notices: readonly string[];
  /** Returns the engines that do not work, or not fully, and why. */
  lacking(): readonly EngineState[];
  /** Finishes what was accepted; what the node has begun is ended after that. */
  close(ending?: Ending): Promise<void>;
  /** Called when everything has ended. */
  readonly hasEnded: () => void;
}
