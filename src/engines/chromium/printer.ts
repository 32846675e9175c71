import { availableParallelism } from "node:os";
import { Failure } from "../../kernel/failure.ts";
import { places, Semaphore } from "../../kernel/timing/semaphore.ts";
import type { Identity } from "../pool/sandbox/confinement.ts";
import type { Browser } from "./browser/browser.ts";
import { type BrowserTier, isRoot } from "./browser/command.ts";
import { findChromium, noChromiumSentence } from "./browser/find-chromium.ts";
import { browserFonts } from "./browser/font-configuration.ts";
import { hasNamespaces } from "./browser/namespaces.ts";
import { BrowserPages } from "./browser/pages.ts";
import { type BrowserEvent, BrowserSource } from "./browser/source.ts";
import { type SandboxChoice, STRICT_REFUSAL, tiersFor, wallSentence } from "./browser/walls.ts";
import { leavesNoTrace } from "./document/document-traces.ts";
import { type RenderMode, renderModeOf } from "./document/render-mode.ts";
import type { EgressProxy } from "./network/egress.ts";
import { DeadlineExpired, type Progress, withinDeadline } from "./page/deadline.ts";
import { printOffline } from "./page/offline-page.ts";
import { printOnline } from "./page/online-page.ts";
import { printPooled } from "./page/pooled-page.ts";
import { crashedTwice, isBrowserFault, printFailure } from "./page/print-failures.ts";
import { AskedForMore } from "./page/print-page.ts";
import type { Printed, Printer, PrintJob } from "./port.ts";

export interface PrinterOptions {
  /** The path of a Chromium; if absent, Debian's usual paths are tried. */
  readonly program?: string | undefined;
  /** The number of documents printed at the same time; 0 for one per core. */
  readonly pages: number;
  /** The number of documents that may wait. */
  readonly queueLimit: number;
  /** Whether Chromium's own sandbox is used where it starts, always or never. */
  readonly sandbox: SandboxChoice;
  /** The only tier to use; if absent, the best one that works. */
  readonly tier?: BrowserTier | undefined;
  /** The user id, and group id, that the browser takes when the service runs as root. */
  readonly uid: number;
  /** A folder of fonts beside those of the service's packages. */
  readonly fontFolder?: string | undefined;
  /** The proxy by which pages reach the network; if undefined, they fetch nothing. */
  readonly proxy: EgressProxy | undefined;
  /** The memory that the renderer of one document may take. */
  readonly memoryBytes: number;
  readonly documentsPerPage?: number | undefined;
  readonly documentsPerBrowser?: number | undefined;
  readonly log: (event: BrowserEvent) => void;
}

interface PrinterState {
  readonly state: "ready" | "degraded" | "unavailable";
  /** A description in one sentence for people. */
  readonly detail: string;
  /** The wall around documents, of a browser that has started. */
  readonly tier?: BrowserTier | undefined;
  readonly pages: number;
  readonly busy: number;
  readonly waiting: number;
  /** The number of browsers that were replaced because they were lost. */
  readonly restarts: number;
}

export interface ChromiumPrinter extends Printer, AsyncDisposable {
  /** Starts the browser; resolves when it is up or cannot be started. */
  ready(): Promise<void>;
  /**
   * Looks whether the browser gets the namespaces that its walls are made of. Where it does not it is started, to find
   * what else works, so that `state` says what there is before the first document.
   */
  probe(): Promise<void>;
  state(): PrinterState;
  /** Ends everything; unfinished jobs fail with `shutting_down`. */
  close(): Promise<void>;
}

const DOCUMENTS_PER_PAGE = 200;
const DOCUMENTS_PER_BROWSER = 5000;
/**
 * The renderer memory above which a pooled page is replaced: documents with many pages leave much behind, and a new
 * page costs little compared with such a document.
 */
const REUSABLE_BYTES = 150 * 2 ** 20;
const QUICK_CHECK_MS = 2500;
/** The suggested delay for a refused document; most documents take a fraction of a second. */
const RETRY_AFTER_SECONDS = 2;

