import { rm } from "node:fs/promises";
import { assert } from "../../../kernel/assert.ts";
import type { Checkpoints, PageSharing, PageWork } from "../../../operations/operation.ts";
import type { JobInputs } from "../../blobs/job-inputs.ts";
import type { PageResults } from "../../blobs/page-results.ts";
import type { ClaimedPart } from "../../store/job-part-store.ts";
import { untilStored } from "../waiting.ts";
import { HelpedPart, type HelpedPartDeps } from "./helped-part.ts";
import { pageOfName } from "./page-of-name.ts";
import { inLanes, PartFeed } from "./part-feed.ts";

/** Ends a run that helps: there are no more parts for it. */
export class HelpEnded extends Error {
  constructor() {
    super("There are no more parts to help with.");
    this.name = "HelpEnded";
  }
}

interface HelpedPagesDeps extends HelpedPartDeps {
  readonly jobId: string;
  readonly results: PageResults;
  readonly inputs: Pick<JobInputs, "keepPart" | "part" | "partNames">;
  /** Claims the next part of the job; undefined: this process helps with it no more. */
  readonly claimNext: () => Promise<ClaimedPart | undefined>;
  /** Called with each page that is done. */
  readonly onPage: () => void;
}

/** The pages of another process's job that are done here: those of one part after the other. */
export class HelpedPages implements PageSharing, Checkpoints {
  readonly #deps: HelpedPagesDeps;
  readonly #parts: HelpedPart[] = [];
  #first: ClaimedPart | undefined;

  constructor(first: ClaimedPart, deps: HelpedPagesDeps) {
    this.#first = first;
    this.#deps = deps;
  }

  /** Does parts until there are no more; no result is for this process. @throws HelpEnded */
  // oxlint-disable-next-line eslint/require-yield
  async *inOrder<Result>(_: readonly number[], work: PageWork<Result>): AsyncGenerator<Result, void, undefined> {
    const feed = new PartFeed(() => this.#next());
    const stop = new AbortController();
    const signal = AbortSignal.any([this.#deps.signal, stop.signal]);
    await inLanes(
      work.atOnce,
      () => feed.next(work.pagesAtATime),
      async ({ part, pages }) => {
        try {
          await this.#do(part, pages, work, signal);
        } catch (error) {
          stop.abort(error);
          throw error;
        }
      },
    );
    throw new HelpEnded();
  }

  async #do<Result>(
    part: HelpedPart,
    pages: readonly number[],
    work: PageWork<Result>,
    signal: AbortSignal,
  ): Promise<void> {
    const { results, jobId, onPage } = this.#deps;
    const left = [...pages];
    for await (const result of work.work(pages, signal)) {
      const page = left.shift();
      assert(page !== undefined, "the work has one result for each page");
      const kept = work.kept(result);
      const bytes = await this.#untilStored(() => results.keep(jobId, page, kept));
      if (kept.path !== undefined) {
        await rm(kept.path, { force: true });
      }
      await part.noteDone(bytes);
      onPage();
    }
    assert(left.length === 0, "the work has a result for each page");
  }

  async #next(): Promise<HelpedPart | undefined> {
    const { claimNext, signal, results, inputs, jobId } = this.#deps;
    signal.throwIfAborted();
    const claimed = this.#first ?? (await this.#untilStored(claimNext));
    this.#first = undefined;
    if (claimed === undefined) {
      return undefined;
    }
    // A part that was claimed before may be done for the greater part.
    const done = claimed.claim > 1 ? await this.#untilStored(() => results.pages(jobId)) : new Set<number>();
    const part = new HelpedPart(claimed, done, this.#deps);
    this.#parts.push(part);
    if (claimed.claim > 1) {
      const names = await this.#untilStored(() => inputs.partNames(jobId));
      for (const name of names.filter((each) => part.allPages.includes(pageOfName(each) ?? 0))) {
        const kept = await this.#untilStored(() => inputs.part(jobId, name));
        if (kept !== undefined) {
          part.noteKept(kept);
        }
      }
      await part.report();
    }
    if (part.pages.length > 0) {
      return part;
    }
    await part.finish();
    return await this.#next();
  }

  async read(name: string): Promise<unknown> {
    return (await this.#deps.inputs.part(this.#deps.jobId, name))?.value;
  }

  async keep(name: string, value: object, credits: number): Promise<void> {
    const part = this.#parts.find(({ allPages }) => allPages.includes(pageOfName(name) ?? 0));
    assert(part !== undefined, `checkpoint ${name} is of a page that is done here`);
    await this.#untilStored(() => this.#deps.inputs.keepPart(this.#deps.jobId, { name, value, credits }));
    part.noteKept({ name, value, credits });
    await part.report();
  }

  /** Returns the claims of the parts that are in work. */
  claims() {
    return this.#parts.filter(({ isInWork }) => isInWork).map(({ claim }) => claim);
  }

  /** Gives back what is not done. */
  async giveBack(hasFailed: boolean): Promise<void> {
    if (this.#first !== undefined) {
      this.#parts.push(new HelpedPart(this.#first, new Set(), this.#deps));
      this.#first = undefined;
    }
    for (const part of this.#parts) {
      await part.giveBack(hasFailed);
    }
  }

  #untilStored<T>(action: () => Promise<T>): Promise<T> {
    return untilStored(action, { signal: this.#deps.signal, onTrouble: this.#deps.onStorageTrouble });
  }
}
