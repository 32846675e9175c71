import type { WorkClass } from "../../../kernel/work-class.ts";
import type { ClaimedPart, PartClaim } from "../../store/job-part-store.ts";
import { RunInterrupted } from "../interruption.ts";
import type { JobDeps } from "../job-deps.ts";
import { type HelpOrder, HelpRun } from "./help-run.ts";

interface JobHelperOptions {
  readonly workClass: WorkClass;
  /** The number of jobs of the class, own ones and others', from which this process helps with no more. */
  readonly places: number;
  /** Returns the number of jobs of the class that this process works on as their owner. */
  readonly owned: () => number;
  readonly deps: JobDeps;
}

/** The time for which a process that could not do a part does no others, in milliseconds. */
const PAUSE_MS = 30_000;

interface Help {
  readonly run: HelpRun;
  readonly interruption: AbortController;
  readonly ended: Promise<void>;
}

/**
 * Helps with jobs of one class on which other processes work, as long as this process has too little to do itself: whole
 * jobs go first.
 */
export class JobHelper {
  readonly workClass: WorkClass;
  readonly #options: JobHelperOptions;
  readonly #helps = new Set<Help>();
  #isOpen = true;
  #claiming: Promise<void> | undefined;
  #isWanted = false;
  #pausedUntilMs = 0;

  constructor(options: JobHelperOptions) {
    this.workClass = options.workClass;
    this.#options = options;
  }

  /** Whether a part would be worked on. */
  get hasPlace(): boolean {
    const { places, owned, deps } = this.#options;
    const isReady = this.#isOpen && performance.now() >= this.#pausedUntilMs && deps.freeDisk?.isLow !== true;
    return isReady && owned() + this.#helps.size < places;
  }

  /** Starts claiming parts; called when there may be some. */
  wake(): void {
    this.#isWanted = true;
    this.#claiming ??= this.#claimAll()
      // The next look tries it again.
      .catch(() => undefined)
      .finally(() => {
        this.#claiming = undefined;
      });
  }

  /** Returns the claims of the parts that are in work here. */
  claims(): readonly PartClaim[] {
    return [...this.#helps].flatMap(({ run }) => run.claims());
  }

  /** Ends the work on parts whose claims are no longer held. */
  interruptLost(isLost: (claim: PartClaim) => boolean): void {
    for (const { run, interruption } of this.#helps) {
      if (run.claims().some(isLost)) {
        interruption.abort(new RunInterrupted("cancelled"));
      }
    }
  }

  /** Claims nothing more and gives back what is in work; resolves when all of it has ended. */
  async stop(): Promise<void> {
    this.#isOpen = false;
    for (const { interruption } of this.#helps) {
      interruption.abort(new RunInterrupted("stopped"));
    }
    await this.#claiming;
    await Promise.all([...this.#helps].map(({ ended }) => ended));
  }

  async #claimAll(): Promise<void> {
    while (this.#isWanted) {
      this.#isWanted = false;
      while (this.hasPlace) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
        const order = await this.#claim();
        if (order === undefined) {
          break;
        }
        this.#begin(order);
      }
    }
  }

  async #claim(jobId?: string): Promise<HelpOrder | undefined> {
    const { store, instance, now } = this.#options.deps;
    return await store.parts.claim({ instance, classes: [this.workClass], jobId, now: now() });
  }

  #begin(order: HelpOrder): void {
    const interruption = new AbortController();
    if (!this.#isOpen) {
      // The claim was on its way when this was stopped.
      interruption.abort(new RunInterrupted("stopped"));
    }
    let other: HelpOrder | undefined;
    const claimNext = async (): Promise<ClaimedPart | undefined> => {
      const { places, owned } = this.#options;
      if (!this.#isOpen || owned() + this.#helps.size > places) {
        return undefined;
      }
      const next = await this.#claim(order.job.id);
      if (next === undefined || next.job.id === order.job.id) {
        return next?.part;
      }
      // Another account has less in work.
      other = next;
      return undefined;
    };
    const run = new HelpRun(order, interruption.signal, { ...this.#options.deps, claimNext });
    const help: Help = {
      run,
      interruption,
      ended: run.run().then((isDone) => {
        this.#helps.delete(help);
        this.#pausedUntilMs = isDone ? this.#pausedUntilMs : performance.now() + PAUSE_MS;
        if (other !== undefined) {
          this.#begin(other);
        } else {
          this.wake();
        }
      }),
    };
    this.#helps.add(help);
  }
}
