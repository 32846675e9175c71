import type { Session } from "../browser/connection.ts";
import type { Events, ExceptionDetails } from "../browser/protocol.ts";
import type { EgressBudget } from "../network/egress.ts";
import type { PrintWarning } from "../port.ts";

/** The largest number of warnings of each kind in X-Warnings; the rest is counted. */
const MAX_REPORTED = 20;
const MAX_TEXT = 200;
const MAX_KEPT = 1000;

type Milestone = "DOMContentLoaded" | "load" | "networkIdle";

/** Follows a page from its first request on: its progress, what failed, and the errors of its script. */
export class PageWatch {
  /** The URL that the last request for the page itself went to, after redirects, and the status of its answer. */
  readonly main: { url: string; status: number | undefined } = { url: "", status: undefined };
  readonly #mainFrameId: string;
  readonly #urls = new Map<string, string>();
  readonly #failedUrls = new Set<string>();
  readonly #refusedUrls = new Set<string>();
  readonly #complaints: string[] = [];
  readonly #reached = new Set<string>();
  #loaderId: string | undefined;
  #waiting: { readonly milestone: Milestone; readonly resolve: () => void }[] = [];

  constructor(mainFrameId: string) {
    this.#mainFrameId = mainFrameId;
  }

  /**
   * Starts the watch. It is called before the page navigates anywhere, so that nothing of the empty page before it
   * counts.
   */
  start(session: Session): void {
    session.on("Page.lifecycleEvent", (event) => this.#onLifecycle(event));
    this.listen(session);
  }

  /** Subscribes to the requests and console messages of a session, of the page or of a frame in it. */
  listen(session: Session): void {
    session.on("Network.requestWillBeSent", ({ requestId, loaderId, frameId, request }) => {
      // The request for a document has the id of the loader that it begins.
      if (requestId === loaderId && frameId === this.#mainFrameId) {
        this.main.url = request.url;
        this.main.status = undefined;
      }
      if (this.#urls.size < MAX_KEPT) {
        this.#urls.set(requestId, request.url);
      }
    });
    session.on("Network.responseReceived", (event) => this.#onResponse(event));
    session.on("Network.loadingFailed", (event) => this.#onFailure(event));
    session.on("Runtime.exceptionThrown", ({ exceptionDetails }) => this.#complain(descriptionOf(exceptionDetails)));
    session.on("Runtime.consoleAPICalled", ({ type, args }) => {
      if (type === "error" || type === "assert") {
        this.#complain(args.map(({ value, description }) => description ?? String(value)).join(" "));
      }
    });
  }

  /**
   * Resolves when the document that the main frame shows has reached a milestone; another document that replaces it
   * begins again.
   */
  async reached(milestone: Milestone): Promise<void> {
    if (!this.#reached.has(milestone)) {
      await new Promise<void>((resolve) => {
        this.#waiting.push({ milestone, resolve });
      });
    }
  }

  /** Returns URLs that were requested and did not arrive, except those that were refused. */
  failedUrls(budget: EgressBudget | undefined): readonly string[] {
    const blocked = new Set(budget?.blocked.map(({ url }) => hostOf(url)));
    return [...this.#failedUrls].filter((url) => !blocked.has(hostOf(url)));
  }

  blockedUrls(budget: EgressBudget | undefined): readonly string[] {
    return [...new Set([...this.#refusedUrls, ...(budget?.blocked ?? []).map(({ url }) => url)])];
  }

  get complaints(): readonly string[] {
    return this.#complaints;
  }

  warnings(budget: EgressBudget | undefined): readonly PrintWarning[] {
    return [
      ...reported("resource_failed", "url", this.failedUrls(budget)),
      ...reported("resource_blocked", "url", this.blockedUrls(budget)),
      ...reported("console_error", "message", this.#complaints),
    ];
  }

  #onLifecycle({ frameId, loaderId, name }: Events["Page.lifecycleEvent"]): void {
    if (frameId !== this.#mainFrameId) {
      return;
    }
    if (name === "init") {
      this.#loaderId = loaderId;
      this.#reached.clear();
    } else if (loaderId === this.#loaderId) {
      this.#reached.add(name);
      this.#waiting = this.#waiting.filter(({ milestone, resolve }) => {
        if (milestone === name) {
          resolve();
        }
        return milestone !== name;
      });
    }
  }

  #onResponse({ requestId, loaderId, frameId, response }: Events["Network.responseReceived"]): void {
    this.#urls.set(requestId, response.url);
    if (requestId === loaderId && frameId === this.#mainFrameId) {
      this.main.url = response.url;
      this.main.status = response.status;
    } else if (response.status >= 400) {
      keep(this.#failedUrls, response.url);
    }
  }

  #onFailure({ requestId, errorText, canceled }: Events["Network.loadingFailed"]): void {
    const url = this.#urls.get(requestId);
    // A request that the page itself cancelled is no failure.
    if (url === undefined || canceled === true) {
      return;
    }
    keep(errorText === "net::ERR_ACCESS_DENIED" ? this.#refusedUrls : this.#failedUrls, url);
  }

  #complain(text: string): void {
    if (this.#complaints.length < MAX_KEPT) {
      this.#complaints.push((text.split("\n")[0] ?? "").slice(0, MAX_TEXT));
    }
  }
}

function reported(code: string, parameter: string, values: readonly string[]): PrintWarning[] {
  const first = values
    .slice(0, MAX_REPORTED)
    .map((value) => ({ code, parameters: { [parameter]: value.slice(0, MAX_TEXT) } }));
  const rest = values.length - first.length;
  return rest > 0 ? [...first, { code, parameters: { more: String(rest) } }] : first;
}

function keep(urls: Set<string>, url: string): void {
  if (urls.size < MAX_KEPT) {
    urls.add(url);
  }
}

function descriptionOf({ exception, text }: ExceptionDetails): string {
  return exception?.description ?? (exception === undefined ? text : `${text} ${String(exception.value)}`);
}

/** Returns host and port of a URL, or of what a proxy was asked to connect to. */
function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
