import { assert } from "../../../kernel/assert.ts";
import type { Failure } from "../../../kernel/failure.ts";
import { TimeBudget } from "../../../kernel/timing/work.ts";
import { execute } from "../../execution/execution.ts";
import { workPagesOf } from "../../execution/inspection.ts";
import { engineTimeMs } from "../../execution/time-bounds.ts";
import type { ClaimedPart, PartClaim } from "../../store/job-part-store.ts";
import type { Job } from "../../store/job-store.ts";
import { RunInterrupted } from "../interruption.ts";
import type { JobDeps } from "../job-deps.ts";
import { readRequest } from "../kept-request.ts";
import { HelpEnded, HelpedPages } from "./helped-pages.ts";

/** A part of another process's job that was claimed here. */
export interface HelpOrder {
  readonly job: Job;
  readonly part: ClaimedPart;
}

interface HelpRunDeps extends JobDeps {
  /** Claims the next part of the same job; undefined: this process helps with it no more. */
  readonly claimNext: () => Promise<ClaimedPart | undefined>;
}

/** Helps with another process's job: does parts of it, one after the other, until there are no more. */
export class HelpRun {
  readonly #job: Job;
  readonly #deps: HelpRunDeps;
  readonly #signal: AbortSignal;
  readonly #pages: HelpedPages;
  #isInTrouble = false;

  /** `signal` is aborted with a `RunInterrupted`. */
  constructor({ job, part }: HelpOrder, signal: AbortSignal, deps: HelpRunDeps) {
    this.#job = job;
    this.#deps = deps;
    this.#signal = signal;
    const { store, pageResults, inputs, instance, accountBounds } = deps;
    this.#pages = new HelpedPages(part, {
      jobId: job.id,
      parts: store.parts,
      results: pageResults,
      inputs,
      instance,
      maxStoredBytes: accountBounds.storedBytes,
      signal,
      now: () => deps.now(),
      claimNext: deps.claimNext,
      onPage: () => deps.onHelp?.({ operation: job.operation }),
      onStorageTrouble: (error) => this.#noteTrouble(error),
    });
  }

  /** Returns the claims of the parts that are in work here. */
  claims(): readonly PartClaim[] {
    return this.#pages.claims();
  }

  /** Helps; never rejects. Returns whether this process could do what it had claimed. */
  async run(): Promise<boolean> {
    const { log } = this.#deps;
    const error = await this.#help().then(
      () => new Error("The operation shares no pages."),
      (thrown: unknown) => thrown,
    );
    const hasFailed = !(error instanceof HelpEnded || error instanceof RunInterrupted) && !(await this.#isLost());
    try {
      await this.#pages.giveBack(hasFailed);
      await this.#tidy();
    } catch (trouble) {
      // Others take over what this process has claimed when its lease ends, or when nothing is reported on it.
      log.warn({ err: trouble, job: this.#job.id }, "a part of a job could not be given back");
    }
    if (hasFailed) {
      log.warn({ err: error, job: this.#job.id }, "this node cannot help with a job; its part is offered again");
    }
    return !hasFailed;
  }

  async #help(): Promise<unknown> {
    const { operations, tasks, inputs, execution, engineTimeMs: limitMs } = this.#deps;
    const operation = operations.find(({ name }) => name === this.#job.operation);
    assert(operation !== undefined, "a job's operation is one of the service's");
    await using input = tasks.create();
    const { isTest, files, parameters } = await readRequest(this.#job.id, operation, {
      inputs,
      directory: input.inputs,
    });
    await using task = tasks.create();
    return await execute(
      {
        operation,
        files,
        parameters,
        isTest,
        checkpoints: this.#pages,
        sharing: this.#pages,
        acceptedAt: this.#job.createdAt,
        workspace: task.workspace,
        signal: this.#signal,
        engineTime: new TimeBudget(engineTimeMs(operation, { limitMs, workPages: workPagesOf(files) })),
        isBackground: true,
        tenant: this.#job.accountId,
        progress: () => {},
      },
      execution,
    );
  }

  /** Returns whether the parts are no longer this process's, which may be why the work has failed. */
  async #isLost(): Promise<boolean> {
    if (this.#signal.aborted) {
      return true;
    }
    const job = await this.#deps.store.jobs.find(this.#job.id).catch(() => undefined);
    return job !== undefined && (job.state !== "processing" || job.attempts !== this.#job.attempts);
  }

  /** Removes what was kept for a job that has ended meanwhile: its owner has removed the rest before. */
  async #tidy(): Promise<void> {
    const { store, inputs } = this.#deps;
    if ((await store.jobs.unfinished([this.#job.id])).length === 0) {
      await inputs.remove(this.#job.id);
    }
  }

  #noteTrouble(error: Failure): void {
    if (!this.#isInTrouble) {
      this.#isInTrouble = true;
      this.#deps.log.warn(
        { err: error, job: this.#job.id },
        "what a job has to keep cannot be kept; it is tried again",
      );
    }
  }
}
