import type { JobDeps } from "./job-deps.ts";
import { Leftovers } from "./leftovers.ts";

const INTERVAL_MS = 30_000;
/** The number of intervals between two searches for leftovers: one hour. */
const INTERVALS_PER_LEFTOVERS = 120;
const RECORD_MS = 30 * 24 * 60 * 60 * 1000;

/** The files and jobs of work that the store does not know yet; they are never leftovers. */
export interface InUse {
  files(): Iterable<string>;
  jobIds(): Iterable<string>;
}

/** Removes what has expired, and files that the store does not know. */
export class JobSweep {
  readonly #deps: JobDeps;
  readonly #files: Leftovers;
  readonly #inputs: Leftovers;
  readonly #inUse: InUse;
  #intervals = 0;
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> | undefined;

  constructor(deps: JobDeps, inUse: InUse) {
    const { store, inputs, results } = deps;
    this.#deps = deps;
    this.#inUse = inUse;
    this.#files = new Leftovers({
      names: () => results.names(),
      inUse: () => inUse.files(),
      needed: (names) => store.jobs.knownFiles(names),
      remove: (name) => results.remove(name),
    });
    this.#inputs = new Leftovers({
      names: () => inputs.jobIds(),
      inUse: () => inUse.jobIds(),
      needed: (ids) => store.jobs.unfinished(ids),
      remove: (id) => inputs.removeRemains(id),
    });
  }

  /**
   * Removes what an earlier process left, before any work begins, and then sweeps from time to time. Where other
   * processes keep blobs as well, what is unknown may be theirs: it is looked at twice, an hour apart.
   */
  async start(): Promise<void> {
    const atOnce = !this.#deps.sharesBlobs;
    await this.#safely(async () => {
      await this.#inputs.remove({ atOnce });
      await this.#files.remove({ atOnce });
    });
    await this.#safely(() => this.#expired());
    this.#timer = setInterval(() => {
      this.#intervals += 1;
      this.#sweeping ??= this.#onInterval().finally(() => {
        this.#sweeping = undefined;
      });
    }, INTERVAL_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sweeping;
  }

  /**
   * Removes the inputs of jobs that have ended without having been worked on. Work in progress keeps its own, and so
   * does a job that is being submitted, which the store does not know yet.
   */
  async removeInputs(): Promise<void> {
    await this.#safely(async () => {
      const { store, inputs } = this.#deps;
      const found = await inputs.jobIds();
      const kept = new Set([...this.#inUse.jobIds(), ...(await store.jobs.unfinished(found))]);
      for (const id of found.filter((each) => !kept.has(each))) {
        if ((await store.jobs.find(id)) !== undefined) {
          await inputs.remove(id);
        }
      }
    });
  }

  async #onInterval(): Promise<void> {
    await this.#safely(() => this.#expired());
    if (this.#intervals >= INTERVALS_PER_LEFTOVERS) {
      this.#intervals = 0;
      await this.#safely(async () => {
        await this.#inputs.remove({ atOnce: false });
        await this.#files.remove({ atOnce: false });
      });
    }
  }

  async #expired(): Promise<void> {
    const { store, results } = this.#deps;
    for (let more = true; more; ) {
      const now = this.#deps.now();
      const swept = await store.jobs.sweep({ now, recordsBefore: now - RECORD_MS });
      for (const name of swept.files) {
        await results.remove(name);
      }
      more = swept.more;
    }
  }

  /** Runs `sweep` and logs its failure; the next sweep makes up for it. */
  async #safely(sweep: () => Promise<void>): Promise<void> {
    try {
      await sweep();
    } catch (error) {
      this.#deps.log.warn({ err: error }, "a clean-up failed; the next one goes on");
    }
  }
}
