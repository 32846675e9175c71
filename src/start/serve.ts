import { assert } from "../kernel/assert.ts";
import type { Limits } from "../kernel/limits.ts";
import { withoutTrailing } from "../kernel/trailing.ts";
import { WORK_CLASSES, type WorkClass } from "../kernel/work-class.ts";
import { operations } from "../operations/index.ts";
import { bootstrapKeyWarning } from "../platform/auth/bootstrap-key.ts";
import { createCallers } from "../platform/auth/callers.ts";
import { type AccountBounds, accountBoundsOf } from "../platform/config/account-bounds.ts";
import { type Config, ConfigError } from "../platform/config/config.ts";
import { classesIn } from "../platform/config/work-classes.ts";
import { createMetering } from "../platform/credits/metering.ts";
import { RetryQueue } from "../platform/credits/retry-queue.ts";
import { jobObject } from "../platform/http/resources/jobs/job-object.ts";
import type { HttpServerDeps } from "../platform/http/server.ts";
import { startStep } from "../platform/start-failure.ts";
import { WebhookDeliverer } from "../platform/webhooks/deliverer.ts";
import { version } from "../version.ts";
import { lackingOf, logLacking, type Node, openNode, type StartOptions } from "./node.ts";
import type { Ending, RunningNode } from "./running-node.ts";
import { systemFacts } from "./system-facts.ts";

const loadServer = () => import("../platform/http/server.ts");

type ApiNode = Node<Awaited<ReturnType<typeof loadServer>>>;

const NO_SHARED_BLOBS =
  "QUIRE_DATABASE_URL is set and QUIRE_S3_ENDPOINT is not: results are in the data directory of this node, where others do not " +
  "find them. That is right for one node alone; several need an S3 store.";

/** Returns whether nothing hints at other nodes that would look for this one's results. */
const isAlone = ({ QUIRE_DATABASE_URL: database, QUIRE_S3_ENDPOINT: s3 }: Config): boolean =>
  database === undefined || s3 !== undefined;

/** Starts a node that answers requests, and works on jobs unless QUIRE_JOBS is off; `begun` gets what ends it. */
export async function serveRequests(
  config: Config,
  options: StartOptions,
  begun: AsyncDisposableStack,
): Promise<RunningNode> {
  const worksOnJobs = config.QUIRE_JOBS === "on";
  if (!worksOnJobs && config.QUIRE_DATABASE_URL === undefined) {
    throw new ConfigError(
      "QUIRE_JOBS: off needs QUIRE_DATABASE_URL, a database in which other nodes find the jobs. It takes on otherwise.",
    );
  }
  const keyWarning = bootstrapKeyWarning(config);
  const warnings = [...(options.warnings ?? []), ...(keyWarning === undefined ? [] : [keyWarning])];
  const engineClasses = ownClasses(config);
  const classes = worksOnJobs ? engineClasses : [];
  const role = { answersRequests: true, classes, engineClasses, loadServer };
  const node = await openNode(config, role, { ...options, warnings, begun });
  const { log, keys, jobs, pools, instance, freeDisk } = node;
  assert(keys !== undefined, "a node that answers requests knows the keys");
  const retryQueue = new RetryQueue((error) => {
    log.warn({ err: error }, "the store refuses what a request has to give back; it is tried again");
  });
  begun.defer(() => retryQueue.close());
  const { pepper } = keys;
  const webhooks = webhooksOf(config, node, pepper);
  const deps = { freeDisk, retryQueue, pepper, onMilestone: options.onMilestone };
  const server = await node.server.createHttpServer(serverDeps(config, node, deps));
  begun.defer(() => webhooks.stop());
  begun.defer(() => jobs.stop());
  begun.defer(() => server.close({ atOnce: true }));
  await Promise.all([jobs.start(), pools.pdf.ready()]);
  node.handing.start();
  const address = await startStep(
    `The service cannot listen on ${config.QUIRE_HOST}, port ${config.QUIRE_PORT} (QUIRE_HOST, QUIRE_PORT)`,
    () => server.listen(),
  );
  webhooks.start();
  // What is begun last is ended first, and this is logged when all else has ended.
  log.info({ version, address, instance }, "the service has started");
  logLacking(node);
  return {
    address,
    notices: [...keys.notices, ...(isAlone(config) ? [] : [NO_SHARED_BLOBS])],
    lacking: () => lackingOf(node),
    isolation: pools.pdf.state().sandbox.sentence,
    printing: node.printing,
    newApiKey: keys.printOnce,
    lost: node.lost,
    hasEnded: () => log.info("the service has stopped"),
    // Requests end first, however long they may go on; the rest is what was begun.
    close: (closing: Ending = {}) => {
      log.info({ reason: closing.reason }, "the service is stopping: requests that were accepted are finished");
      return server.close(closing);
    },
  };
}

/**
 * Returns the classes of work that the node does itself.
 * @throws ConfigError where it leaves some to others, which have no way to its requests
 */
function ownClasses(config: Config): readonly WorkClass[] {
  const classes = classesIn(config.QUIRE_CLASSES);
  const lacks = config.QUIRE_DATABASE_URL === undefined ? "QUIRE_DATABASE_URL" : "QUIRE_S3_ENDPOINT";
  const isShared = config.QUIRE_DATABASE_URL !== undefined && config.QUIRE_S3_ENDPOINT !== undefined;
  if (classes.length < WORK_CLASSES.length && !isShared) {
    throw new ConfigError(
      `QUIRE_CLASSES: It leaves classes of work to workers, which needs ${lacks}: they find requests in a shared database ` +
        "and their files in a shared store. It takes pdf,ocr,browser otherwise.",
    );
  }
  return classes;
}

function webhooksOf(config: Config, { store, egress, instance, log, metrics }: ApiNode, pepper: Buffer) {
  return new WebhookDeliverer({
    store,
    fetch: egress.webFetch(),
    pepper,
    instance,
    version,
    describeJob: jobObject,
    baseUrl: withoutTrailing(config.QUIRE_PUBLIC_URL ?? "", "/"),
    creditsLow: config.QUIRE_CREDITS_LOW || null,
    log,
    now: store.now,
    random: Math.random,
    onAttempt: (made) => metrics.webhookAttempted(made),
  });
}

type OwnDeps = Pick<HttpServerDeps, "freeDisk" | "retryQueue" | "pepper" | "onMilestone">;

function serverDeps(config: Config, node: ApiNode, own: OwnDeps): HttpServerDeps {
  const accountBounds = accountBoundsOf(config);
  const { limits, engines, health, metrics, pools, store, instance, jobs } = node;
  const { tasks, blobs, results, egress, log } = node;
  return {
    ...own,
    config,
    limits,
    version,
    operations,
    engines,
    health,
    describeSystem: () => systemFacts(config, node),
    metrics,
    retryAfterSeconds: () => pools.pdf.retryAfterSeconds(),
    store,
    callers: createCallers(store, { pepper: own.pepper, bounds: boundsOf(config, limits, accountBounds) }),
    instance,
    jobs,
    handing: node.handing.requests,
    tasks,
    blobs,
    results,
    accountBounds,
    metering: createMetering(config.QUIRE_METERING === "on"),
    judgeUrl: (url) => egress.refusalOf(new URL(url))?.message,
    log,
  };
}

const boundsOf = (config: Config, limits: Limits, account: AccountBounds) => ({
  rateLimit: config.QUIRE_RATE_LIMIT,
  readRateLimit: config.QUIRE_RATE_LIMIT_READS,
  concurrency: config.QUIRE_CONCURRENCY,
  account,
  limits,
});
