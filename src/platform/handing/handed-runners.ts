import type { WorkClass } from "../../kernel/work-class.ts";
import { RunInterrupted } from "../jobs/interruption.ts";
import type { JobDeps } from "../jobs/job-deps.ts";
import type { HandedClaim, HandedNotice, HandedRequest } from "../store/handed-request-store.ts";
import { type HandedRunDeps, handedOutcome } from "./handed-run.ts";

interface HandedRunnersDeps extends HandedRunDeps, Pick<JobDeps, "freeDisk" | "pollMs"> {
  /** The number of requests of each class that are done here at the same time; other classes are left to others. */
  readonly places: Readonly<Partial<Record<WorkClass, number>>>;
}

interface Run {
  readonly claim: HandedClaim;
  readonly workClass: WorkClass;
  readonly interruption: AbortController;
  ended: Promise<void>;
}

/** Does requests that other nodes hand over, of the classes that this node has engines for. */
export class HandedRunners {
  readonly #deps: HandedRunnersDeps;
  readonly #runs = new Set<Run>();
  #isOpen = false;
  #isWanted = false;
  #claiming: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(deps: HandedRunnersDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#isOpen = true;
    this.#timer = setInterval(() => this.look(), this.#deps.pollMs).unref();
    this.#wake();
  }

  /** Reacts to what was done to a request on another node. */
  onNotice({ id, state }: HandedNotice): void {
    if (state === "waiting") {
      this.#wake();
    } else if (state === "withdrawn") {
      for (const { claim, interruption } of this.#runs) {
        if (claim.id === id) {
          interruption.abort(new RunInterrupted("cancelled"));
        }
      }
    }
  }

  /** Looks for requests that wait, and for those in work here that nobody waits for any more, soon. */
  look(): void {
    this.#looking ??= this.#look()
      // The next look tries it again.
      .catch(() => undefined)
      .finally(() => {
        this.#looking = undefined;
      });
  }

  /** Takes nothing more, and ends what is in work within its own time; resolves when all of it has ended. */
  async stop(): Promise<void> {
    this.#isOpen = false;
    clearInterval(this.#timer);
    for (const { interruption } of this.#runs) {
      interruption.abort(new RunInterrupted("stopped"));
    }
    await this.#looking;
    await this.#claiming;
    await Promise.all([...this.#runs].map(({ ended }) => ended));
  }

  async #look(): Promise<void> {
    const { store } = this.#deps;
    const free = this.#freeClasses();
    if (free.length > 0 && (await store.handed.waitingClasses(free)).length > 0) {
      this.#wake();
    }
    const runs = [...this.#runs];
    if (runs.length > 0) {
      const held = new Set((await store.handed.held(runs.map(({ claim }) => claim))).map(keyOf));
      for (const { claim, interruption } of runs.filter((run) => this.#runs.has(run) && !held.has(keyOf(run.claim)))) {
        interruption.abort(new RunInterrupted("cancelled"));
        this.#deps.log.info({ request: claim.id }, "a request is no longer waited for");
      }
    }
  }

  #wake(): void {
    this.#isWanted = true;
    this.#claiming ??= this.#claimAll()
      .catch(() => undefined)
      .finally(() => {
        this.#claiming = undefined;
      });
  }

  #freeClasses(): readonly WorkClass[] {
    const { places, freeDisk } = this.#deps;
    const takesMore = this.#isOpen && freeDisk?.isLow !== true;
    const inWork = (workClass: WorkClass): number =>
      [...this.#runs].filter((run) => run.workClass === workClass).length;
    return (["pdf", "ocr", "browser"] as const).filter((each) => takesMore && inWork(each) < (places[each] ?? 0));
  }

  async #claimAll(): Promise<void> {
    const { store, instance } = this.#deps;
    while (this.#isWanted) {
      this.#isWanted = false;
      for (let classes = this.#freeClasses(); classes.length > 0; classes = this.#freeClasses()) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
        const request = await store.handed.claim({ instance, classes });
        if (request === undefined) {
          break;
        }
        this.#begin(request);
      }
    }
  }

  #begin(request: HandedRequest): void {
    const { instance } = this.#deps;
    const interruption = new AbortController();
    if (!this.#isOpen) {
      // The claim was on its way when this was stopped.
      interruption.abort(new RunInterrupted("stopped"));
    }
    const claim = { id: request.id, instance, attempt: request.attempt };
    const run: Run = { claim, workClass: request.workClass, interruption, ended: Promise.resolve() };
    this.#runs.add(run);
    run.ended = this.#do(request, run)
      .catch((error: unknown) => {
        // Its node waits until the lease of this one has ended.
        this.#deps.log.error({ err: error, request: request.id }, "a request that was handed over could not be ended");
      })
      .finally(() => {
        this.#runs.delete(run);
        if (this.#isOpen) {
          this.#wake();
        }
      });
  }

  async #do(request: HandedRequest, { claim, interruption: { signal } }: Run): Promise<void> {
    const { store, results, inputs } = this.#deps;
    try {
      const outcome = await handedOutcome(request, signal, this.#deps);
      if (await store.handed.finish({ ...claim, outcome })) {
        return;
      }
      if (outcome.kind === "complete" && outcome.answer.body.kind === "file") {
        await results.remove(outcome.answer.body.name);
      }
    } catch (error) {
      if (!(error instanceof RunInterrupted)) {
        throw error;
      }
      if (error.kind === "stopped") {
        await store.handed.giveBack(claim);
        return;
      }
    }
    // Nobody waits for it; whoever did has removed its inputs, but perhaps not what was kept since.
    await inputs.remove(request.id);
  }
}

const keyOf = ({ id, attempt }: HandedClaim): string => `${id} ${attempt}`;
