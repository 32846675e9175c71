import { replaceDocument } from "../page/fresh-document.ts";
import { openPooledPage, type PooledPage } from "../page/pooled-page.ts";
import type { Browser, ContextPage } from "./browser.ts";
import { MemoryWatch } from "./renderer-memory.ts";

export interface PageLimits {
  /** The number of documents after which a pooled page is replaced. */
  readonly documentsPerPage: number;
  /** The memory of a renderer, in bytes, above which a pooled page is replaced. */
  readonly reusableBytes: number;
  /** The memory of a renderer, in bytes, above which it is ended and its document fails. */
  readonly maxBytes: number;
}

/**
 * The number of documents between two garbage collections: what documents leave behind is not collected by itself where
 * no script runs, and once in a while it costs little.
 */
const DOCUMENTS_PER_COLLECTION = 100;

/** The pages of one browser that are open for future documents. */
export class BrowserPages {
  readonly memory: MemoryWatch;
  readonly #browser: Browser;
  readonly #limits: PageLimits;
  /** The pages that have no document, the last used first. */
  readonly #pooled: PooledPage[] = [];
  /** Each page whose former document is being replaced; resolves when it is among the others, or closed. */
  readonly #clearing = new Set<Promise<void>>();
  #spare: Promise<ContextPage | undefined> | undefined;

  constructor(browser: Browser, limits: PageLimits) {
    this.#browser = browser;
    this.#limits = limits;
    this.memory = new MemoryWatch(browser.process.pid ?? 0, limits.maxBytes);
  }

  /** Takes a page without script, network and document. It must be given back, or closed when anything went wrong. */
  async takePooled(): Promise<PooledPage> {
    for (;;) {
      const pooled = this.#pooled.pop();
      if (pooled !== undefined && isUsable(pooled)) {
        return pooled;
      }
      if (pooled !== undefined) {
        this.#browser.closePage(pooled.page);
      } else if (this.#clearing.size > 0) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- another document may take the page that it waits for
        await Promise.race(this.#clearing);
      } else {
        return openPooledPage(this.#browser);
      }
    }
  }

  /**
   * Takes a page back for another document.
   * @param hasTraces whether its document may have left something in it, and is to be replaced by a new one first
   */
  givePooled(pooled: PooledPage, hasTraces: boolean): void {
    pooled.page.printed += 1;
    const isWorn = pooled.page.printed >= this.#limits.documentsPerPage;
    // It does not matter which renderer it was: to replace a page too many costs little.
    const isHeavy = this.memory.heaviestBytes > this.#limits.reusableBytes;
    if (!isUsable(pooled) || isWorn || isHeavy) {
      this.#browser.closePage(pooled.page);
      // The next page does not count for the memory that this one took.
      this.memory.heaviestBytes = 0;
      return;
    }
    if (!hasTraces) {
      this.#keep(pooled);
      return;
    }
    const clearing = this.#clear(pooled).finally(() => this.#clearing.delete(clearing));
    this.#clearing.add(clearing);
  }

  #keep(pooled: PooledPage): void {
    this.#pooled.push(pooled);
    if (pooled.page.printed % DOCUMENTS_PER_COLLECTION === 0) {
      pooled.page.session.tell("HeapProfiler.collectGarbage", {});
    }
  }

  async #clear(pooled: PooledPage): Promise<void> {
    try {
      await replaceDocument(pooled.page);
      this.#keep(pooled);
    } catch {
      // What is left of the document ends with the page.
      this.#browser.closePage(pooled.page);
    }
  }

  /** Takes a page that has never seen a document; it is closed after the one that it is taken for. */
  async takeFresh(): Promise<ContextPage> {
    const spare = this.#spare;
    this.#spare = undefined;
    const page = await spare;
    return page !== undefined && !page.isLost ? page : this.#browser.openPage(this.#browser.process.proxyUrl);
  }

  /** Opens a page in advance, so that the next document need not wait for its renderer to start. */
  refill(): void {
    if (!this.#browser.isLost && !this.#browser.isRetired) {
      this.#spare ??= this.#browser.openPage(this.#browser.process.proxyUrl).catch(() => undefined);
    }
  }
}

/** Returns whether a page may have another document: what was requested in it may still be under way. */
const isUsable = ({ page, asked }: PooledPage): boolean => !page.isLost && asked.length === 0;
