import { type BrowserTier, NO_PROXY, PROXY_BYPASS } from "./command.ts";
import { ConnectionLost, type Session, SessionLost } from "./connection.ts";
import { BrowserProcess } from "./process.ts";
import type { BrowserProgram } from "./program.ts";
import type { BrowserContextId } from "./protocol.ts";

/** The viewport that pages begin with, in CSS pixels: A4 at 96 per inch. */
const VIEWPORT = { width: 794, height: 1123 };

/** A page in a separate browser context, hence in a separate renderer process, with its own cookies and cache. */
export interface ContextPage {
  readonly session: Session;
  readonly browserContextId: BrowserContextId;
  readonly mainFrameId: string;
  /** Whether the page or the browser has crashed, or the page was closed. */
  isLost: boolean;
  /** Rejects when the page (PageCrashed) or the browser (ConnectionLost) crashes. */
  readonly lost: Promise<never>;
  /** The number of documents that the page has printed. */
  printed: number;
}

/** A running browser, and the pages in it. */
export class Browser {
  readonly process: BrowserProcess;
  /** The number of documents given to this browser so far. */
  documents = 0;
  /** Whether the browser gets no further documents and closes when the last one is done. */
  isRetired = false;
  readonly #open = new Map<ContextPage, (lost: Error) => void>();
  #isLost = false;
  #inUse = 0;
  #whenIdle: (() => void) | undefined;

  static async start(tier: BrowserTier, program: BrowserProgram): Promise<Browser> {
    return new Browser(await BrowserProcess.start(tier, program));
  }

  private constructor(process: BrowserProcess) {
    this.process = process;
    void process.connection.lost.then(() => {
      this.#isLost = true;
      for (const page of this.#open.keys()) {
        this.#lose(page, new ConnectionLost("The browser has ended."));
      }
    });
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  get isInUse(): boolean {
    return this.#inUse > 0;
  }

  /** Runs `work` with the browser, which is not closed meanwhile. */
  async use<Result>(work: (browser: Browser) => Promise<Result>): Promise<Result> {
    this.#inUse += 1;
    this.documents += 1;
    try {
      return await work(this);
    } finally {
      this.#inUse -= 1;
      if (this.#inUse === 0) {
        this.#whenIdle?.();
      }
    }
  }

  /**
   * Opens a page in a new browser context.
   * @param proxyUrl the proxy that the page reaches the network by; undefined for none
   */
  async openPage(proxyUrl: string | undefined): Promise<ContextPage> {
    const { connection } = this.process;
    const { browserContextId } = await connection.call("Target.createBrowserContext", {
      disposeOnDetach: true,
      proxyServer: proxyUrl ?? NO_PROXY,
      proxyBypassList: PROXY_BYPASS,
    });
    try {
      const [{ targetId }] = await Promise.all([
        connection.call("Target.createTarget", { url: "about:blank", browserContextId, ...VIEWPORT }),
        connection.call("Browser.setDownloadBehavior", { behavior: "deny", browserContextId }),
      ]);
      const { sessionId } = await connection.call("Target.attachToTarget", { targetId, flatten: true });
      const session = connection.session(sessionId);
      const [{ frameTree }] = await Promise.all([
        session.call("Page.getFrameTree", {}),
        // With this the crash of a page is reported without a delay: otherwise a crashed page cannot be distinguished
        // from a busy one.
        session.call("Inspector.enable", {}),
      ]);
      return this.#watched({ session, browserContextId, mainFrameId: frameTree.frame.id });
    } catch (error) {
      this.#dispose(browserContextId);
      throw error;
    }
  }

  /** Ends a page with everything that belongs to it: its renderer, cookies, cache, storage and pending requests. */
  closePage(page: ContextPage): void {
    this.#lose(page, new SessionLost("The page was closed."));
    this.#dispose(page.browserContextId);
  }

  /** Closes the browser when no document uses it any more. */
  async retire(): Promise<void> {
    this.isRetired = true;
    if (this.#inUse > 0 && !this.#isLost) {
      await Promise.race([
        new Promise<void>((resolve) => {
          this.#whenIdle = resolve;
        }),
        this.process.connection.lost,
      ]);
    }
    await this.process.close();
  }

  #watched(opened: Pick<ContextPage, "session" | "browserContextId" | "mainFrameId">): ContextPage {
    const { promise: lost, reject } = Promise.withResolvers<never>();
    // There may be no one waiting for this rejection.
    lost.catch(() => undefined);
    const page = { ...opened, isLost: false, lost, printed: 0 };
    this.#open.set(page, reject);
    opened.session.on("Inspector.targetCrashed", () => this.#lose(page, new PageCrashed("The page crashed.")));
    return page;
  }

  #lose(page: ContextPage, error: Error): void {
    page.isLost = true;
    page.session.lose(error);
    this.#open.get(page)?.(error);
    this.#open.delete(page);
  }

  #dispose(browserContextId: BrowserContextId): void {
    // A browser that is gone took the context along.
    this.process.connection.call("Target.disposeBrowserContext", { browserContextId }).catch(() => undefined);
  }
}

/** The error of a page whose renderer died by itself, by its heap limit, or because this service killed it. */
export class PageCrashed extends Error {}
