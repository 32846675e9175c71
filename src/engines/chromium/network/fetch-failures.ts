import { Failure } from "../../../kernel/failure.ts";
import type { PageWatch } from "../page/page-watch.ts";
import type { HandedDocument, WebPage } from "../port.ts";
import type { EgressBudget, NotFetched } from "./egress.ts";
import { MAX_REDIRECTS } from "./redirects.ts";

/** The result of `Page.navigate`. */
interface Outcome {
  readonly errorText?: string;
  readonly isDownload?: boolean;
}

/**
 * Requires that the page itself was fetched.
 * @throws Failure `url_blocked`, `url_fetch_failed`
 */
export function requireFetched(
  { errorText, isDownload }: Outcome,
  about: {
    readonly source: HandedDocument | WebPage;
    readonly watch: PageWatch;
    readonly budget: EgressBudget | undefined;
    readonly isStatusFatal: boolean;
  },
): void {
  const { source, watch, budget, isStatusFatal } = about;
  if (source.kind === "document") {
    return;
  }
  // This is the URL that it was redirected to, if it was.
  const url = watch.main.url === "" ? source.url : watch.main.url;
  const shown = shownUrl(url);
  const refused = budget?.blocked.find(isAbout(url, errorText));
  if (refused !== undefined || errorText === "net::ERR_ACCESS_DENIED") {
    const message = refused?.message ?? "This service makes no requests to other hosts.";
    throw new Failure("url_blocked", `${shown} was not fetched. ${message}`, { facts: { url: shown } });
  }
  if (isDownload === true) {
    throw new Failure("url_fetch_failed", `${shown} is a file to download, not a page that can be printed.`);
  }
  const failure = budget?.failures.find(isAbout(url, errorText));
  if (failure !== undefined) {
    throw new Failure("url_fetch_failed", `${shown} could not be fetched. ${failure.message}`);
  }
  if (errorText !== undefined && errorText !== "") {
    throw new Failure("url_fetch_failed", `${shown} could not be fetched: ${reasonFor(errorText)}`, {
      facts: { error: errorText },
    });
  }
  const status = watch.main.status ?? 200;
  if (isStatusFatal && status >= 400) {
    throw new Failure("url_fetch_failed", `${shown} answered with the HTTP status ${status}.`, { facts: { status } });
  }
}

/**
 * Returns whether a failed or refused request is about `url`. The proxy sees URLs of plain requests, but only hosts of
 * those that it opens a tunnel for.
 */
function isAbout(url: string, errorText: string | undefined): (noted: NotFetched) => boolean {
  const { host, protocol } = new URL(url);
  const isTunnel = protocol === "https:" && errorText !== undefined && errorText !== "";
  return (noted) => requestUrl(noted.url) === requestUrl(url) || (isTunnel && URL.parse(noted.url)?.host === host);
}

/** Returns a URL as it is requested: the fragment stays in the browser, and a name and a password become a header. */
function requestUrl(url: string): string {
  const parsed = new URL(url);
  parsed.hash = "";
  parsed.username = "";
  parsed.password = "";
  return parsed.href;
}

/** Returns a URL that may be shown: without any password, query and fragment. */
function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`.slice(0, 300);
}

function reasonFor(errorText: string): string {
  const [, sentence] = REASONS.find(([pattern]) => pattern.test(errorText)) ?? [];
  return sentence ?? `the browser says ${errorText.replace("net::", "")}.`;
}

const REASONS: readonly (readonly [RegExp, string])[] = [
  [/ERR_CERT_|ERR_SSL_/, "its certificate or its encryption is not valid."],
  [/NAME_NOT_RESOLVED/, "there is no such host."],
  [/CONNECTION_|TUNNEL_|EMPTY_RESPONSE|ADDRESS_/, "its host does not answer."],
  // The browser is told to block the redirect after the last one that is followed.
  [
    /TOO_MANY_REDIRECTS|BLOCKED_BY_CLIENT/,
    `it redirects more than ${MAX_REDIRECTS} times, the most that are followed.`,
  ],
  [/TIMED_OUT/, "its host does not answer in time."],
  [/INVALID_RESPONSE|INVALID_HTTP|CONTENT_/, "its host does not send a valid HTTP answer."],
];
