import type { Browser, ContextPage } from "../browser/browser.ts";
import type { Session } from "../browser/connection.ts";
import type { CookieParameter } from "../browser/protocol.ts";
import type { EgressBudget } from "../network/egress.ts";
import { requireFetched } from "../network/fetch-failures.ts";
import { documentUrl, type Served, serve } from "../network/serving.ts";
import type { Cookie, Printed, PrintJob, WebPage } from "../port.ts";
import type { Progress } from "./deadline.ts";
import { surveyIn, surveyScript } from "./document-survey.ts";
import { divideWords } from "./word-division.ts";
import { PageWatch } from "./page-watch.ts";
import {
  addStyleSheet,
  cssOf,
  dismissDialogs,
  emulatedMedia,
  MEDIA_READY,
  mediaKey,
  PLAIN_MEDIA,
  printPage,
  requireSoundness,
} from "./print-page.ts";
import { FOREVER_MS, inWhateverDocument, openWorld } from "./printer-world.ts";
import { awaitReadiness } from "./readiness.ts";

/**
 * Prints a document in a separate page, which has never seen another.
 * @throws Failure, and the errors of the browser's calls
 */
export async function printOnline(
  {
    page,
    browser,
    budget,
    progress,
  }: {
    readonly page: ContextPage;
    readonly browser: Browser;
    readonly budget: EgressBudget | undefined;
    readonly progress: Progress;
  },
  job: PrintJob,
): Promise<Printed> {
  const { source } = job;
  const watch = new PageWatch(page.mainFrameId);
  await prepare({ page, browser, budget, watch }, job);
  progress.doing = "fetching";
  const outcome = await page.session.call("Page.navigate", { url: documentUrl(source) }, { timeoutMs: FOREVER_MS });
  requireFetched(outcome, { source, watch, budget, isStatusFatal: job.failsOn.httpError });
  progress.doing = "loading";
  await watch.reached("DOMContentLoaded");
  await evaluate(page, styling(job));
  await awaitReadiness({ page, watch, progress }, job);
  // The page is styled again: it may hold another document than before. A style sheet that is there twice counts as
  // once.
  const isPatient = job.waiting.until !== "domcontentloaded";
  const survey = surveyScript(job);
  const { headings, languages } = surveyIn(
    await evaluate(page, `${styling(job)}; ${isPatient ? `${MEDIA_READY}.then(() => ${survey})` : survey}`),
  );
  await divideWords(page, job, { languages, evaluate: (expression) => evaluate(page, expression) });
  requireSoundness(watch, budget, job);
  progress.doing = "printing";
  const warnings = await printPage(page, job, false);
  // Some faults only show while the page is laid out for paper.
  requireSoundness(watch, budget, job);
  return { warnings: [...warnings, ...watch.warnings(budget)], headings };
}

const evaluate = (page: ContextPage, expression: string): Promise<unknown> =>
  inWhateverDocument(async () => (await openWorld(page)).evaluate(expression));

function styling(job: PrintJob): string {
  const css = cssOf(job);
  return css === "" ? "" : addStyleSheet(css);
}

async function prepare(
  given: {
    readonly page: ContextPage;
    readonly browser: Browser;
    readonly budget: EgressBudget | undefined;
    readonly watch: PageWatch;
  },
  job: PrintJob,
): Promise<void> {
  const { page, browser, budget, watch } = given;
  const { session, browserContextId, mainFrameId } = page;
  watch.start(session);
  dismissDialogs(session);
  const served = { source: job.source, mainFrameId, budget };
  session.on("Target.attachedToTarget", ({ sessionId }) => {
    void join(session.child(sessionId), watch, served);
  });
  const cookies = job.source.kind === "url" ? cookiesOf(job.source) : [];
  await Promise.all([
    session.call("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
    session.call("Network.enable", NO_BUFFERS),
    session.call("Page.enable", {}),
    session.call("Page.setLifecycleEventsEnabled", { enabled: true }),
    serve(session, served),
    ...(job.runsScript
      ? [session.call("Runtime.enable", {})]
      : [session.call("Emulation.setScriptExecutionDisabled", { value: true })]),
    ...(mediaKey(job) === PLAIN_MEDIA ? [] : [session.call("Emulation.setEmulatedMedia", emulatedMedia(job))]),
    ...(job.userAgent === undefined
      ? []
      : [session.call("Emulation.setUserAgentOverride", { userAgent: job.userAgent })]),
    ...(cookies.length === 0
      ? []
      : [browser.process.connection.call("Storage.setCookies", { cookies, browserContextId })]),
  ]);
}

/** The options by which the browser keeps nothing that a page fetches. */
const NO_BUFFERS = { maxTotalBufferSize: 0, maxResourceBufferSize: 0 };

/** Watches and serves frames in separate processes, and workers, as it does the page; some of them cannot be. */
async function join(session: Session, watch: PageWatch, served: Served): Promise<void> {
  watch.listen(session);
  session.on("Target.attachedToTarget", ({ sessionId }) => {
    void join(session.child(sessionId), watch, served);
  });
  await Promise.allSettled([
    serve(session, served),
    session.call("Network.enable", NO_BUFFERS),
    session.call("Runtime.enable", {}),
    session.call("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
  ]);
  session.tell("Runtime.runIfWaitingForDebugger", {});
}

function cookiesOf({ url, cookies }: WebPage): CookieParameter[] {
  return cookies.map(({ name, value, domain, path, secure, httpOnly }: Cookie) => ({
    name,
    value,
    ...(domain === undefined ? { url } : { domain }),
    ...(path !== undefined && { path }),
    ...(secure !== undefined && { secure }),
    ...(httpOnly !== undefined && { httpOnly }),
  }));
}
