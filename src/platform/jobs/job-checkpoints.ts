import { assert } from "../../kernel/assert.ts";
import type { Failure } from "../../kernel/failure.ts";
import type { Checkpoints } from "../../operations/operation.ts";
import type { JobInputs } from "../blobs/job-inputs.ts";
import { type KeptPart, sizeOfPart } from "../blobs/kept-parts.ts";
import type { AccountBounds } from "../config/account-bounds.ts";
import { storageFull } from "../credits/charge.ts";
import type { Claim, JobStore } from "../store/job-store.ts";
import { RunInterrupted } from "./interruption.ts";
import { pageOfName } from "./sharing/page-of-name.ts";
import { untilStored } from "./waiting.ts";

export interface CheckpointDeps {
  readonly claim: Claim;
  readonly store: { readonly jobs: Pick<JobStore, "owe"> };
  readonly inputs: Pick<JobInputs, "keepPart" | "part" | "partNames">;
  /** Aborted when the work is to end. */
  readonly signal: AbortSignal;
  readonly accountBounds: Pick<AccountBounds, "storedBytes">;
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
 * @throws RunInterrupted when the claim is no longer held; Failure `storage_full`; the reason of `signal` when it is aborted
 */
export async function openJobCheckpoints(deps: CheckpointDeps): Promise<JobCheckpoints> {
  const { inputs, claim } = deps;
  const kept = new Map<string, KeptFigures>();
  const names = await inputs.partNames(claim.jobId);
  for (const name of names) {
    const part = await inputs.part(claim.jobId, name);
    if (part !== undefined) {
      kept.set(name, figuresOf(part));
    }
  }
  const checkpoints = new JobCheckpoints(kept, deps);
  if (names.length > 0) {
    await checkpoints.owe();
  }
  return checkpoints;
}

/** What is known of a part that is kept. */
interface KeptFigures {
  readonly credits: number;
  readonly bytes: number;
}

const figuresOf = (part: KeptPart): KeptFigures => ({ credits: part.credits, bytes: sizeOfPart(part) });

const NAME = /^[a-z0-9-]{1,40}$/;

export class JobCheckpoints implements Checkpoints, AsyncDisposable {
  readonly #deps: CheckpointDeps;
  /** The parts that are kept, by their names. */
  readonly #kept: Map<string, KeptFigures>;
  readonly #begun = new Set<string>();
  readonly #keeping = new Set<Promise<void>>();
  readonly #end = new AbortController();
  readonly #signal: AbortSignal;

  constructor(kept: Map<string, KeptFigures>, deps: CheckpointDeps) {
    this.#kept = kept;
    this.#deps = deps;
    this.#signal = AbortSignal.any([deps.signal, this.#end.signal]);
  }

  /** Returns the pages for which something is kept. */
  pages(): ReadonlySet<number> {
    return new Set([...this.#kept.keys()].flatMap((name) => pageOfName(name) ?? []));
  }

  /** Takes over what other processes have kept for `pages`, for which it was their duty to owe before. */
  async adopt(pages: readonly number[]): Promise<void> {
    const { inputs, claim } = this.#deps;
    const names = await this.#untilStored(() => inputs.partNames(claim.jobId));
    const theirs = names.filter((name) => !this.#kept.has(name) && pages.includes(pageOfName(name) ?? 0));
    for (const name of theirs) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- few of them, rarely
      const part = await this.#untilStored(() => inputs.part(claim.jobId, name));
      if (part !== undefined) {
        this.#kept.set(name, figuresOf(part));
      }
    }
    if (theirs.length > 0) {
      await this.owe();
    }
  }

  async read(name: string): Promise<unknown> {
    const part = this.#kept.has(name) ? await this.#deps.inputs.part(this.#deps.claim.jobId, name) : undefined;
    return part?.value;
  }

  async keep(name: string, value: object, credits: number): Promise<void> {
    assert(NAME.test(name), "a part has a name of a-z0-9- with at most 40 characters");
    assert(Number.isSafeInteger(credits) && credits >= 0, "credits are integers");
    assert(!this.#kept.has(name) && !this.#begun.has(name), `part ${name} is kept once`);
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
    this.#kept.set(name, figuresOf({ name, value, credits }));
    await this.owe();
  }

  /**
   * Reports to the store the credits that are owed by now, and the bytes that are kept for them.
   * @throws Failure `storage_full` when these are more than may be stored for the account: the work ends, rather than
   *   produce at a price what cannot be kept
   */
  async owe(): Promise<void> {
    const { store, claim, onOwed, accountBounds } = this.#deps;
    const { storedBytes: maxStoredBytes } = accountBounds;
    let credits = 0;
    const outcome = await this.#untilStored(() => {
      // The sum is computed at each try, so that a write that waited reports no less than those that came later.
      const kept = [...this.#kept.values()];
      credits = kept.reduce((sum, each) => sum + each.credits, 0);
      const bytes = kept.reduce((sum, each) => sum + each.bytes, 0);
      const pages = kept.filter((each) => each.credits > 0).length;
      return store.jobs.owe({ ...claim, credits, pages, bytes, maxStoredBytes });
    });
    if (outcome === "not_claimed") {
      throw new RunInterrupted("cancelled");
    }
    if (outcome === "storage_full") {
      throw storageFull(maxStoredBytes);
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
