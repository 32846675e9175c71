import { stat } from "node:fs/promises";
import { Failure } from "../../../kernel/failure.ts";
import type { Session } from "../browser/connection.ts";
import type { Header } from "../browser/protocol.ts";
import { decodedName, mediaTypeOf } from "../document/inlining.ts";
import type { HandedDocument, WebPage } from "../port.ts";
import type { EgressBudget } from "./egress.ts";
import { MAX_REDIRECTS, type Paused, Redirects } from "./redirects.ts";

/*
 * Every request of a page passes here first. The given document and its files are answered from disk, and never lead to
 * a `file:` URL; everything else goes to the proxy, which decides.
 */

/** The origin of a document without a base URL: a name that no DNS has (RFC 2606, 2). */
const MADE_UP_ORIGIN = "http://document.invalid";
/** The size limit of a document that is served: the browser accepts no longer message, and base64 adds a third. */
export const MAX_SERVED_BYTES = 64 * 2 ** 20;

/**
 * Returns the URL that the page navigates to. A document with a base URL has that URL, though it is not fetched from
 * there.
 */
export function documentUrl(source: HandedDocument | WebPage): string {
  const url = source.kind === "url" ? source.url : withoutFragment(source.baseUrl ?? `${MADE_UP_ORIGIN}/`);
  if (!/^https?:$/.test(new URL(url).protocol)) {
    throw new Failure("url_blocked", "Only http and https URLs are fetched.");
  }
  return url;
}

/** The sources that the requests of a page are answered from. */
export interface Served {
  readonly source: HandedDocument | WebPage;
  readonly mainFrameId: string;
  /** The budget for the network; if undefined, everything except the given document and its files is refused. */
  readonly budget: EgressBudget | undefined;
}

/** Answers the requests of a session: of the page, or of a frame or worker in it. */
export async function serve(session: Session, served: Served): Promise<void> {
  const { budget } = served;
  const redirects = new Redirects();
  session.on("Fetch.requestPaused", (paused) => {
    if (redirects.follow(paused) > MAX_REDIRECTS) {
      session.tell("Fetch.failRequest", { requestId: paused.requestId, errorReason: "BlockedByClient" });
      return;
    }
    // A page that is gone meanwhile needs no answer.
    answer(session, served, paused).catch(() => undefined);
  });
  session.on("Fetch.authRequired", ({ requestId, authChallenge }) => {
    session.tell("Fetch.continueWithAuth", {
      requestId,
      authChallengeResponse:
        authChallenge.source === "Proxy" && budget !== undefined
          ? { response: "ProvideCredentials", username: budget.username, password: budget.password }
          : { response: "CancelAuth" },
    });
  });
  await session.call("Fetch.enable", { patterns: [{ urlPattern: "*" }], handleAuthRequests: true });
}

async function answer(session: Session, served: Served, paused: Paused): Promise<void> {
  const { source, budget } = served;
  const { requestId, request } = paused;
  if (source.kind === "document" && isAnswered(paused)) {
    await fulfil(session, requestId, htmlOf(source));
    return;
  }
  const file = source.kind === "document" ? fileFor(source, served.mainFrameId, paused) : undefined;
  if (source.kind === "document" && file?.path === source.path && budget?.ownUrl !== undefined) {
    // The browser asks for credentials for some kinds of requests only, and images are none of them: it presents them
    // to the proxy here, before the document is served in place of the proxy's answer.
    session.tell("Fetch.continueRequest", { requestId, url: budget.ownUrl, interceptResponse: true });
  } else if (file !== undefined) {
    await fulfil(session, requestId, file);
  } else if (new URL(request.url).origin === MADE_UP_ORIGIN) {
    session.tell("Fetch.failRequest", { requestId, errorReason: "AddressUnreachable" });
  } else if (budget === undefined) {
    session.tell("Fetch.failRequest", { requestId, errorReason: "AccessDenied" });
  } else {
    const headers = source.kind === "url" ? headersFor(source, request) : undefined;
    session.tell("Fetch.continueRequest", { requestId, ...(headers !== undefined && { headers }) });
  }
}

const isAnswered = ({ responseStatusCode, responseErrorReason }: Paused): boolean =>
  responseStatusCode !== undefined || responseErrorReason !== undefined;

const htmlOf = ({ path }: HandedDocument): ServedFile => ({ path, mediaType: "text/html; charset=utf-8" });

interface ServedFile {
  readonly path: string;
  readonly mediaType: string;
}

/**
 * Returns the document itself, or the file that stands for a URL beneath its directory; undefined for any other URL.
 */
function fileFor(source: HandedDocument, mainFrameId: string, paused: Paused): ServedFile | undefined {
  const home = documentUrl(source);
  const url = new URL(paused.request.url);
  const isMainDocument = paused.resourceType === "Document" && paused.frameId === mainFrameId;
  if (isMainDocument && withoutFragment(url.href) === new URL(home).href) {
    return htmlOf(source);
  }
  const directory = new URL(".", home);
  if (url.origin !== directory.origin || !url.pathname.startsWith(directory.pathname)) {
    return undefined;
  }
  const name = decodedName(url.pathname.slice(directory.pathname.length - 1));
  const path = name === undefined ? undefined : source.assets.get(name);
  return name === undefined || path === undefined ? undefined : { path, mediaType: mediaTypeOf(name) };
}

async function fulfil(session: Session, requestId: string, { path, mediaType }: ServedFile): Promise<void> {
  if ((await stat(path)).size > MAX_SERVED_BYTES) {
    session.tell("Fetch.failRequest", { requestId, errorReason: "AddressUnreachable" });
    return;
  }
  const responseHeaders = [
    { name: "Content-Type", value: mediaType },
    // Fonts of a document with another base URL are requested as those of another origin.
    { name: "Access-Control-Allow-Origin", value: "*" },
  ];
  session.tell("Fetch.fulfillRequest", { requestId, responseCode: 200, responseHeaders }, { bodyPath: path });
}

/**
 * Returns the headers of a request, with those of the job for the page's own origin only: after a redirect elsewhere
 * the request still has them. Returns undefined when the job has none.
 */
function headersFor(source: WebPage, request: Paused["request"]): Header[] | undefined {
  const own = Object.entries(source.headers);
  if (own.length === 0) {
    return undefined;
  }
  const isOwnOrigin = new URL(request.url).origin === new URL(source.url).origin;
  const names = new Set(own.map(([name]) => name.toLowerCase()));
  const others = Object.entries(request.headers).filter(([name]) => !names.has(name.toLowerCase()));
  return [...others, ...(isOwnOrigin ? own : [])].map(([name, value]) => ({ name, value }));
}

function withoutFragment(url: string): string {
  const parsed = new URL(url);
  parsed.hash = "";
  return parsed.href;
}
