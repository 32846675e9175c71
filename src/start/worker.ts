import type { WorkClass } from "../kernel/work-class.ts";
import { type Config, ConfigError } from "../platform/config/config.ts";
import { startStep } from "../platform/start-failure.ts";
import { version } from "../version.ts";
import { lackingOf, logLacking, openNode, type StartOptions } from "./node.ts";
import type { Ending, RunningNode } from "./running-node.ts";

const loadServer = () => import("../platform/http/worker-server.ts");

/**
 * Starts a node that works on jobs of the given classes and on nothing else; it answers only what shows how it is. `begun`
 * gets what ends it.
 */
export async function workOnJobs(
  config: Config,
  { classes, ...options }: StartOptions & { readonly classes: readonly WorkClass[] },
  begun: AsyncDisposableStack,
): Promise<RunningNode> {
  if (config.QUIRE_DATABASE_URL === undefined) {
    throw new ConfigError(
      "QUIRE_DATABASE_URL is absent, and a worker needs it: the PostgreSQL database whose jobs it works on. On one machine " +
        "`quire serve` works on its jobs itself.",
    );
  }
  if (config.QUIRE_S3_ENDPOINT === undefined) {
    throw new ConfigError(
      "QUIRE_S3_ENDPOINT is absent, and a worker needs it: the S3 store of all nodes, where the inputs and results of jobs are.",
    );
  }
  const role = { answersRequests: false, classes, engineClasses: classes, loadServer };
  const node = await openNode(config, role, { ...options, begun });
  const { log, jobs, pools, instance, health, metrics, handing } = node;
  const server = await node.server.createWorkerServer({ config, version, health, metrics, log });
  begun.defer(() => server.close());
  begun.defer(() => jobs.stop());
  await pools.pdf.ready();
  const address = await startStep(
    `The worker cannot listen on ${config.QUIRE_HOST}, port ${config.QUIRE_PORT} (QUIRE_HOST, QUIRE_PORT)`,
    () => server.listen(),
  );
  await jobs.start();
  handing.start();
  log.info({ version, address, instance, classes }, "the worker has started");
  logLacking(node);
  return {
    address,
    notices: [],
    lacking: () => lackingOf(node),
    isolation: pools.pdf.state().sandbox.sentence,
    printing: node.printing,
    newApiKey: undefined,
    lost: node.lost,
    hasEnded: () => log.info("the worker has stopped"),
    close: ({ reason }: Ending = {}) => {
      log.info({ reason }, "the worker is stopping: its jobs are given back, for others to go on with");
      server.beginShutdown();
      return Promise.resolve();
    },
  };
}
