import type { EngineState } from "../../engines/engines.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import { diskState } from "../blobs/disk-state.ts";
import type { Store } from "../store/store.ts";
import type { Log } from "../telemetry/log.ts";
import { type PartState, Probe } from "./probe.ts";

/** What readiness says of the parts of the service: names and states, nothing else. */
export interface PartStates {
  readonly store: PartState;
  readonly disk: PartState;
  readonly engines: readonly Pick<EngineState, "name" | "state">[];
}

export interface Health {
  /** Returns the states as they were at most 2 s ago; resolves within 3 s. */
  parts(): Promise<PartStates>;
}

/**
 * Creates the health of a service, which is found by writing to its store and to its data directory and reading that
 * back, and by asking its engines.
 */
export function createHealth(deps: {
  readonly store: Pick<Store, "probe">;
  readonly blobs: Pick<BlobStore, "probe">;
  readonly dataDirectory: string;
  /** The free space below which the disk is short, in bytes. */
  readonly scarceBytes: number;
  readonly engineStates: () => readonly EngineState[];
  readonly log: Log;
}): Health {
  const onChange =
    (part: string) =>
    (state: PartState, error: unknown): void => {
      deps.log[state === "unavailable" ? "error" : "warn"]({ part, state, err: error }, "a part has changed its state");
    };
  const store = new Probe({
    examine: () => deps.store.probe().then(() => "ready"),
    onChange: onChange("store"),
  });
  const disk = new Probe({ examine: () => diskState(deps), onChange: onChange("disk") });
  return {
    async parts() {
      const [storeState, diskFound] = await Promise.all([store.state(), disk.state()]);
      return {
        store: storeState,
        disk: diskFound,
        engines: deps.engineStates().map(({ name, state }) => ({ name, state })),
      };
    },
  };
}
