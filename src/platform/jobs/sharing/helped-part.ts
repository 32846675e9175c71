import type { Failure } from "../../../kernel/failure.ts";
import { sizeOfPart } from "../../blobs/kept-parts.ts";
import { storageFull } from "../../credits/charge.ts";
import type { ClaimedPart, JobPartStore, PartClaim } from "../../store/job-part-store.ts";
import { RunInterrupted } from "../interruption.ts";
import { untilStored } from "../waiting.ts";

export interface HelpedPartDeps {
  readonly parts: Pick<JobPartStore, "report" | "finish" | "giveBack">;
  readonly instance: string;
  readonly maxStoredBytes: number;
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly onStorageTrouble: (error: Failure) => void;
}

/** A part of another process's job while it is worked on here, with what has been kept for it. */
export class HelpedPart {
  readonly pages: readonly number[];
  readonly claim: PartClaim;
  /** All pages of the part, those included that were done before. */
  readonly allPages: readonly number[];
  readonly #deps: HelpedPartDeps;
  #left: number;
  #pagesDone: number;
  #bytes = 0;
  /** The credits of what was kept at a price, by its name. */
  readonly #credits = new Map<string, number>();
  #reporting: Promise<void> = Promise.resolve();
  #hasEnded = false;

  /** `done` are pages of the part whose results are kept already. */
  constructor(part: ClaimedPart, done: ReadonlySet<number>, deps: HelpedPartDeps) {
    this.allPages = part.pages;
    this.pages = part.pages.filter((page) => !done.has(page));
    this.claim = { partId: part.id, instance: deps.instance, claim: part.claim };
    this.#deps = deps;
    this.#left = this.pages.length;
    this.#pagesDone = part.pages.length - this.pages.length;
  }

  /** Notes what is kept at a price, here or by whoever had the part before; it is reported with the next report. */
  noteKept(part: { readonly name: string; readonly value: unknown; readonly credits: number }): void {
    if (!this.#credits.has(part.name)) {
      this.#credits.set(part.name, part.credits);
      this.#bytes += sizeOfPart(part);
    }
  }

  /** Notes a page whose result is kept. */
  async noteDone(bytes: number): Promise<void> {
    this.#left -= 1;
    this.#pagesDone += 1;
    this.#bytes += bytes;
    await this.report();
    if (this.#left === 0) {
      await this.finish();
    }
  }

  /**
   * Reports what is done and kept, one report after the other.
   * @throws RunInterrupted when the part is no longer this process's; Failure `storage_full`
   */
  report(): Promise<void> {
    const reporting = this.#reporting.then(() => this.#report());
    this.#reporting = reporting.catch(() => undefined);
    return reporting;
  }

  async #report(): Promise<void> {
    const { parts, maxStoredBytes, now } = this.#deps;
    const outcome = await this.#untilStored(() => {
      const credits = [...this.#credits.values()];
      return parts.report({
        ...this.claim,
        pagesDone: this.#pagesDone,
        credits: credits.reduce((sum, each) => sum + each, 0),
        creditPages: credits.filter((each) => each > 0).length,
        bytes: this.#bytes,
        maxStoredBytes,
        now: now(),
      });
    });
    if (outcome === "not_claimed") {
      throw new RunInterrupted("cancelled");
    }
    if (outcome === "storage_full") {
      throw storageFull(maxStoredBytes);
    }
  }

  /** Whether the part is still to be done here. */
  get isInWork(): boolean {
    return !this.#hasEnded;
  }

  async finish(): Promise<void> {
    // From here on it may be done in the store, which holds no claim then.
    this.#hasEnded = true;
    if (!(await this.#untilStored(() => this.#deps.parts.finish(this.claim)))) {
      throw new RunInterrupted("cancelled");
    }
  }

  /** Offers the part again unless it is done; `hasFailed`: it could not be done here. */
  async giveBack(hasFailed: boolean): Promise<void> {
    if (!this.#hasEnded) {
      this.#hasEnded = true;
      await this.#deps.parts.giveBack({ ...this.claim, hasFailed });
    }
  }

  #untilStored<T>(action: () => Promise<T>): Promise<T> {
    return untilStored(action, { signal: this.#deps.signal, onTrouble: this.#deps.onStorageTrouble });
  }
}
