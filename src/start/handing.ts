import type { WorkClass } from "../kernel/work-class.ts";
import type { Config } from "../platform/config/config.ts";
import { HandedRequests } from "../platform/handing/handed-requests.ts";
import { HandedRunners } from "../platform/handing/handed-runners.ts";
import type { JobDeps } from "../platform/jobs/job-deps.ts";
import { requestPlaces } from "./job-places.ts";

/** The requests that nodes hand to each other: those that this node hands over, and those that it does. */
interface Handing {
  readonly requests: HandedRequests;
  /** Begins to do requests of other nodes, and to listen to what becomes of own ones. */
  start(): void;
  stop(): Promise<void>;
}

/** Opens what hands requests over; where nothing is shared, nothing ever comes. */
export function openHanding(config: Config, deps: JobDeps, classes: readonly WorkClass[]): Handing {
  const { store, sharesBlobs, inputs, results, instance, log } = deps;
  const requests = new HandedRequests({
    store: store.handed,
    inputs,
    results,
    instance,
    classes,
    maxWaiting: config.QUIRE_QUEUE_LIMIT,
    pollMs: deps.pollMs,
    log,
    now: () => deps.now(),
  });
  const runners = new HandedRunners({ ...deps, places: requestPlaces(config, classes) });
  let watch: Disposable | undefined;
  return {
    requests,
    start() {
      if (store.isShared && sharesBlobs) {
        runners.start();
        watch = store.watchJobs({
          onChange: () => {},
          onPart: () => {},
          onHanded(notice) {
            runners.onNotice(notice);
            requests.tell(notice.id);
          },
          onMissed: () => runners.look(),
        });
      }
    },
    async stop() {
      watch?.[Symbol.dispose]();
      await runners.stop();
    },
  };
}
