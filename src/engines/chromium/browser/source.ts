import { setTimeout as delay } from "node:timers/promises";
import { Failure } from "../../../kernel/failure.ts";
import { Browser } from "./browser.ts";
import { type BrowserProgram, type BrowserTier, possibleTiers } from "./command.ts";

/**
 * How often the browser is asked whether it is well, and how long it may take to say so. A page can flood it with so many
 * requests that it has no time for others: it is killed then, and the documents of others are printed by another.
 */
const CHECK_EVERY_MS = 2000;
const CHECK_TIMEOUT_MS = 5000;
/** After a failed start the next is not tried at once. */
const START_PAUSE_MS = 2000;

export type BrowserEvent =
  | {
      readonly event: "browser_started";
      readonly product: string;
      readonly tier: BrowserTier;
      readonly startMs: number;
    }
  | { readonly event: "browser_start_failed"; readonly reason: string }
  | { readonly event: "browser_lost"; readonly documents: number }
  | { readonly event: "browser_retired"; readonly documents: number };

export interface SourceOptions {
  readonly program: BrowserProgram;
  /** Undefined: the best tier that works. */
  readonly only: BrowserTier | undefined;
  readonly documentsPerBrowser: number;
  /** What to do with a browser before it is given its first document. */
  readonly onStart: (browser: Browser) => Promise<void>;
  readonly log: (event: BrowserEvent) => void;
}

/** There is a browser whenever one is needed: started, replaced when it is lost, and after enough documents. */
export class BrowserSource {
  restarts = 0;
  /** Why there is none, after a start that failed. */
  trouble: string | undefined;
  tier: BrowserTier | undefined;
  product = "";
  readonly #options: SourceOptions;
  #current: Promise<Browser> | undefined;
  #running: Browser | undefined;
  #failedMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;
  #isChecking = false;
  readonly #alive = new Set<Browser>();
  readonly #endings = new Set<Promise<void>>();
  readonly #checking: NodeJS.Timeout;

  constructor(options: SourceOptions) {
    this.#options = options;
    this.#checking = setInterval(() => void this.#checkInTurn(), CHECK_EVERY_MS).unref();
  }

  /** Whether a browser is up. */
  get isUp(): boolean {
    return this.#running !== undefined;
  }

  /** Whether nobody has asked for one yet. */
  get isUnasked(): boolean {
    return this.#current === undefined && this.trouble === undefined;
  }

  /** @throws Failure `engine_unavailable` when none can be started */
  current(): Promise<Browser> {
    if (this.#running !== undefined && this.#running.documents >= this.#options.documentsPerBrowser) {
      void this.#replace(this.#running);
    }
    return this.#current ?? this.#startAsCurrent();
  }

  /**
   * Does something with a browser of its own, which is killed afterwards: for a document that may have been the end of
   * one that it shared.
   * @throws Failure `engine_unavailable`
   */
  async apart<Result>(work: (browser: Browser) => Promise<Result>): Promise<Result> {
    const browser = await this.#startInBestTier().catch((error: unknown) => {
      throw unavailable(reasonOf(error));
    });
    this.#remember(browser.process.ended);
    try {
      return await work(browser);
    } finally {
      browser.process.kill();
      await browser.process.ended;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#checking);
    await this.#current?.catch(() => undefined);
    await Promise.all([...this.#alive].map((browser) => browser.process.close()));
    await Promise.all(this.#endings);
  }

  #startAsCurrent(): Promise<Browser> {
    const starting = this.#start();
    this.#current = starting;
    starting.catch(() => {
      // Unless another has been begun meanwhile.
      if (this.#current === starting) {
        this.#current = undefined;
      }
    });
    return starting;
  }

  /** Has a browser do the rest of its work and close, while another is there for what is to come. */
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

  async #start(): Promise<Browser> {
    await delay(Math.max(0, this.#failedMs + START_PAUSE_MS - performance.now()));
    const startedMs = performance.now();
    try {
      const browser = await this.#startInBestTier();
      this.trouble = undefined;
      this.product = browser.process.product;
      this.#running = browser;
      this.#alive.add(browser);
      this.#remember(this.#attend(browser));
      const startMs = Math.round(performance.now() - startedMs);
      this.#options.log({ event: "browser_started", product: this.product, tier: this.tier ?? "plain", startMs });
      await this.#options.onStart(browser);
      return browser;
    } catch (error) {
      this.#failedMs = performance.now();
      this.trouble = reasonOf(error);
      this.#options.log({ event: "browser_start_failed", reason: this.trouble });
      throw unavailable(this.trouble);
    }
  }

  async #startInBestTier(): Promise<Browser> {
    if (this.tier !== undefined) {
      return Browser.start(this.tier, this.#options.program);
    }
    const refusals: string[] = [];
    for (const tier of this.#options.only === undefined ? possibleTiers() : [this.#options.only]) {
      try {
        // oxlint-disable-next-line eslint/no-await-in-loop -- the best that works, one after the other
        const browser = await Browser.start(tier, this.#options.program);
        this.tier = tier;
        return browser;
      } catch (error) {
        refusals.push(`${tier}: ${reasonOf(error)}`);
      }
    }
    throw new Error(refusals.join(" "));
  }

  /** Starts another when a browser is lost that nobody closed. */
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
    browser.process.kill();
    await browser.process.ended;
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

  #remember(ending: Promise<void>): void {
    this.#endings.add(ending);
    void ending.finally(() => this.#endings.delete(ending));
  }
}

function unavailable(reason: string): Failure {
  return new Failure("engine_unavailable", "HTML cannot be printed at the moment: the browser does not start.", {
    facts: { reason },
  });
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