/** Creates a printer whose browser starts with the first document, or when `ready` is called. */
export function createPrinter(options: PrinterOptions): ChromiumPrinter {
  return new BrowserPrinter(options);
}

class BrowserPrinter implements ChromiumPrinter {
  readonly #options: PrinterOptions;
  readonly #size: number;
  readonly #identity: Identity | undefined;
  readonly #places: Semaphore<number>;
  readonly #browsers: BrowserSource | undefined;
  readonly #pages = new WeakMap<Browser, BrowserPages>();
  readonly #end = new AbortController();

  constructor(options: PrinterOptions) {
    this.#options = options;
    this.#size = options.pages || availableParallelism();
    this.#places = new Semaphore({
      permits: places(this.#size),
      queueLimit: options.queueLimit,
      retryAfterSeconds: () => RETRY_AFTER_SECONDS,
    });
    this.#identity = isRoot() ? { uid: options.uid, gid: options.uid } : undefined;
    const path = findChromium(options.program);
    if (path === undefined) {
      return;
    }
    this.#browsers = new BrowserSource({
      program: {
        path,
        identity: this.#identity,
        hasSandbox: options.sandbox !== "off",
        proxyUrl: options.proxy?.url,
        fonts: browserFonts(options.fontFolder),
        memoryBytes: options.memoryBytes,
      },
      tiers: tiersFor(options.sandbox, options.tier),
      refusal: options.sandbox === "strict" ? STRICT_REFUSAL : undefined,
      documentsPerBrowser: options.documentsPerBrowser ?? DOCUMENTS_PER_BROWSER,
      onStart: (browser) => this.#warmUp(browser),
      log: options.log,
    });
  }

  async ready(): Promise<void> {
    await this.#browsers?.current().catch(() => undefined);
  }

  async probe(): Promise<void> {
    if (this.#browsers !== undefined && !(await hasNamespaces(this.#identity)) && !this.#end.signal.aborted) {
      await this.ready();
    }
  }

  state(): PrinterState {
    const counts = {
      pages: this.#size,
      busy: this.#size - this.#places.free,
      waiting: this.#places.waiting,
      restarts: this.#browsers?.restarts ?? 0,
    };
    if (this.#browsers === undefined) {
      return { state: "unavailable", detail: noChromiumSentence(this.#options.program), ...counts };
    }
    const { isUp, isUnasked, trouble, product, tier } = this.#browsers;
    if (isUnasked) {
      return { state: "ready", detail: "Chromium starts with the first document.", ...counts };
    }
    if (!isUp) {
      const detail = trouble === undefined ? "The browser is starting." : `The browser does not start. ${trouble}`;
      return { state: trouble === undefined ? "degraded" : "unavailable", detail, ...counts };
    }
    const hasSandbox = this.#options.sandbox !== "off";
    const detail = tier === undefined ? product : `${product}; ${wallSentence(tier, hasSandbox)}`;
    return { state: hasSandbox ? "ready" : "degraded", detail, tier, ...counts };
  }

  async print(job: PrintJob): Promise<Printed> {
    if (this.#end.signal.aborted) {
      throw shuttingDown();
    }
    const own = { ...job, signal: AbortSignal.any([job.signal, this.#end.signal]) };
    return this.#places.run(own, () => this.#print(own));
  }

  async close(): Promise<void> {
    this.#end.abort(shuttingDown());
    await this.#browsers?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /**
   * Prints a document. When the browser is lost meanwhile, perhaps because of another document, it is printed once more
   * in a separate browser.
   */
  async #print(job: PrintJob): Promise<Printed> {
    const browsers = this.#browsers;
    if (browsers === undefined) {
      throw new Failure("engine_unavailable", "HTML cannot be printed here: this service has no Chromium.");
    }
    const first = await browsers.use((browser) => this.#attempt(browser, job));
    if (first !== "browser-lost") {
      return first;
    }
    const second = await browsers.apart((own) => this.#attempt(own, job));
    if (second !== "browser-lost") {
      return second;
    }
    throw crashedTwice();
  }

  async #attempt(browser: Browser, job: PrintJob): Promise<Printed | "browser-lost"> {
    job.signal.throwIfAborted();
    const progress: Progress = { doing: "starting" };
    const stopWatching = this.#pagesOf(browser).memory.start();
    try {
      return await browser.use(() => this.#printIn(browser, job, progress));
    } catch (error) {
      // However the browser ended, a job that is no longer wanted fails for that reason.
      job.signal.throwIfAborted();
      if (error instanceof DeadlineExpired) {
        // The document may have taken the browser's time as well.
        void this.#browsers?.check(QUICK_CHECK_MS);
      }
      if (isBrowserFault(error, browser)) {
        browser.process.kill();
        await browser.process.ended;
        return "browser-lost";
      }
      throw printFailure(error, job, progress);
    } finally {
      stopWatching();
    }
  }

  async #printIn(browser: Browser, job: PrintJob, progress: Progress): Promise<Printed> {
    const mode = await renderModeOf(job);
    const printed = mode.kind === "online" ? undefined : await this.#printSet(browser, job, mode);
    return printed ?? this.#printOnline(browser, job, progress);
  }

  /**
   * Prints a document by setting it in a page. Returns undefined when it turns out to need more than a page without a
   * network has.
   */
  async #printSet(
    browser: Browser,
    job: PrintJob,
    { kind, html }: Exclude<RenderMode, { kind: "online" }>,
  ): Promise<Printed | undefined> {
    try {
      return await (kind === "pooled" ? this.#printPooled(browser, job, html) : this.#printOffline(browser, job, html));
    } catch (error) {
      if (error instanceof AskedForMore) {
        return undefined;
      }
      throw error;
    }
  }

  async #printPooled(browser: Browser, job: PrintJob, html: string): Promise<Printed> {
    const pages = this.#pagesOf(browser);
    const pooled = await pages.takePooled();
    try {
      const printed = await withinDeadline(job, pooled.page, () => printPooled(pooled, job, html));
      pages.givePooled(pooled, !leavesNoTrace(html, job.css));
      return printed;
    } catch (error) {
      browser.closePage(pooled.page);
      throw error;
    }
  }

  async #printOffline(browser: Browser, job: PrintJob, html: string): Promise<Printed> {
    const pages = this.#pagesOf(browser);
    const page = await pages.takeFresh();
    try {
      return await withinDeadline(job, page, () => printOffline(page, job, html));
    } finally {
      browser.closePage(page);
      pages.refill();
    }
  }

  async #printOnline(browser: Browser, job: PrintJob, progress: Progress): Promise<Printed> {
    const pages = this.#pagesOf(browser);
    const page = await pages.takeFresh();
    const budget = this.#options.proxy?.openBudget(job);
    try {
      return await withinDeadline(job, page, () => printOnline({ page, browser, budget, progress }, job));
    } finally {
      browser.closePage(page);
      budget?.close();
      pages.refill();
    }
  }

  #pagesOf(browser: Browser): BrowserPages {
    const pages =
      this.#pages.get(browser) ??
      new BrowserPages(browser, {
        documentsPerPage: this.#options.documentsPerPage ?? DOCUMENTS_PER_PAGE,
        reusableBytes: REUSABLE_BYTES,
        maxBytes: this.#options.memoryBytes,
      });
    this.#pages.set(browser, pages);
    return pages;
  }

  /**
   * Opens a page of each kind in advance, so that the first document need not wait for one; only that which most
   * documents need in a browser for one document.
   */
  async #warmUp(browser: Browser): Promise<void> {
    const pages = this.#pagesOf(browser);
    pages.givePooled(await pages.takePooled(), false);
    if (this.#browsers?.tier !== "confined") {
      pages.refill();
    }
  }
}

function shuttingDown(): Failure {
  return new Failure("shutting_down", "The service is shutting down.");
}
