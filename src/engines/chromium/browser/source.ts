import { setTimeout as delay } from "node:timers/promises";
import { Failure } from "../../../kernel/failure.ts";
import { Browser } from "./browser.ts";
import type { BrowserTier } from "./command.ts";
import type { BrowserProgram } from "./program.ts";
import { wallSentence } from "./walls.ts";

/**
 * The interval between health checks of the browser, and the time that it may take to answer one. A page can flood it
 * with so many requests that it has no time for others: then it is killed, and another browser prints the remaining
 * documents.
 */
const CHECK_EVERY_MS = 2000;
const CHECK_TIMEOUT_MS = 5000;
/** The pause after a failed start before the next one. */
const START_PAUSE_MS = 2000;

export type BrowserEvent =
  | {
      readonly event: "browser_started";
      readonly product: string;
      readonly tier: BrowserTier;
      /** What stands around documents, and what it does not stop. */
      readonly wall: string;
      readonly startMs: number;
    }
  | { readonly event: "browser_start_failed"; readonly reason: string }
  | { readonly event: "browser_lost"; readonly documents: number }
  | { readonly event: "browser_retired"; readonly documents: number };

export interface SourceOptions {
  readonly program: BrowserProgram;
  /** The tiers to try, best first. */
  readonly tiers: readonly BrowserTier[];
  /** What callers are told beside that the browser does not start. */
  readonly refusal?: string | undefined;
  readonly documentsPerBrowser: number;
  /** Prepares a browser before it is given its first document. */
  readonly onStart: (browser: Browser) => Promise<void>;
  readonly log: (event: BrowserEvent) => void;
}

/**
 * A source of browsers that has one whenever one is needed: it starts one, and replaces it when it is lost or has had
 * enough documents.
 */
export class BrowserSource {
  restarts = 0;
  /** The reason why there is no browser, after a start that failed. */
  trouble: string | undefined;
  tier: BrowserTier | undefined;
  product = "";
  readonly #options: SourceOptions;
  #current: Promise<Browser> | undefined;
  #running: Browser | undefined;
  #failedMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;
  #isChecking = false;
  #hasStarted = false;
  readonly #alive = new Set<Browser>();
  readonly #endings = new Set<Promise<void>>();
  readonly #starting = new Set<Promise<Browser>>();
  readonly #checking: NodeJS.Timeout;

  constructor(options: SourceOptions) {
    this.#options = options;
    this.#checking = setInterval(() => void this.#checkInTurn(), CHECK_EVERY_MS).unref();
  }

  /** Whether a browser is up, or, where each document has its own, could be started when the last one was. */
  get isUp(): boolean {
    return this.#running !== undefined || (this.tier === "confined" && this.trouble === undefined);
  }

  /** Whether no browser has been needed so far. */
  get isUnasked(): boolean {
    return this.#current === undefined && this.trouble === undefined;
  }

  /**
   * Returns the current browser, and starts one when there is none.
   * @throws Failure `engine_unavailable` when none can be started
   */
  current(): Promise<Browser> {
    if (this.#running !== undefined && this.#running.documents >= this.#options.documentsPerBrowser) {
      void this.#replace(this.#running);
    }
    return this.#current ?? this.#startAsCurrent();
  }

  /**
   * Runs `work` with a browser: the current one, or one that no other document gets where nothing stands between a
   * document and its browser. Such a one is killed afterwards, and the next is started meanwhile.
   * @throws Failure `engine_unavailable` when none can be started
   */
  async use<Result>(work: (browser: Browser) => Promise<Result>): Promise<Result> {
    const current = await this.current().catch((error: unknown) => {
      if (this.tier !== "confined") {
        throw error;
      }
      return this.current();
    });
    if (this.tier !== "confined") {
      return work(current);
    }
    const browser = await this.#take(current);
    try {
      return await work(browser);
    } finally {
      if (browser.isLost) {
        this.restarts += 1;
        this.#options.log({ event: "browser_lost", documents: browser.documents });
      }
      await kill(browser);
    }
  }

