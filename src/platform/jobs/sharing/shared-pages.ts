import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { assert } from "../../../kernel/assert.ts";
import type { Failure } from "../../../kernel/failure.ts";
import type { WorkClass } from "../../../kernel/work-class.ts";
import type { KeptPage, PageSharing, PageWork } from "../../../operations/operation.ts";
import type { PageResults } from "../../blobs/page-results.ts";
import type { ClaimedPart, JobPartStore, PartProgress } from "../../store/job-part-store.ts";
import type { Claim } from "../../store/job-store.ts";
import { RunInterrupted } from "../interruption.ts";
import type { JobChanges } from "../job-changes.ts";
import type { JobCheckpoints } from "../job-checkpoints.ts";
import { untilStored } from "../waiting.ts";
import { inLanes, PartFeed, type Piece } from "./part-feed.ts";
import { partsOf } from "./parts-of.ts";

interface SharedPagesDeps {
  readonly claim: Claim;
  readonly workClass: WorkClass;
  readonly parts: JobPartStore;
  readonly changes: JobChanges;
  readonly results: PageResults;
  readonly checkpoints: Pick<JobCheckpoints, "pages" | "adopt">;
  readonly workspace: string;
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly progress: (pagesDone: number, pagesTotal: number) => void;
  readonly onStorageTrouble: (error: Failure) => void;
}

/**
 * The pages of a job, as its owner shares them: they are offered in parts, of which the owner does one after the other as
 * well, and puts the results of all together. Without help it does them all.
 */
export class SharedPages implements PageSharing {
  readonly #deps: SharedPagesDeps;

  constructor(deps: SharedPagesDeps) {
    this.#deps = deps;
  }

  async *inOrder<Result>(pages: readonly number[], work: PageWork<Result>): AsyncGenerator<Result, void, undefined> {
    const run = new SharedRun(pages, work, this.#deps);
    try {
      await run.begin();
      for (const page of pages) {
        yield await run.result(page);
      }
    } finally {
      await run.end();
    }
  }
}

/** The time after which a part is done here on which its claimant has reported nothing: a page has half of it, in milliseconds. */
const SILENT_MS = 180_000;
const LOOK_MS = 1000;

/** Where the result of a page is: in the workspace, or kept by another process. */
type Place = "here" | "kept";

class SharedRun<Result> {
  readonly #pages: readonly number[];
  readonly #work: PageWork<Result>;
  readonly #deps: SharedPagesDeps;
  readonly #directory: string;
  readonly #places = new Map<number, PromiseWithResolvers<Place>>();
  readonly #done = new Set<number>();
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  readonly #failure = Promise.withResolvers<never>();
  readonly #feed: PartFeed<OwnPart>;
  #working: Promise<void> | undefined;
  #watching: Promise<void> = Promise.resolve();
  #shown = 0;

  constructor(pages: readonly number[], work: PageWork<Result>, deps: SharedPagesDeps) {
    this.#pages = pages;
    this.#work = work;
    this.#deps = deps;
    this.#directory = join(deps.workspace, "shared-pages");
    this.#signal = AbortSignal.any([deps.signal, this.#stop.signal]);
    for (const page of pages) {
      this.#places.set(page, Promise.withResolvers());
    }
    // Whoever waits for a page meets it.
    this.#failure.promise.catch(() => undefined);
    this.#feed = new PartFeed(() => this.#take());
  }

  /** Offers the pages and begins to work on them. */
  async begin(): Promise<void> {
    const { parts, claim, workClass, checkpoints, now } = this.#deps;
    await mkdir(this.#directory, { recursive: true });
    const kept = await this.#kept();
    const open = this.#pages.filter((page) => !kept.has(page));
    this.#note(
      this.#pages.filter((page) => kept.has(page)),
      "kept",
    );
    // What is paid for such a page is known to this process alone; its work is mostly done.
    const paid = checkpoints.pages();
    const own = open.filter((page) => paid.has(page));
    const offered = partsOf(
      open.filter((page) => !paid.has(page)),
      this.#work.pagesAtATime,
    );
    const isOffered = await this.#untilStored(() => parts.offer({ ...claim, workClass, parts: offered, now: now() }));
    if (!isOffered) {
      throw new RunInterrupted("cancelled");
    }
    this.#workOn(own);
    this.#watching = this.#watch().catch((error: unknown) => this.#fail(error));
  }

