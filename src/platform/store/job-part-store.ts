import type { WorkClass } from "../../kernel/work-class.ts";
import type { Claim, Job } from "./job-store.ts";

/*
 * Parts of jobs: ranges of pages which the process that works on a job, its owner, offers to others. A part is there only
 * while its owner holds the job: whatever ends that removes the parts of the job with it.
 */

/** Some pages of a job. */
export interface JobPart {
  readonly id: string;
  /** Page numbers from 1, in the order in which the job needs them. */
  readonly pages: readonly number[];
}

/** A part that a process works on: it may change it only while the claim is still its own. */
export interface PartClaim {
  readonly partId: string;
  readonly instance: string;
  /** The number of this claim among those of the part, from 1. */
  readonly claim: number;
}

export interface ClaimedPart extends JobPart {
  readonly claim: number;
}

type PartState = "offered" | "claimed" | "done";

/** A part as its job's owner sees it. */
export interface PartProgress extends JobPart {
  readonly state: PartState;
  /** The process that works on it or has done it. */
  readonly instance: string | null;
  readonly pagesDone: number;
}

export interface JobPartStore {
  /**
   * Offers parts of a job in place of all that it had, to be done in this order. Returns false when the claim is no longer
   * held, and nothing happened. Not durable.
   */
  offer(
    offer: Claim & { readonly workClass: WorkClass; readonly parts: readonly JobPart[]; readonly now: number },
  ): Promise<boolean>;
  /**
   * Claims the next part of a job for its owner: one that is offered, or one on which another process has reported nothing
   * since `silentSince`. What its claimant owed for it is the owner's from then on. Returns undefined when there is none, or
   * when the job's claim is no longer held. Not durable.
   */
  take(claim: Claim & { readonly silentSince: number; readonly now: number }): Promise<ClaimedPart | undefined>;
  /**
   * Claims a part of a job of another process: of the account with the fewest jobs and parts of the class in work, rather of
   * the job `jobId` than of others, then of the oldest job. A part that was claimed twice without success is its owner's
   * alone. Returns undefined when none is offered. Not durable.
   */
  claim(claim: {
    readonly instance: string;
    readonly classes: readonly WorkClass[];
    readonly jobId?: string | undefined;
    readonly now: number;
  }): Promise<{ readonly part: ClaimedPart; readonly job: Job } | undefined>;
  /** Returns those of the classes of which parts can be claimed by this process; it changes nothing. */
  offeredClasses(wanted: {
    readonly instance: string;
    readonly classes: readonly WorkClass[];
  }): Promise<readonly WorkClass[]>;
  /** Returns those of the claims that are still held. */
  held(claims: readonly PartClaim[]): Promise<readonly PartClaim[]>;
  /**
   * Sets how many pages of the part are done, and what its claimants have kept for it by now: the credits that are owed for
   * `creditPages` of them, and the bytes. The job owes and stores so much more. Durable where credits are owed. Returns
   * `not_claimed` when the claim is no longer held, and `storage_full` when more would be stored for the account than may be;
   * nothing happened then.
   */
  report(
    report: PartClaim & {
      readonly pagesDone: number;
      readonly credits: number;
      readonly creditPages: number;
      readonly bytes: number;
      readonly maxStoredBytes?: number | undefined;
      readonly now: number;
    },
  ): Promise<"reported" | "not_claimed" | "storage_full">;
  /** Marks the part as done; returns false when the claim is no longer held. Not durable. */
  finish(claim: PartClaim): Promise<boolean>;
  /** Offers the part again; `hasFailed`: it could not be done here. Nothing happens when the claim is no longer held. */
  giveBack(claim: PartClaim & { readonly hasFailed: boolean }): Promise<void>;
  /** Returns the parts of a job in their order. */
  list(jobId: string): Promise<readonly PartProgress[]>;
}
