import { MemoryWatch } from "./renderer-memory.ts";
import type { Browser, ContextPage } from "./browser.ts";
import { openWarmPage, type WarmPage } from "../page/pooled-page.ts";

export interface PageLimits {
  /** Documents after which a warm page is replaced. */
  readonly documentsPerPage: number;
  /** A warm page is replaced when a renderer has taken more than this. */
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
  readonly #warm: WarmPage[] = [];
  #fresh: Promise<ContextPage | undefined> | undefined;

  constructor(browser: Browser, limits: PageLimits) {
    this.#browser = browser;
    this.#limits = limits;
    this.memory = new MemoryWatch(browser.process.pid ?? 0, limits.maxBytes);
  }

  /** A page without script and network, to be given back, or closed when anything went wrong. */
  async takeWarm(): Promise<WarmPage> {
    for (let warm = this.#warm.pop(); warm !== undefined; warm = this.#warm.pop()) {
      if (!warm.page.isLost) {
        return warm;
      }
      this.#browser.closePage(warm.page);
    }
    return openWarmPage(this.#browser);
  }

  giveWarm(warm: WarmPage): void {
    warm.page.printed += 1;
    const isWorn = warm.page.printed >= this.#limits.documentsPerPage;
    // Which renderer it was is not asked: to replace a page too many costs little.
    const isHeavy = this.memory.heaviestBytes > this.#limits.warmBytes;
    if (warm.page.isLost || isWorn || isHeavy) {
      this.#browser.closePage(warm.page);
      // The next page is not to answer for what this one took.
      this.memory.heaviestBytes = 0;
    } else {
      this.#warm.push(warm);
      if (warm.page.printed % DOCUMENTS_PER_COLLECTION === 0) {
        warm.page.session.tell("HeapProfiler.collectGarbage", {});
      }
    }
  }

  /** A page that has never seen a document, and is closed after the one that it is taken for. */
  async takeFresh(): Promise<ContextPage> {
    const fresh = this.#fresh;
    this.#fresh = undefined;
    const page = await fresh;
    return page !== undefined && !page.isLost ? page : this.#browser.openPage(this.#browser.process.proxyUrl);
  }

  /** Opens a page ahead, so that the next document need not wait for its renderer to start. */
  refill(): void {
    if (!this.#browser.isLost && !this.#browser.isRetired) {
      this.#fresh ??= this.#browser.openPage(this.#browser.process.proxyUrl).catch(() => undefined);
    }
  }
}