  /** Returns the result of a page as soon as it is there. */
  async result(page: number): Promise<Result> {
    const place = this.#places.get(page);
    assert(place !== undefined, "only pages of the run are asked for");
    return (await Promise.race([place.promise, this.#failure.promise])) === "here"
      ? await this.#here(page)
      : ((await this.#keptResult(page)) ?? (await this.#again(page)));
  }

  /** Ends the work, whether or not it is done. */
  async end(): Promise<void> {
    this.#stop.abort(new Error("The pages are no longer needed."));
    await this.#working;
    await this.#watching;
  }

  /** Ends the run with an error; those that follow are mostly its own doing. */
  #fail(error: unknown): void {
    this.#failure.reject(this.#deps.signal.aborted ? this.#deps.signal.reason : error);
    this.#stop.abort(error);
  }

  /** Does pages of the owner alone, and then parts, for as long as any are offered. */
  #workOn(own: readonly number[]): void {
    const { atOnce, pagesAtATime } = this.#work;
    const waiting = [...own];
    const next = async (): Promise<Piece<OwnPart> | undefined> => {
      this.#signal.throwIfAborted();
      const pages = waiting.splice(0, pagesAtATime);
      return pages.length > 0 ? { part: NO_PART, pages } : await this.#feed.next(pagesAtATime);
    };
    // The first error stops the other lanes at once.
    const failing = <Output>(step: Promise<Output>): Promise<Output> =>
      step.catch((error: unknown) => {
        this.#fail(error);
        throw error;
      });
    this.#working = inLanes(
      atOnce,
      () => failing(next()),
      (piece) => failing(this.#do(piece)),
    )
      .catch(() => undefined)
      .finally(() => {
        this.#working = undefined;
      });
  }

  async #do({ part, pages }: Piece<OwnPart>): Promise<void> {
    const done: number[] = [];
    for await (const result of this.#work.work(pages, this.#signal)) {
      const page = pages[done.length];
      assert(page !== undefined, "the work has one result for each page");
      await writeFile(this.#pathOf(page), JSON.stringify(this.#work.kept(result)));
      done.push(page);
      this.#note([page], "here");
    }
    assert(done.length === pages.length, "the work has a result for each page");
    part.left -= pages.length;
    if (part.left === 0) {
      await this.#finish(part);
    }
  }

  async #finish({ id, claim }: OwnPart): Promise<void> {
    const { parts, claim: job } = this.#deps;
    // Nothing depends on it but what others see: a part that is not there any more was removed with the job's claim.
    await this.#untilStored(() => parts.finish({ partId: id, instance: job.instance, claim }));
  }

  async #take(): Promise<OwnPart | undefined> {
    const { parts, claim, checkpoints, now } = this.#deps;
    const part = await this.#untilStored(() => parts.take({ ...claim, silentSince: now() - SILENT_MS, now: now() }));
    if (part === undefined) {
      return undefined;
    }
    let { pages } = part;
    if (part.claim > 1) {
      // What others had done of it before is not done again.
      await checkpoints.adopt(pages);
      const kept = await this.#kept();
      this.#note(
        pages.filter((page) => kept.has(page)),
        "kept",
      );
      pages = pages.filter((page) => !this.#done.has(page));
    }
    const own: OwnPart = { ...part, pages, left: pages.length };
    if (pages.length > 0) {
      return own;
    }
    await this.#finish(own);
    return await this.#take();
  }

  /** Looks at what others do, until everything is done. */
  async #watch(): Promise<void> {
    const { parts, claim, changes } = this.#deps;
    while (this.#done.size < this.#pages.length) {
      this.#signal.throwIfAborted();
      using watch = changes.watch(claim.jobId);
      // oxlint-disable-next-line eslint/no-await-in-loop -- one look after the other
      this.#look(await this.#untilStored(() => parts.list(claim.jobId)));
      if (this.#done.size < this.#pages.length) {
        // oxlint-disable-next-line eslint/no-await-in-loop
        await watch.changed(LOOK_MS, this.#signal);
      }
    }
  }

  #look(found: readonly PartProgress[]): void {
    const { claim } = this.#deps;
    const others = found.filter(({ instance }) => instance !== claim.instance);
    for (const { pages } of others.filter(({ state }) => state === "done")) {
      this.#note(pages, "kept");
    }
    const inWork = others.filter(({ state }) => state === "claimed");
    this.#show(inWork.reduce((sum, { pagesDone }) => sum + pagesDone, 0));
    const mayBeTaken = others.length > 0 && this.#done.size < this.#pages.length;
    if (mayBeTaken && this.#working === undefined && !this.#signal.aborted) {
      this.#workOn([]);
    }
  }

  #note(pages: readonly number[], place: Place): void {
    for (const page of pages) {
      this.#done.add(page);
      this.#places.get(page)?.resolve(place);
    }
    this.#show(0);
  }

  /** Shows how much is done; a page that another process had done and that is lost with it is not taken back. */
  #show(doneByOthers: number): void {
    const shown = Math.min(this.#pages.length, this.#done.size + doneByOthers);
    if (shown > this.#shown) {
      this.#shown = shown;
      this.#deps.progress(shown, this.#pages.length);
    }
  }

  #kept(): Promise<ReadonlySet<number>> {
    return this.#untilStored(() => this.#deps.results.pages(this.#deps.claim.jobId));
  }

  async #here(page: number): Promise<Result> {
    const path = this.#pathOf(page);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this process has written it
    const kept = JSON.parse(await readFile(path, "utf8")) as KeptPage;
    await rm(path);
    const result = this.#work.restored(page, kept);
    assert(result !== undefined, "what was kept can be restored");
    return result;
  }

  async #keptResult(page: number): Promise<Result | undefined> {
    const { results, claim } = this.#deps;
    const path = join(this.#directory, `page-${page}.file`);
    const kept = await this.#untilStored(() => results.read(claim.jobId, page, path));
    return kept && this.#work.restored(page, kept);
  }

  /** Does a page whose result cannot be read. */
  async #again(page: number): Promise<Result> {
    const [result] = await Array.fromAsync(this.#work.work([page], this.#signal));
    assert(result !== undefined, "the work has a result for each page");
    return result;
  }

  #pathOf(page: number): string {
    return join(this.#directory, `page-${page}.json`);
  }

  #untilStored<T>(action: () => Promise<T>): Promise<T> {
    return untilStored(action, { signal: this.#signal, onTrouble: this.#deps.onStorageTrouble });
  }
}

/** A part that the owner does itself. */
interface OwnPart extends ClaimedPart {
  /** The number of its pages that are not done yet. */
  left: number;
}

/** Stands for pages that were not offered. */
const NO_PART: OwnPart = { id: "", pages: [], claim: 0, left: Number.POSITIVE_INFINITY };
