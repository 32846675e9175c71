import type { WorkClass } from "./kernel/work-class.ts";
import type { Config } from "./platform/config/config.ts";
import type { StartOptions } from "./start/node.ts";
import type { RunningNode } from "./start/running-node.ts";
import { serveRequests } from "./start/serve.ts";
import { workOnJobs } from "./start/worker.ts";

/*
 * The roles that a process can have. Each is one stack: what the role begins is ended in the reverse order, also when its
 * start fails. src/start/ gives the platform its engines (running-engines.ts) and its operations.
 */

/** A process in one of the roles. */
export type Service = Omit<RunningNode, "hasEnded">;

/**
 * Starts the service: it answers requests, and works on jobs unless QUIRE_JOBS is off.
 * @throws ConfigError, StartFailure
 */
export const startService = (config: Config, options: StartOptions = {}): Promise<Service> =>
  started((begun) => serveRequests(config, options, begun));

/**
 * Starts a worker: it works on jobs of the given classes, which nodes that answer requests leave in a shared database.
 * @throws ConfigError, StartFailure
 */
export const startWorker = (
  config: Config,
  options: StartOptions & { readonly classes: readonly WorkClass[] },
): Promise<Service> => started((begun) => workOnJobs(config, options, begun));

async function started(start: (begun: AsyncDisposableStack) => Promise<RunningNode>): Promise<Service> {
  await using begun = new AsyncDisposableStack();
  const { hasEnded, ...node } = await start(begun);
  const running = begun.move();
  return {
    ...node,
    async close(ending) {
      try {
        await node.close(ending);
      } finally {
        await running.disposeAsync();
        hasEnded();
      }
    },
  };
}
