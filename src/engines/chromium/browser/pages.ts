import { openPooledPage, type PooledPage } from "../page/pooled-page.ts";
import type { Browser, ContextPage } from "./browser.ts";
import { MemoryWatch } from "./renderer-memory.ts";

export interface PageLimits {
  /** Documents after which a pooled page is replaced. */
  readonly documentsPerPage: number;
  /** A pooled page is replaced when a renderer has taken more than this. */
  readonly warmBytes: number;
  /** A renderer that takes more is ended, and its document has failed. */
  readonly maxBytes: number;
}

/** What documents leave behind is not collected by itself where no script runs; once in a while it costs little. */
const DOCUMENTS_PER_COLLECTION = 100;

/** The pages of one browser that are open for documents to come. */
export class BrowserPages {
  readonly memory: MemoryWatch;
  readonly #browser: Browser;
  readonly #limits: PageLimits;
  readonly #pooled: PooledPage[] = [];
  #spare: Promise<ContextPage | undefined> | undefined;

  constructor(browser: Browser, limits: PageLimits) {
    this.#browser = browser;
    this.#limits = limits;
    this.memory = new MemoryWatch(browser.process.pid ?? 0, limits.maxBytes);
  }

  /** A page without script and network, to be given back, or closed when anything went wrong. */
  async takePooled(): Promise<PooledPage> {
    for (let pooled = this.#pooled.pop(); pooled !== undefined; pooled = this.#pooled.pop()) {
      if (!pooled.page.isLost) {
        return pooled;
      }
      this.#browser.closePage(pooled.page);
    }
    return openPooledPage(this.#browser);
  }

  givePooled(pooled: PooledPage): void {
    pooled.page.printed += 1;
    const isWorn = pooled.page.printed >= this.#limits.documentsPerPage;
    // Which renderer it was is not asked: to replace a page too many costs little.
    const isHeavy = this.memory.heaviestBytes > this.#limits.warmBytes;
    if (pooled.page.isLost || isWorn || isHeavy) {
      this.#browser.closePage(pooled.page);
      // The next page is not to answer for what this one took.
      this.memory.heaviestBytes = 0;
    } else {
      this.#pooled.push(pooled);
      if (pooled.page.printed % DOCUMENTS_PER_COLLECTION === 0) {
        pooled.page.session.tell("HeapProfiler.collectGarbage", {});
      }
    }
  }

  /** A page that has never seen a document, and is closed after the one that it is taken for. */
  async takeFresh(): Promise<ContextPage> {
    const spare = this.#spare;
    this.#spare = undefined;
    const page = await spare;
    return page !== undefined && !page.isLost ? page : this.#browser.openPage(this.#browser.process.proxyUrl);
  }

  /** Opens a page ahead, so that the next document need not wait for its renderer to start. */
  refill(): void {
    if (!this.#browser.isLost && !this.#browser.isRetired) {
      this.#spare ??= this.#browser.openPage(this.#browser.process.proxyUrl).catch(() => undefined);
    }
  }
}
