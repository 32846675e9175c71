import { type BrowserProgram, type BrowserTier, NO_PROXY, PROXY_BYPASS } from "./command.ts";
import { ConnectionLost, type Session, SessionLost } from "./connection.ts";
import { BrowserProcess } from "./process.ts";
import type { BrowserContextId } from "./protocol.ts";

/** The viewport that pages begin with, in CSS pixels: A4 at 96 per inch. */
const VIEWPORT = { width: 794, height: 1123 };

/** A page in a browser context of its own, hence in a renderer process of its own, with its own cookies and cache. */
export interface ContextPage {
  readonly session: Session;
  readonly browserContextId: BrowserContextId;
  readonly mainFrameId: string;
  /** The page has crashed, or the browser, or it was closed. */
  isLost: boolean;
  /** Rejects when the page crashes (PageCrashed), or the browser (ConnectionLost). */
  readonly lost: Promise<never>;
  /** Documents printed. */
  printed: number;
}

/** A running browser, and the pages in it. */
export class Browser {
  readonly process: BrowserProcess;
  /** Documents that it was given. */
  documents = 0;
  /** No longer given documents; closes when the last one is done. */
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

  /** Does something with a browser that is not closed meanwhile. */
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

  /** @param proxyUrl the page's way out; undefined: none */
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
        // Heard of a crash without a delay: a page that is only attached to is not told apart from one that is busy.
        session.call("Inspector.enable", {}),
      ]);
      return this.#watched({ session, browserContextId, mainFrameId: frameTree.frame.id });
    } catch (error) {
      this.#dispose(browserContextId);
      throw error;
    }
  }

  /** Ends a page with all that is its own: its renderer, cookies, cache, storage, requests that are under way. */
  closePage(page: ContextPage): void {
    this.#lose(page, new SessionLost("The page was closed."));
    this.#dispose(page.browserContextId);
  }

  /** Closes when nobody uses it any more. */
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
    // Nobody may be waiting.
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
    // A browser that has gone took it along.
    this.process.connection.call("Target.disposeBrowserContext", { browserContextId }).catch(() => undefined);
  }
}

/** The page's renderer died by itself, by its heap limit, or by our own hand. */
export class PageCrashed extends Error {}