  /** Takes a browser for one document, and has the next one started. */
  async #take(current: Browser): Promise<Browser> {
    let browser = current;
    while (browser.isRetired || browser.isLost) {
      // Another document was quicker, or the browser was lost before it had one. One start that fails is no document's
      // fault, and with a start for each there are many: it is tried once more.
      // oxlint-disable-next-line eslint/no-await-in-loop -- until there is one
      browser = await this.current().catch(() => this.current());
    }
    browser.isRetired = true;
    this.#running = undefined;
    this.#current = undefined;
    if (!this.#isClosed) {
      this.current().catch(() => undefined);
    }
    return browser;
  }

  /**
   * Runs `work` with a separate browser, which is killed afterwards: for a document that may have caused the loss of a
   * browser that it shared.
   * @throws Failure `engine_unavailable`
   */
  async apart<Result>(work: (browser: Browser) => Promise<Result>): Promise<Result> {
    const starting = this.#startInBestTier();
    this.#remember(
      starting.then(
        (browser) => browser.process.ended,
        () => undefined,
      ),
    );
    const browser = await starting.catch((error: unknown) => {
      throw this.#unavailable(reasonOf(error));
    });
    try {
      return await work(browser);
    } finally {
      await kill(browser);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#checking);
    // A browser whose start has begun is among those that are alive afterwards, or has been ended.
    await Promise.allSettled(this.#starting);
    await Promise.all([...this.#alive].map((browser) => browser.process.close()));
    await Promise.all(this.#endings);
  }

  #startAsCurrent(): Promise<Browser> {
    const starting = this.#start();
    this.#current = starting;
    starting.catch(() => {
      // Another start may have begun meanwhile.
      if (this.#current === starting) {
        this.#current = undefined;
      }
    });
    return starting;
  }

  /** Lets a browser finish its remaining work and close, with another one in place for further documents. */
  async #replace(old: Browser): Promise<void> {
    if (old.isRetired) {
      return;
    }
    old.isRetired = true;
    try {
      const successor = await this.#start();
      this.#current = Promise.resolve(successor);
      this.#running = successor;
      this.#options.log({ event: "browser_retired", documents: old.documents });
      this.#remember(old.retire());
    } catch {
      // The old one goes on for as many documents again.
      old.isRetired = false;
      old.documents = 0;
    }
  }

  #start(): Promise<Browser> {
    const starting = this.#startPrepared();
    this.#starting.add(starting);
    const forget = (): unknown => this.#starting.delete(starting);
    starting.then(forget, forget);
    return starting;
  }

  /** Starts a browser and prepares it; whatever fails, no process is left. */
  async #startPrepared(): Promise<Browser> {
    await delay(Math.max(0, this.#failedMs + START_PAUSE_MS - performance.now()));
    const startedMs = performance.now();
    try {
      await using unprepared = new AsyncDisposableStack();
      this.#requireOpen();
      const browser = unprepared.adopt(await this.#startInBestTier(), kill);
      await this.#options.onStart(browser);
      this.#requireOpen();
      unprepared.move();
      this.trouble = undefined;
      this.product = browser.process.product;
      this.#logStart(Math.round(performance.now() - startedMs));
      this.#running = browser;
      this.#alive.add(browser);
      this.#remember(this.#attend(browser));
      return browser;
    } catch (error) {
      this.#failedMs = performance.now();
      this.trouble = reasonOf(error);
      this.#options.log({ event: "browser_start_failed", reason: this.trouble });
      throw this.#unavailable(this.trouble);
    }
  }

  #requireOpen(): void {
    if (this.#isClosed) {
      throw new Error("The service is shutting down.");
    }
  }

  #logStart(startMs: number): void {
    const { tier, product } = this;
    // Where each document has a browser, their starts are no news.
    if (tier !== undefined && !(tier === "confined" && this.#hasStarted)) {
      const wall = wallSentence(tier, this.#options.program.hasSandbox);
      this.#options.log({ event: "browser_started", product, tier, wall, startMs });
    }
    this.#hasStarted = true;
  }

  async #startInBestTier(): Promise<Browser> {
    if (this.tier !== undefined) {
      return Browser.start(this.tier, this.#options.program);
    }
    const refusals: string[] = [];
    for (const tier of this.#options.tiers) {
      try {
        // oxlint-disable-next-line eslint/no-await-in-loop -- the best that works, one after the other
        const browser = await startWithPage(tier, this.#options.program);
        this.tier = tier;
        return browser;
      } catch (error) {
        refusals.push(`${tier}: ${reasonOf(error)}`);
      }
    }
    throw new Error(refusals.join(" ") || "None of the walls that the settings ask for is possible here.");
  }

  /** Starts another browser when one is lost that the service did not close. */
  async #attend(browser: Browser): Promise<void> {
    await browser.process.connection.lost;
    if (this.#running === browser) {
      this.#running = undefined;
      this.#current = undefined;
      if (!this.#isClosed) {
        this.restarts += 1;
        this.#options.log({ event: "browser_lost", documents: browser.documents });
        this.current().catch(() => undefined);
      }
    }
    await kill(browser);
    this.#alive.delete(browser);
  }

  /** Kills the browser when it does not answer in time. */
  async check(timeoutMs: number = CHECK_TIMEOUT_MS): Promise<void> {
    const browser = this.#running;
    try {
      await browser?.process.connection.call("Browser.getVersion", {}, { timeoutMs });
    } catch {
      browser?.process.kill();
    }
  }

  async #checkInTurn(): Promise<void> {
    if (!this.#isChecking && this.#running?.isInUse === true) {
      this.#isChecking = true;
      await this.check();
      this.#isChecking = false;
    }
  }

  #unavailable(reason: string): Failure {
    const message = "HTML cannot be printed at the moment: the browser does not start.";
    const { refusal } = this.#options;
    return new Failure("engine_unavailable", refusal === undefined ? message : `${message} ${refusal}`, {
      facts: { reason },
    });
  }

  #remember(ending: Promise<void>): void {
    this.#endings.add(ending);
    void ending.finally(() => this.#endings.delete(ending));
  }
}

/** Ends a browser with all that it has started. */
async function kill({ process }: Browser): Promise<void> {
  process.kill();
  await process.ended;
}

/**
 * Starts a browser in a tier that has not been tried: some systems let the browser start and refuse its renderers what
 * their sandbox needs.
 */
async function startWithPage(tier: BrowserTier, program: BrowserProgram): Promise<Browser> {
  const browser = await Browser.start(tier, program);
  try {
    browser.closePage(await browser.openPage(undefined));
    return browser;
  } catch (error) {
    await kill(browser);
    throw error;
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
