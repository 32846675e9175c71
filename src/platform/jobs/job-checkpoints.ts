import { assert } from "../../kernel/assert.ts";
import type { Failure } from "../../kernel/failure.ts";
import type { Checkpoints } from "../../operations/operation.ts";
import type { JobInputs } from "../blobs/job-inputs.ts";
import type { Claim, JobStore } from "../store/job-store.ts";
import { RunInterrupted } from "./interruption.ts";
import { untilStored } from "./waiting.ts";

export interface CheckpointDeps {
  readonly claim: Claim;
  readonly store: { readonly jobs: Pick<JobStore, "owe"> };
  readonly inputs: Pick<JobInputs, "keepPart" | "part" | "partNames">;
  /** Aborted when the work is to end. */
  readonly signal: AbortSignal;
  readonly onStorageTrouble: (error: Failure) => void;
  /** Called with the credits that are owed, once the store has recorded them. */
  readonly onOwed: (credits: number) => void;
}

/**
 * Opens the checkpoints of a job for one attempt, with what earlier attempts have kept.
 *
 * A part is first written to a file and then owed: the store is given the sum of all parts that are kept. A process
 * that is lost in between has kept a part that is not owed; the next process finds it here and reports the sum again.
 * What the store knows is all that a cancellation needs, and never more than what is kept.
 * @throws RunInterrupted when the claim is no longer held; the reason of `signal` when it is aborted
 */
export async function openJobCheckpoints(deps: CheckpointDeps): Promise<JobCheckpoints> {
  const { inputs, claim } = deps;
  const credits = new Map<string, number>();
  const names = await inputs.partNames(claim.jobId);
  for (const name of names) {
    const part = await inputs.part(claim.jobId, name);
    if (part !== undefined) {
      credits.set(name, part.credits);
    }
  }
  const checkpoints = new JobCheckpoints(credits, deps);
  if (names.length > 0) {
    await checkpoints.owe();
  }
  return checkpoints;
}

const NAME = /^[a-z0-9-]{1,40}$/;

export class JobCheckpoints implements Checkpoints, AsyncDisposable {
  readonly #deps: CheckpointDeps;
  /** The credits of each part that is kept, by the part's name. */
  readonly #credits: Map<string, number>;
  readonly #begun = new Set<string>();
  readonly #keeping = new Set<Promise<void>>();
  readonly #end = new AbortController();
  readonly #signal: AbortSignal;

  constructor(credits: Map<string, number>, deps: CheckpointDeps) {
    this.#credits = credits;
    this.#deps = deps;
    this.#signal = AbortSignal.any([deps.signal, this.#end.signal]);
  }

  async read(name: string): Promise<unknown> {
    const part = this.#credits.has(name) ? await this.#deps.inputs.part(this.#deps.claim.jobId, name) : undefined;
    return part?.value;
  }

  async keep(name: string, value: object, credits: number): Promise<void> {
    assert(NAME.test(name), "a part has a name of a-z0-9- with at most 40 characters");
    assert(Number.isSafeInteger(credits) && credits >= 0, "credits are integers");
    assert(!this.#credits.has(name) && !this.#begun.has(name), `part ${name} is kept once`);
    this.#end.signal.throwIfAborted();
    this.#begun.add(name);
    const keeping = this.#keep(name, value, credits);
    this.#keeping.add(keeping);
    try {
      await keeping;
    } finally {
      this.#keeping.delete(keeping);
    }
  }

  async #keep(name: string, value: object, credits: number): Promise<void> {
    const { inputs, claim } = this.#deps;
    // This is tried at least once, whatever has become of the job meanwhile: it may continue in another process.
    await this.#untilStored(() => inputs.keepPart(claim.jobId, { name, value, credits }));
    this.#credits.set(name, credits);
    await this.owe();
  }

  /** Reports to the store the credits that are owed by now. */
  async owe(): Promise<void> {
    const { store, claim, onOwed } = this.#deps;
    let credits = 0;
    const isClaimed = await this.#untilStored(() => {
      // The sum is computed at each try, so that a write that waited reports no less than those that came later.
      const costing = [...this.#credits.values()].filter((each) => each > 0);
      credits = costing.reduce((sum, each) => sum + each, 0);
      return store.jobs.owe({ ...claim, credits, pages: costing.length });
    });
    if (!isClaimed) {
      throw new RunInterrupted("cancelled");
    }
    onOwed(credits);
  }

  /** Ends the attempt: waits until what is being kept is kept or given up; nothing is kept afterwards. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort(new Error("The attempt that these checkpoints were for has ended."));
    await Promise.allSettled(this.#keeping);
  }

  #untilStored<T>(action: () => Promise<T>): Promise<T> {
    return untilStored(action, { signal: this.#signal, onTrouble: (error) => this.#deps.onStorageTrouble(error) });
  }
}
